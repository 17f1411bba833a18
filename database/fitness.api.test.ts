import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { assertUsable, tooOldReason } from './fitness.ts'
import { migrate } from './migrate.ts'
import { asRole, roleOf } from './testing/as-role.ts'
import { inDatabase } from './testing/in-database.ts'
import { nameOf } from './testing/name-of.ts'
import { quietLog } from './testing/quiet-log.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { waitFor } from './testing/wait-for.ts'
import { withClient } from './testing/with-client.ts'

const uniqueName = () => `${inject('testPostgres').prefix}_${randomBytes(6).toString('hex')}`

async function asSuperuser(statement: string): Promise<void> {
  await withClient(inject('testPostgres').admin, (client) => client.query(statement))
}

/** Creates a role of the test's own that may connect to the run's database. */
async function roleThat(limit: string) {
  const user = uniqueName()
  await asSuperuser(`create role ${user} login password '${user}' ${limit}`)
  onTestFinished(() => asSuperuser(`drop role ${user}`))
  return asRole(inDatabase(inject('testPostgres').admin, 'postgres'), user, user)
}

/** Creates a database of the test's own with these options. */
async function databaseWith(options: string) {
  const { owner, owningRole } = inject('testPostgres')
  const name = uniqueName()
  await asSuperuser(`create database ${name} owner ${owningRole} ${options} template template0`)
  onTestFinished(() => asSuperuser(`drop database ${name}`))
  return inDatabase(owner, name)
}

test('refuses a server older than 15', () => {
  expect(tooOldReason('14.19 (Debian 14.19-1)')).toContain('needs PostgreSQL 15 or newer')
  expect(tooOldReason('15.0')).toBeNull()
  expect(tooOldReason('18.4')).toBeNull()
})

test.each(['LATIN1', 'SQL_ASCII', 'EUC_KR'])('refuses a database in %s', async (encoding) => {
  const database = await databaseWith(`encoding '${encoding}' locale 'C' locale_provider libc`)
  await expect(assertUsable(database)).rejects.toThrow(
    `Podium needs a database with the encoding UTF8, and this one has ${encoding}. Create another one as a superuser: create database NAME owner ${inject('testPostgres').owningRole} encoding 'UTF8'`,
  )
})

test('warns about a database in another encoding that Podium served before', async () => {
  const database = await databaseWith(`encoding 'SQL_ASCII' locale 'C' locale_provider libc`)
  await withClient(database, (client) =>
    client.query('create schema drizzle; create table drizzle.__drizzle_migrations (id int)'),
  )
  expect((await assertUsable(database)).warnings).toEqual([
    expect.stringMatching(
      / has SQL_ASCII\..* What this one holds is moved by podium export and podium import\.$/,
    ),
  ])
})

test('serves again with a role that may not look into the schema of migrations', async () => {
  const own = await createTestDatabase()
  onTestFinished(() => own.drop())
  expect(await assertUsable(own.serving)).toEqual({ warnings: [] })
})

test('warns about a database whose locale knows another i', async () => {
  const database = await databaseWith(`locale 'C' icu_locale 'tr-TR' locale_provider icu`)
  expect((await assertUsable(database)).warnings).toEqual([
    expect.stringMatching(/^In the locale of this database the small letter of I is not i/),
  ])
})

test('refuses a role with too few connections, and says how many Podium needs', async () => {
  const few = await roleThat('connection limit 3')
  await expect(assertUsable(few)).rejects.toThrow(
    /may have 3 connections to the database at once\. Each server of Podium uses up to 13 connections, or 23 with files in S3/,
  )
})

test('says how many connections Podium needs if a role gives none', async () => {
  const none = await roleThat('connection limit 0')
  await expect(assertUsable(none)).rejects.toThrow(
    /^The database cannot be reached: too many connections for role .*uses up to 13 connections/,
  )
})

test('warns about a role with few connections, and not about one with enough', async () => {
  const few = await roleThat('connection limit 6')
  expect((await assertUsable(few)).warnings).toEqual([expect.stringContaining('may have 6 connections')])
  const enough = await roleThat('connection limit 13')
  expect(await assertUsable(enough)).toEqual({ warnings: [] })
})

test('limits calls to the available connections, and uses more when the database gives more', async () => {
  const few = await roleThat('connection limit 6')
  const { pool, close } = connectDatabase({ connection: few, log: quietLog })
  onTestFinished(close)
  const other = new pg.Client({ ...few })
  await other.connect()
  const calls = Array.from({ length: 80 }, () => pool.query('select pg_sleep(0.01)'))
  await expect(Promise.all(calls)).resolves.toHaveLength(80)
  expect(pool.totalCount).toBeLessThanOrEqual(5)
  await other.end()
  await asSuperuser(`alter role ${roleOf(few)} connection limit -1`)
  await waitFor(async () => {
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.05)')))
    expect(pool.totalCount).toBe(10)
  })
})

test.for(['statement_timeout', 'lock_timeout', 'idle_session_timeout', 'transaction_timeout'])(
  'waits for another start whatever %s the role has',
  async (limit, { skip }) => {
    const own = await createTestDatabase()
    onTestFinished(() => own.drop())
    const { rows } = await own.pool.query('select current_setting($1, true) as known', [limit])
    skip(rows[0].known === null, 'this PostgreSQL has no such limit')
    await asSuperuser(
      `alter role ${roleOf(own.owner)} in database ${nameOf(own.owner)} set ${limit} = '50ms'`,
    )
    await withClient(inDatabase(inject('testPostgres').admin, nameOf(own.owner)), async (first) => {
      await first.query('select pg_advisory_lock(7063486211)')
      const start = migrate(own)
      const waits = `select from pg_locks join pg_stat_activity using (pid)
        where not granted and locktype = 'advisory' and datname = current_database()
          and clock_timestamp() > query_start + interval '120 ms'`
      await waitFor(async () => expect((await first.query(waits)).rowCount).toBe(1))
      await first.query('select pg_advisory_unlock(7063486211)')
      expect(await start).toEqual({ warnings: [] })
    })
  },
)
