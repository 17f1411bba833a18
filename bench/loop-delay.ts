import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { measureBlocking } from '@podium/server/testing/blocking/heavy-requests.ts'
import { withDatabase } from './run-list/database.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const MOST_MS = 100

/** How long the heaviest calls keep the loop, and with it everybody else, waiting. */
export function measureLoopDelay(): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const { database, close } = connectDatabase({ connection, log: quietLog })
      const found = await measureBlocking(database, connection)
      await close()
      console.table(
        found.map(({ what, ms }) => ({ call: what, 'longest turn, ms': Math.round(ms * 10) / 10 })),
      )
      const longest = Math.max(...found.map(({ ms }) => ms))
      return [atMost('longest blocking of the loop by a call', longest, MOST_MS, 'ms')]
    }),
  )
}
