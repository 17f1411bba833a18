import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atLeast, type Verdict } from '../verdict.ts'
import { withDatabase } from './database.ts'
import { load } from './run-list.ts'
import { seedRuns } from './seed.ts'
import { type ServerProcess, serveInProcess } from './server-process.ts'

const RUNS = 50
const ROUNDS = 21
const LEAST_RATIO = 0.95

/** Measures the lightest call of a signed-in person, on a server with metrics of its calls and on one without. */
export function measureMetrics(): Promise<Verdict[]> {
  return inTemporaryHome((home) => withDatabase(home, measureOn))
}

async function measureOn(connection: ConnectionSettings): Promise<Verdict[]> {
  const { workspace_id, token } = await seedRuns(connection, RUNS)
  const servers: ServerProcess[] = []
  const start = async (env: Record<string, string>) => {
    const server = await serveInProcess('podium', connection, workspace_id, env)
    servers.push(server)
    return `${server.address}/api/v1/auth/session`
  }
  try {
    const counting = await start({ PODIUM_METRICS_PORT: '9464' })
    const plain = await start({})
    await load(counting, token)
    await load(plain, token)
    const figures = await interleave(ROUNDS, {
      'with metrics': () => load(counting, token),
      without: () => load(plain, token),
    })
    printFigures('calls a second', figures)
    const ratio = medianRatio(figures['with metrics'], figures.without)
    return [atLeast('calls with metrics, of those without', ratio, LEAST_RATIO, '×')]
  } finally {
    for (const server of servers) await server.stop()
  }
}
