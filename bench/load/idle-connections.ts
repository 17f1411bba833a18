import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { median, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { serveInProcess } from '../run-list/server-process.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import type { Idlers } from './idling.ts'
import { startLoad } from './load-process.ts'

const IDLE_CONNECTIONS = [2_000, 10_000]
const CALLS = 200
const EVERY_MS = 25
const MOST_MS = 500

/** Measures calls from one address while another keeps thousands of connections idle. Needs Linux's many addresses. */
export async function measureIdleConnections(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('One machine has several addresses of loopback on Linux only: not measured here.')
    return []
  }
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const { database, close } = connectDatabase({ connection, log: quietLog })
      const { first } = await createPeople(database)
      await close()
      const server = await serveInProcess('podium', connection, first.id)
      const port = Number(new URL(server.address).port)
      const verdicts: Verdict[] = []
      try {
        const quiet = await callEach(port)
        for (const connections of IDLE_CONNECTIONS) {
          const idlers = { port, connections, localAddress: '127.0.0.2' }
          const load = await startLoad('./idling.ts', idlers satisfies Idlers)
          const underLoad = await callEach(port)
          console.log(`${connections} idle:`, JSON.stringify(await load.leave()))
          printFigures('ms', { quiet, [`${connections} idle`]: underLoad })
          const what = `slowest of ${CALLS} answers to another address beside ${connections} idle connections (quiet: median ${median(quiet).toFixed(1)} ms)`
          verdicts.push(atMost(what, Math.max(...underLoad), MOST_MS, 'ms'))
        }
        return verdicts
      } finally {
        await server.stop()
      }
    }),
  )
}

/** Calls from another address, each with its own connection. */
async function callEach(port: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < CALLS; at += 1) {
    const began = performance.now()
    const asked = get({
      port,
      host: '127.0.0.1',
      path: '/api/v1/versions',
      localAddress: '127.0.0.3',
      agent: false,
    })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) throw new Error(`A call of the measurement got ${answer.statusCode}.`)
    times.push(performance.now() - began)
    await pause(EVERY_MS)
  }
  return times
}
