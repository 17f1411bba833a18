import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { postgresError } from './postgres-error.ts'

const IDLE = 'I'
const TRIES = 3
/** The database ended the transaction for the sake of another: a deadlock, or two that cannot follow each other. */
const BROKEN_OFF = ['40P01', '40001']

/**
 * Drizzle's own way to run a transaction on a pool never gives the connection back when `begin` fails, and gives it back
 * for reuse when `rollback` fails. Here the connection always comes back, and one that is not idle is thrown away.
 *
 * A transaction that the database broke off is begun again: nothing of it was kept, and the other one has what it wanted.
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
