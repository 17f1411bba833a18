import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { passwords } from '@podium/server/domains/accounts/passwords.ts'
import { podium } from '@podium/server/domains/audit/audit.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import { residentOf } from '../process-tree.ts'
import { median, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { type ServerProcess, serveInProcess } from '../run-list/server-process.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atLeast, atMost, type Verdict } from '../verdict.ts'
import type { Flood } from './flooding.ts'
import { startLoad } from './load-process.ts'

const SECONDS = 60
/** By then Node has compiled its code, and its heap has reached the size for the load. */
const WARM_UP_SECONDS = 10
const CONNECTIONS = 300
const PEOPLE = 20
const EVERY_MS = 200
const PASSWORD = 'violet kettle under moss'
const LEAST_PERCENT = 99
const MOST_P99_MS = 2_000
const MOST_GROWTH_MIB = 96

/** Measures if the right password gets in from one address while another tries wrong ones as fast as it can. */
export function measureLoginFlood(): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const { database, close } = connectDatabase({ connection, log: quietLog })
      const { first } = await createPeople(database)
      await database.execute(sql`
        insert into accounts (login_type, username, display_name, role, password_hash, last_login_at)
        select 'static', name, name, 'DEVELOPER', ${await passwords.hash(PASSWORD, podium)}, now()
        from (select 'person-' || n as name from generate_series(1, ${PEOPLE}::int) as n
          union all select 'victim') as names`)
      await close()
      const server = await serveInProcess('podium', connection, first.id, {
        PODIUM_TRUSTED_PROXIES: '127.0.0.1',
      })
      try {
        return [...(await measureUnder(server, 'one')), ...(await measureUnder(server, 'many'))]
      } finally {
        await server.stop()
      }
    }),
  )
}

async function measureUnder(server: ServerProcess, ids: Flood['ids']): Promise<Verdict[]> {
  const quiet = await signInFor(server, WARM_UP_SECONDS)
  const flood = { address: server.address, connections: CONNECTIONS, client: '192.0.2.1', ids }
  const load = await startLoad('./flooding.ts', flood satisfies Flood)
  const begun = await signInFor(server, WARM_UP_SECONDS)
  const flooded = await signInFor(server, SECONDS - WARM_UP_SECONDS)
  console.log(`flood on ${ids}:`, JSON.stringify(await load.leave()))
  const times = [...begun.times, ...flooded.times]
  printFigures('ms', { 'right login, quiet': quiet.times, [`right login, flood on ${ids}`]: times })
  const tried = begun.tried + flooded.tried
  const inWords = `right logins under a flood on ${ids}`
  const usual = median(quiet.times).toFixed()
  return [
    atLeast(`${inWords}, of ${tried}`, ((begun.in + flooded.in) / tried) * 100, LEAST_PERCENT, '%'),
    atMost(`${inWords}, p99 (quiet: median ${usual} ms)`, percentile99(times), MOST_P99_MS, 'ms'),
    atMost(
      `resident memory under a flood on ${ids} (${flooded.resident.toFixed()} MiB), more than after its first seconds`,
      flooded.resident - begun.resident,
      MOST_GROWTH_MIB,
      'MiB',
    ),
  ]
}

/** Signs people in from another address, one every 200 ms, whether the one before was answered or not. */
async function signInFor(server: ServerProcess, seconds: number) {
  const times: number[] = []
  const logins: Promise<boolean>[] = []
  let resident = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    logins.push(signIn(server.address, `person-${(logins.length % PEOPLE) + 1}`, times))
    resident = Math.max(resident, residentOf(server.pid))
    await pause(EVERY_MS)
  }
  const answers = await Promise.all(logins)
  return { times, tried: answers.length, in: answers.filter(Boolean).length, resident }
}

async function signIn(address: string, login_id: string, times: number[]): Promise<boolean> {
  const began = performance.now()
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ login_id, login_pw: PASSWORD }),
  })
  await response.arrayBuffer()
  times.push(performance.now() - began)
  return response.ok
}

function percentile99(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}
