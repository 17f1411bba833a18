import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { asRole, roleOf } from './testing/as-role.ts'
import { createEmptyDatabase, type EmptyDatabase } from './testing/empty-database.ts'
import { inDatabase } from './testing/in-database.ts'
import { nameOf } from './testing/name-of.ts'
import { withOneMore } from './testing/one-more-migration.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { withClient } from './testing/with-client.ts'

let own: EmptyDatabase
beforeEach(async () => {
  own = await createEmptyDatabase()
})
afterEach(() => own.drop())

const role = roleOf(inject('testPostgres').serving)

/** Runs statements as a superuser in the database of the test. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const { admin } = inject('testPostgres')
  await withClient(inDatabase(admin, nameOf(own.owner)), async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

/** Starts on the database, and returns PostgreSQL's reason and the command that helps. */
async function refusal(role: 'owner' | 'serving' = 'owner'): Promise<string> {
  return migrate({ serving: own[role], owner: null }).then(
    () => 'started',
    (error: Error) => error.message,
  )
}

test.each([
  ['create', 'permission denied for schema public'],
  ['all', 'no schema has been selected to create in'],
])('tells a role that lacks %s in the schema public which grant helps', async (right, reason) => {
  await asSuperuser(
    `revoke ${right} on schema public from public`,
    `grant create on database ${nameOf(own.owner)} to ${role}`,
  )
  expect(await refusal('serving')).toBe(
    `The database refuses what Podium needs: ${reason}. Allow it as a superuser: grant usage, create on schema public to ${role};`,
  )
  await asSuperuser(`grant usage, create on schema public to ${role}`)
  expect(await refusal('serving')).toBe('started')
})

test('tells a role that may not create a schema which grant helps', async () => {
  const name = nameOf(own.owner)
  expect(await refusal('serving')).toBe(
    `The database refuses what Podium needs: permission denied for database ${name}. Allow it as a superuser: grant create on database ${name} to ${role};`,
  )
})

test('tells a role that may not connect which grant helps', async () => {
  const name = nameOf(own.owner)
  await asSuperuser(`revoke connect on database ${name} from public`)
  expect(await refusal('serving')).toBe(
    `The database cannot be reached: permission denied for database "${name}". Allow it as a superuser: grant connect on database ${name} to ${role};`,
  )
})

test('names the setting that makes a database read-only', async () => {
  await asSuperuser(`alter database ${nameOf(own.owner)} set default_transaction_read_only = on`)
  expect(await refusal()).toMatch(
    /^The database refuses what Podium needs: cannot execute CREATE SCHEMA in a read-only transaction\. The database takes no changes\..* default_transaction_read_only = off;/,
  )
})

test('refuses a database with tables of another program, and keeps them', async () => {
  await asSuperuser('create table accounts (number int)')
  expect(await refusal()).toMatch(
    /^The database refuses what Podium needs: relation "accounts" already exists\. The database has tables of another program\. Give Podium one of its own/,
  )
  await asSuperuser('select number from accounts')
})

test('says how to take over tables of another role', async () => {
  const migrated = await createTestDatabase()
  onTestFinished(() => migrated.drop())
  await withClient(migrated.owner, async (client) => {
    await client.query(`grant create on database ${nameOf(migrated.owner)} to ${role}`)
    await client.query(`grant usage, create on schema drizzle to ${role}`)
    await client.query(`grant all on drizzle.__drizzle_migrations to ${role}`)
  })
  const serving = {
    serving: migrated.serving,
    owner: null,
    folder: await withOneMore('alter table accounts add extra int;'),
  }
  await expect(migrate(serving)).rejects.toThrow(
    `must be owner of table accounts. Its tables belong to another role. Hand them over as a superuser: reassign owned by THE_OTHER_ROLE to ${role};`,
  )
})

test('says which command helps if a role may not sign in or its database is missing', async () => {
  const guest = `${inject('testPostgres').prefix}_guest`
  await asSuperuser(`create role ${guest} password '${guest}'`)
  await expect(migrate({ serving: asRole(own.owner, guest, guest), owner: null })).rejects.toThrow(
    `role "${guest}" is not permitted to log in. Allow it as a superuser: alter role ${guest} login;`,
  )
  await asSuperuser(`drop role ${guest}`)
  await expect(migrate({ serving: inDatabase(own.owner, 'No-Such'), owner: null })).rejects.toThrow(
    `database "No-Such" does not exist. Create it as a superuser: create database "No-Such" owner ${roleOf(own.owner)};`,
  )
})
