import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { type Hold, holdDatabase } from '@podium/database/hold.ts'
import type { Logger } from 'pino'
import { CannotStart } from './sentence.ts'

/**
 * Keeps a second server off a database that others can reach, too: it would take over runs whose processes and files
 * are not where it looks for them, and call them lost.
 */
export async function keepOthersOff(connection: ConnectionSettings, log: Logger): Promise<Hold> {
  const hold = await holdDatabase(connection, {
    log,
    onTaken() {
      log.error('Another Podium took the database over while it could not be reached: this server ends.')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  if (hold) return hold
  throw new CannotStart(
    'Another Podium serves from this database. Runs and files lie with the home of the server, so one at a time may: stop the other, or set PODIUM_DATABASE_URL to another database.',
  )
}
