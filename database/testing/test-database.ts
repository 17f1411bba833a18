import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../connect.ts'
import type { ConnectionSettings } from '../connection-settings.ts'
import { tablesInOrder } from '../table-order.ts'
import { inDatabase } from './in-database.ts'
import { quietLog } from './quiet-log.ts'
import { withClient } from './with-client.ts'

export interface TestDatabase {
  /** as the role that serves */
  database: Database
  pool: pg.Pool
  serving: ConnectionSettings
  owner: ConnectionSettings
  /** removes every row, by the role that may; nothing may be under way */
  empty(): Promise<void>
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
  let emptying: pg.Client | undefined
  return {
    database,
    pool,
    serving: connection,
    owner: inDatabase(owner, name),
    async empty() {
      if (!emptying) {
        emptying = new pg.Client({ ...inDatabase(owner, name) })
        await emptying.connect()
      }
      removal ??= removalOfRows(emptying)
      await emptying.query(await removal)
    },
    async drop() {
      await emptying?.end()
      await close()
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** The statements that remove every row; all databases of a process have the same tables. */
let removal: Promise<string> | undefined

async function removalOfRows(client: pg.Client): Promise<string> {
  const tables = (await tablesInOrder(client)).reverse()
  return [
    'alter table audit_events disable trigger user',
    // A late write of the previous test about an account waits for this lock, and is refused afterwards.
    'lock table accounts',
    ...tables.map((table) => `delete from ${client.escapeIdentifier(table)}`),
    'alter table audit_events enable trigger user',
    `select setval(seqrelid::regclass, seqstart, false) from pg_sequence`,
  ].join(';')
}
