import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import autocannon from 'autocannon'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atLeast, type Verdict } from '../verdict.ts'
import { withDatabase } from './database.ts'
import { seedRuns } from './seed.ts'
import { type ServerProcess, serveInProcess } from './server-process.ts'

const RUNS = 5000
const ROUNDS = 21
const SECONDS = 1
const CONNECTIONS = 10
const LEAST_RATIO = 0.7

/** Measures the list of 50 runs through gate, session, rights and database, beside a bare route of the same queries. */
export function measureRunList(): Promise<Verdict[]> {
  return inTemporaryHome((home) => withDatabase(home, measureOn))
}

async function measureOn(connection: ConnectionSettings, analyze: () => Promise<void>): Promise<Verdict[]> {
  const { workspace_id, token } = await seedRuns(connection, RUNS)
  await analyze()
  const servers: ServerProcess[] = []
  const start = async (kind: 'podium' | 'bare') => {
    const server = await serveInProcess(kind, connection, workspace_id)
    servers.push(server)
    return server.address
  }
  try {
    const podium = `${await start('podium')}/api/v1/streamhistories?workspace_id=${workspace_id}&page_size=50`
    const bare = `${await start('bare')}/runs`
    await expectSameRows(podium, bare, token)
    await load(podium, token)
    await load(bare, token)
    const figures = await interleave(ROUNDS, {
      'Podium, whole path': () => load(podium, token),
      'bare Fastify, the same queries': () => load(bare, token),
    })
    printFigures('calls a second', figures)
    const ratio = medianRatio(figures['Podium, whole path'], figures['bare Fastify, the same queries'])
    return [atLeast('list of 50 runs, of the bare route', ratio, LEAST_RATIO, '×')]
  } finally {
    for (const server of servers) await server.stop()
  }
}

export async function load(url: string, token: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { cookie: `access-token=${token}` },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} calls of the measurement failed.`)
  return requests.average
}

/** The comparison is only valid if both return the same. */
async function expectSameRows(one: string, other: string, token: string): Promise<void> {
  const read = async (url: string) => {
    const response = await fetch(url, { headers: { cookie: `access-token=${token}` } })
    const { stream_histories, total } = (await response.json()) as {
      stream_histories: { id: string }[]
      total: number
    }
    return JSON.stringify([stream_histories.map(({ id }) => id), total])
  }
  const [ours, theirs] = await Promise.all([read(one), read(other)])
  if (ours !== theirs || !ours.includes('-')) throw new Error('The two servers answer different runs.')
}
