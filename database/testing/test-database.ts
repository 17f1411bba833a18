import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../connect.ts'
import type { ConnectionSettings } from '../connection-settings.ts'
import { tablesInOrder } from '../table-order.ts'
import { inDatabase } from './in-database.ts'
import { quietLog } from './quiet-log.ts'
import { withClient } from './with-client.ts'

export interface TestDatabase {
  /** as the serving role */
  database: Database
  pool: pg.Pool
  serving: ConnectionSettings
  owner: ConnectionSettings
  /** removes every row; no query may be running */
  empty(): Promise<void>
  /** closes the connections and removes the database */
  drop(): Promise<void>
}

/** Inserting ten thousand rows on a busy machine takes longer than the product's statement timeout. */
const PATIENCE_MS = 300_000

/** Creates a migrated, empty database of the test's own: `const { database, drop } = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { admin, owner, serving, prefix, copies, owningRole, template } = inject('testPostgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await withClient(admin, (client) =>
    client.query(`create database ${name} template ${template} owner ${owningRole} strategy ${copies}`),
  )
  const connection = inDatabase(serving, name)
  const { database, pool, close } = connectDatabase({
    connection,
    patienceMs: PATIENCE_MS,
    log: quietLog,
  })
  let emptying: pg.Client | undefined
  return {
    database,
    pool,
    serving: connection,
    owner: inDatabase(owner, name),
    async empty() {
      emptying ??= await connectEmptying(inDatabase(admin, name))
      await removeRows(emptying)
    },
    async drop() {
      await emptying?.end()
      await close()
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** Connects as a superuser with triggers off, so that audit events can be deleted and foreign keys are not checked. */
async function connectEmptying(settings: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({ ...settings })
  await client.connect()
  const tables = (await tablesInOrder(client)).map((table) => client.escapeIdentifier(table))
  await client.query(`
    set session_replication_role = replica;
    create function pg_temp.remove_rows() returns void language plpgsql as $$ begin
      lock table ${tables} nowait;
      ${tables.map((table) => `if exists (select from ${table}) then delete from ${table}; end if;`).join('\n')}
      perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
    end $$`)
  return client
}

const BETWEEN_TRIES_MS = 5
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Removes all rows once nothing else is running, and never waits while it holds a lock. A late write of the previous
 * test ends first or is refused afterwards, so it cannot deadlock with this.
 */
async function removeRows(client: pg.Client): Promise<void> {
  for (;;)
    try {
      await client.query('select pg_temp.remove_rows()')
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
      await setTimeout(BETWEEN_TRIES_MS)
    }
}
