import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

const IDLE = 'I'

/**
 * Drizzle's own way to run a transaction on a pool never gives the connection back when `begin` fails, and gives it back
 * for reuse when `rollback` fails. Here the connection always comes back, and one that is not idle is thrown away.
 */
export function transactionsOf(pool: pg.Pool): NodePgDatabase['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release(client.getTransactionStatus() !== IDLE)
    }
  }
}
