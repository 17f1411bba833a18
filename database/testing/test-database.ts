import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../connect.ts'
import type { ConnectionSettings } from '../connection-settings.ts'
import { inDatabase } from './in-database.ts'
import { quietLog } from './quiet-log.ts'
import { withClient } from './with-client.ts'

export interface TestDatabase {
  /** as the role that serves */
  database: Database
  pool: pg.Pool
  serving: ConnectionSettings
  owner: ConnectionSettings
  /** closes the connections and removes the database */
  drop(): Promise<void>
}

/** A database of the test's own, migrated and empty: `const { database, drop } = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { admin, owner, serving, prefix, copies, owningRole, template } = inject('testPostgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await withClient(admin, (client) =>
    client.query(`create database ${name} template ${template} owner ${owningRole} strategy ${copies}`),
  )
  const connection = inDatabase(serving, name)
  const { database, pool, close } = connectDatabase({ connection, log: quietLog })
  return {
    database,
    pool,
    serving: connection,
    owner: inDatabase(owner, name),
    async drop() {
      await close()
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}
