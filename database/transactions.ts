import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { postgresError } from './postgres-error.ts'

const IDLE = 'I'
const TRIES = 3
/** The database aborted the transaction in favour of another: a deadlock, or a serialization failure. */
const BROKEN_OFF = ['40P01', '40001']

/**
 * Returns a replacement for Drizzle's `transaction`, which never returns the connection to the pool if `begin` fails,
 * and returns it for reuse if `rollback` fails. Here the connection always returns, and one that is not idle is
 * discarded.
 *
 * A transaction that the database aborted is run again, because nothing of it was kept and the other one is done.
 */
export function transactionsOf(pool: pg.Pool): NodePgDatabase['transaction'] {
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      try {
        return await drizzle(client).transaction(work, config)
      } catch (error) {
        if (tries === TRIES || !isBrokenOff(error)) throw error
      } finally {
        client.release(client.getTransactionStatus() !== IDLE)
      }
    }
  }
}

function isBrokenOff(error: unknown): boolean {
  return BROKEN_OFF.includes(postgresError(error).code ?? '')
}
