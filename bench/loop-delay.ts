import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { setup, teardown } from '@podium/server/testing/built-programs.ts'
import { withDatabase } from './run-list/database.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const MAX_MS = 100
const MAX_BESIDE_LOOKS_MS = 300

/** Measures how long the heaviest calls block the event loop, and with it all other calls. */
export async function measureLoopDelay(): Promise<Verdict[]> {
  setup()
  try {
    return await inTemporaryHome((home) => withDatabase(home, measureWith))
  } finally {
    teardown()
  }
}

async function measureWith(connection: ConnectionSettings): Promise<Verdict[]> {
  // It builds its server when it is imported.
  const { measureBlocking } = await import('@podium/server/testing/blocking/heavy-requests.ts')
  const { database, close } = connectDatabase({ connection, log: quietLog })
  const { calls: found, besideLooks } = await measureBlocking(database, connection)
  await close()
  console.table(found.map(({ what, ms }) => ({ call: what, 'longest turn, ms': Math.round(ms * 10) / 10 })))
  const longest = Math.max(...found.map(({ ms }) => ms))
  return [
    atMost('longest blocking of the loop by a call', longest, MAX_MS, 'ms'),
    atMost("20 hostile previews at once, another person's p99", besideLooks, MAX_BESIDE_LOOKS_MS, 'ms'),
  ]
}
