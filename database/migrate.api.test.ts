import { beforeEach, expect, test } from 'vitest'
import type { ConnectionSettings } from './connection-settings.ts'
import { migrate } from './migrate.ts'
import { withOneMore } from './testing/one-more-migration.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { withClient } from './testing/with-client.ts'

let own: TestDatabase

beforeEach(async () => {
  own = await createTestDatabase()
  return () => own.drop()
})

const ask = (settings: ConnectionSettings, text: string) =>
  withClient(settings, async (client) => (await client.query(text)).rows)

test('lets the serving role write and read audit events, but not change or remove them', async () => {
  const insert = `insert into audit_events (actor_name, action, object_kind, object_id, object_name)
    values ('the installer', 'account.create', 'account', '1', 'first')`
  await ask(own.serving, insert)
  expect(await ask(own.serving, 'select object_name from audit_events')).toEqual([{ object_name: 'first' }])
  for (const change of [
    `update audit_events set actor_name = 'nobody'`,
    'delete from audit_events',
    'truncate audit_events',
    'drop table audit_events',
    'alter table audit_events disable trigger all',
  ]) {
    await expect(ask(own.serving, change)).rejects.toThrow(/permission denied|must be owner/)
  }
})

test('protects audit events also if one role owns and serves', async () => {
  await ask(
    own.owner,
    `insert into audit_events (actor_name, action, object_kind, object_id, object_name)
      values ('the installer', 'account.create', 'account', '1', 'first')`,
  )
  for (const change of [
    `update audit_events set actor_name = 'nobody'`,
    'delete from audit_events',
    'truncate audit_events',
  ])
    await expect(ask(own.owner, change)).rejects.toThrow('Audit events are written once')
  expect(await ask(own.owner, 'select object_name from audit_events')).toEqual([{ object_name: 'first' }])
})

test('lets the serving role read and write every other table', async () => {
  const closed = await ask(
    own.serving,
    `select relname, privilege
      from pg_class, unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'audit_events'
        and not has_table_privilege(pg_class.oid, privilege)`,
  )
  expect(closed).toEqual([])
})

test('changes nothing and warns of nothing when it migrates again, twice at once', async () => {
  const both = await Promise.all([migrate(own), migrate(own)])
  expect(both).toEqual([{ warnings: [] }, { warnings: [] }])
})

test('leaves nothing of a migration that fails half-way, and runs it whole at the next start', async () => {
  const broken = await withOneMore('create table more (n int);\n--> statement-breakpoint\nselect 1/0;')
  await expect(migrate({ ...own, folder: broken })).rejects.toThrow()
  expect(await ask(own.owner, `select to_regclass('more') as there`)).toEqual([{ there: null }])
  const mended = await withOneMore('create table more (n int);')
  await migrate({ ...own, folder: mended })
  expect(await ask(own.serving, 'select count(*)::int as n from more')).toEqual([{ n: 0 }])
})

test('migrates and serves with a single role, with a warning about the audit log', async () => {
  const { warnings } = await migrate({ serving: own.owner, owner: null })
  expect(warnings).toEqual([expect.stringContaining('PODIUM_DATABASE_OWNER_URL')])
})

test('reports a database that cannot be reached in one sentence', async () => {
  const serving = { connectionString: 'postgresql://podium@127.0.0.1:1/podium' }
  await expect(migrate({ serving, owner: null })).rejects.toThrow(
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check PODIUM_DATABASE_URL.',
  )
})
