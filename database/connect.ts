import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import type { DatabaseLog } from './log.ts'
import { POOL_SIZE } from './pool-size.ts'
import { applySettings, NO_LIMITS } from './session-settings.ts'
import { transactionsOf } from './transactions.ts'
import { readOurTypes } from './value-types.ts'
import { WatchedPool } from './watched-pool.ts'

/** The whole database: starts transactions. */
export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The argument of a repository: the database itself or a transaction in it. */
export type Handle = PgDatabase<NodePgQueryResultHKT>

/** The application name of a server's connections, by which the next server ends them (hold.ts). */
export const APPLICATION_NAME = 'podium'

export interface DatabaseConnection {
  database: Database
  pool: pg.Pool
  /** waits for running queries, then closes every connection */
  close(): Promise<void>
}

export interface ConnectOptions {
  connection: ConnectionSettings
  log: DatabaseLog
  /** statement timeout */
  patienceMs?: number
  /** checks that this server may still use the database (hold.ts); a rejection fails the query */
  confirm?(): Promise<void>
}

/**
 * Connects lazily: opens nothing before the first query, and replaces a lost connection for the next one. While the
 * database is away or does not answer, queries fail within two seconds. They are not repeated, because the write may
 * have happened although the answer was lost. While every connection is in use, a query waits ten seconds for its turn.
 */
export function connectDatabase({
  connection,
  log,
  patienceMs = 15_000,
  confirm,
}: ConnectOptions): DatabaseConnection {
  const settings = {
    application_name: APPLICATION_NAME,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: patienceMs + 5_000,
    ...connection,
    onConnect: (client: pg.ClientBase) =>
      applySettings(client, {
        ...NO_LIMITS,
        TimeZone: 'UTC',
        DateStyle: 'ISO',
        statement_timeout: String(patienceMs),
        idle_in_transaction_session_timeout: '30000',
      }),
  }
  const pool = new WatchedPool(settings, {
    ...(confirm && { confirm }),
    onSilent: () => log.warn('The database does not answer: queries are refused until it does.'),
  })
  pool.on('error', (error) => log.warn(`The connection to the database was lost: ${error.message}`))
  pool.on('connect', (client) => {
    readOurTypes(client)
    // A client in use whose connection breaks emits an event that would end the process if nobody listens. The running
    // query fails as well, and its caller handles that.
    client.on('error', () => {})
  })
  const database = Object.assign(drizzle(pool), { transaction: transactionsOf(pool) })
  return { database, pool, close: () => pool.end() }
}
