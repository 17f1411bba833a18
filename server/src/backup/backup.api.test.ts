import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withConnection } from '@podium/database/one-connection.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { rowsOf } from '@podium/database/testing/release.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newDataSet, push, sha256Of } from '../domains/data-sets/testing/push.ts'
import { insertRun, insertStream } from '../domains/streams/testing/insert-stream.ts'
import { productVersion } from '../product-version.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { exportAll } from './export.ts'
import { checkExport, importAll } from './import.ts'
import type { Manifest } from './manifest.ts'
import { entriesOf, type Packed, packEntries } from './testing/repack.ts'

type Owner = TestDatabase['owner']

const BIG = Buffer.alloc(3 * 1024 * 1024, 'podium')
let podium: TestApp
let source: Owner
let folder: string
let file: string
let target: TestDatabase
let store: ObjectStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-backup-'))
  podium = await createTestApp()
  source = await ownerOf(podium)
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'succeeded', { model_number: 1 })
  const raw = JSON.stringify({ text: 'first\nsecond\r\u2028"quoted" \\ 🎵', tiny: 5e-324 })
  await podium.deps.database.execute(
    sql`update runs set raw = ${raw}::json, asked_cpu = 1::float8 / 3, lease_until = now() + interval '1 microsecond'`,
  )
  await podium.deps.database.execute(
    sql`update solution_versions set metadata_json = ${'{ "b" : 1,\n\r  "a": 12345678901234567890, "c": null }'}::json`,
  )
  await podium.deps.database.execute(sql`
    insert into one_time_links (secret_hash, purpose, expires_at) values ('x', 'setup', now() + interval '1 day')`)
  await podium.deps.database.execute(
    sql`insert into idempotency_keys (actor, key, request_hash) values ('host', 'k', 'x')`,
  )
  const { s3_bucket_name: bucket } = podium.people.first
  await podium.deps.objects.put(bucket, 'datasets/größe/ein Name.csv', Readable.from(['a,b\n1,2\n']))
  await podium.deps.objects.put(bucket, 'datasets/empty', Readable.from([]))
  await podium.deps.objects.put(bucket, `datasets/${'long/'.repeat(60)}big`, Readable.from([BIG]))
  file = join(folder, 'whole.tar.gz')
  await exportAll({ owner: source, objects: podium.deps.objects, file })
  return async () => {
    await podium.close()
    await rm(folder, { recursive: true })
  }
})
beforeEach(async () => {
  target = await createTestDatabase()
  store = createMemoryStore()
  return () => target.drop()
})

/** The owner's connection to a test app's database. */
async function ownerOf({ deps }: TestApp): Promise<Owner> {
  const { rows } = await deps.database.execute<{ name: string }>(sql`select current_database() as name`)
  return inDatabase(inject('testPostgres').owner, rows[0]?.name ?? '')
}

async function bring(from: string) {
  return importAll({ file: from, ...target, objects: store }, await checkExport(from))
}

/** The hash of every object. */
async function contentOf(objects: ObjectStore): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const { s3_bucket_name: bucket } of [podium.people.first, podium.people.second])
    for await (const { path } of objects.list(bucket, '')) {
      const opened = await objects.open(bucket, path)
      const bytes = Buffer.concat((await opened?.stream.toArray()) as Buffer[])
      content[`${bucket}/${path}`] = createHash('sha256').update(bytes).digest('hex')
    }
  return content
}

test('restores every row and every object, except sign-ins', async () => {
  const before = await withConnection(source, 'test', rowsOf)
  expect(await bring(file)).toEqual({ cut_runs: 0, left_out: Object.keys(podium.people.tokens).length + 2 })
  const after = await withConnection(target.owner, 'test', rowsOf)
  expect(Object.keys(before)).toContain('audit_events')
  expect(before.runs).toHaveLength(1)
  expect(after).toEqual({ ...before, sessions: [], one_time_links: [], idempotency_keys: [] })
  expect(await contentOf(store)).toEqual(await contentOf(podium.deps.objects))
})

test('does not assign numbers again that were assigned before', async () => {
  await bring(file)
  const next = (owner: Owner) =>
    withConnection(owner, 'test', async (client) => {
      const { rows } = await client.query(
        `select nextval('audit_events_id_seq') as audit, nextval('workspaces_number_seq') as workspace`,
      )
      return rows[0]
    })
  expect(await next(target.owner)).toEqual(await next(source))
})

test('makes the export readable for its owner only, lists every object, and leaves nothing beside it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  const entries = await entriesOf(file)
  expect(entries.at(-1)?.header.name).toBe('manifest.json')
  const manifest = JSON.parse(String(entries.at(-1)?.content)) as Manifest
  expect(manifest.tables.find(({ name }) => name === 'runs')).toEqual({
    name: 'runs',
    rows: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(manifest.objects.count).toBe(
    entries.filter(({ header }) => header.name.startsWith('objects/')).length,
  )
  await expect(exportAll({ owner: source, objects: podium.deps.objects, file })).rejects.toThrow(
    `${file} already exists. Choose another name.`,
  )
  const nowhere = join(folder, 'no', 'where.tar.gz')
  await expect(exportAll({ owner: source, objects: podium.deps.objects, file: nowhere })).rejects.toThrow(
    `${nowhere} cannot be written (ENOENT).`,
  )
})

test('forgets a content whose object was removed during the export', {
  tags: ['long'],
}, async () => {
  const member = podium.as('member')
  await push(member, await newDataSet(podium, member, 'moved'), { 'a.txt': 'kept', 'b.txt': 'removed' })
  const { objects, database } = podium.deps
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from data_set_contents where sha256 = ${sha256Of('removed')}`,
  )
  const without = join(folder, 'removed.tar.gz')
  const open: ObjectStore['open'] = async (bucket, path) =>
    path.endsWith(rows[0]?.id ?? '-') ? null : objects.open(bucket, path)
  await exportAll({ owner: source, objects: { ...objects, open }, file: without })
  await bring(without)
  const imported = await withConnection(target.owner, 'test', rowsOf)
  expect(imported.data_set_contents).toEqual([expect.stringContaining(sha256Of('kept'))])
})

test('leaves out an object that is removed during the export', { tags: ['long'] }, async () => {
  const { objects } = podium.deps
  const gone: ObjectStore = {
    ...objects,
    open: async (bucket, path) => (path === 'datasets/empty' ? null : objects.open(bucket, path)),
  }
  const without = join(folder, 'without.tar.gz')
  await exportAll({ owner: source, objects: gone, file: without })
  await bring(without)
  expect(Object.keys(await contentOf(store))).not.toContain(
    `${podium.people.first.s3_bucket_name}/datasets/empty`,
  )
})

test('fails runs that were live, with the reason', async () => {
  const own = await createTestApp()
  try {
    const inserted = await insertStream(own)
    for (const state of ['queued', 'starting', 'running', 'stopped'] as const)
      await insertRun(own, inserted, state)
    await own.deps.database.execute(sql`update runs set owner = 'a server'`)
    await own.deps.database.execute(
      sql`insert into run_secrets (run_id, attempt, sealed, key_id) select id, 1, 'sealed', 'a key' from runs`,
    )
    const live = join(folder, 'live.tar.gz')
    await exportAll({ owner: await ownerOf(own), objects: own.deps.objects, file: live })
    expect(await bring(live)).toMatchObject({ cut_runs: 3 })
    const { rows } = await target.database.execute(
      sql`select state, count(*)::int as n, count(ended_at)::int as ended, count(owner)::int as owned,
        max(detail) as detail from runs group by state order by state`,
    )
    expect(rows).toMatchObject([
      {
        state: 'failed',
        n: 3,
        ended: 3,
        owned: 0,
        detail: expect.stringContaining('its process could not be moved'),
      },
      { state: 'stopped', n: 1 },
    ])
    expect(await target.database.$count(runSecrets)).toBe(0)
  } finally {
    await own.close()
  }
})

const isTable = ({ header }: Packed) => header.name === 'tables/accounts.jsonl'
const isObject = ({ header }: Packed) => header.name.startsWith('objects/')
const spoil = (entry: Packed): Packed => ({
  ...entry,
  content: Buffer.from(String(entry.content).replace(/\d/, '7x')),
})
const named = (name: string, more: object = {}): Packed => ({
  header: { name, ...more },
  content: Buffer.from('linkname' in more ? '' : 'x'),
})
const isManifest = ({ header }: Packed) => header.name === 'manifest.json'
const changed = (entries: Packed[], edit: (manifest: Manifest) => void) =>
  entries.map((entry) => {
    if (!isManifest(entry)) return entry
    const manifest = JSON.parse(String(entry.content)) as Manifest
    edit(manifest)
    return { ...entry, content: Buffer.from(JSON.stringify(manifest)) }
  })

const HARM: Record<string, [change: (entries: Packed[]) => Packed[], sentence: string]> = {
  'a changed row': [
    (all) => all.map((one) => (isTable(one) ? spoil(one) : one)),
    'the rows of accounts were changed',
  ],
  'a changed object': [
    (all) => all.map((one) => (isObject(one) ? spoil(one) : one)),
    'its objects were changed',
  ],
  'a missing table': [(all) => all.filter((one) => !isTable(one)), 'were changed after the export'],
  'a missing object': [(all) => all.filter((one) => !isObject(one)), 'its objects were changed'],
  'a missing manifest': [(all) => all.filter((one) => !isManifest(one)), 'it has no manifest'],
  'a table twice': [(all) => [...all.slice(0, 1), ...all], 'were changed after the export'],
  'a way out': [
    (all) => [named('objects/first-bucket/../../../evil'), ...all],
    'does not belong in an export',
  ],
  'an absolute path': [(all) => [named('/etc/evil'), ...all], 'does not belong in an export'],
  'a bucket that is a way out': [(all) => [named('objects/../evil'), ...all], 'does not belong in an export'],
  'a table that is a way out': [
    (all) => [named('tables/../evil.jsonl'), ...all],
    'does not belong in an export',
  ],
  'a link': [
    (all) => [named('objects/first-bucket/evil', { type: 'symlink', linkname: '/etc/passwd' }), ...all],
    'is not a file',
  ],
  'a row without an end': [
    (all) => [
      { header: { name: 'tables/accounts.jsonl' }, content: Buffer.alloc(80 * 1024 ** 2, 'a') },
      ...all,
    ],
    'one of its rows is incomplete',
  ],
  'something after the manifest': [
    (all) => [...all, named('objects/first-bucket/late')],
    'there is something after',
  ],
  'another format': [
    (all) => changed(all, (manifest) => Object.assign(manifest, { format: 'other' })),
    'This is not a Podium export.',
  ],
  'a damaged manifest': [
    (all) => changed(all, (manifest) => Object.assign(manifest, { tables: [{ name: 1 }] })),
    'The manifest of this export is damaged.',
  ],
  'a bucket that the manifest keeps quiet about': [
    (all) => changed(all, (manifest) => Object.assign(manifest, { buckets: [] })),
    'it holds objects of a bucket that its manifest does not name',
  ],
  'a bucket with a name that is none': [
    (all) => changed(all, (manifest) => manifest.buckets.push('../evil')),
    'The manifest of this export is damaged.',
  ],
  'a newer schema': [
    (all) =>
      changed(all, (manifest) =>
        Object.assign(manifest, { schema: '9999_future', product_version: '9.1.0' }),
      ),
    `This export was made by a newer Podium (9.1.0), and this is ${productVersion}.`,
  ],
}

/** The cases of the short form of the test. */
const ONE_OF_EACH_KIND = ['a changed object', 'a newer schema', 'a way out', 'a link']
const isLong = process.env.PODIUM_LONG === '1'

test.each(Object.entries(HARM).filter(([name]) => isLong || ONE_OF_EACH_KIND.includes(name)))(
  'refuses %s before anything is written',
  async (name, [change, sentence]) => {
    const harmful = join(folder, `${name}.tar.gz`)
    await packEntries(harmful, change(await entriesOf(file)))
    await expect(bring(harmful)).rejects.toThrow(sentence)
    expect(Object.values(await withConnection(target.owner, 'test', rowsOf)).flat()).toEqual([])
    expect(await contentOf(store)).toEqual({})
  },
)

/** Damage that is visible only once the rows are imported. */
const HARM_SEEN_IN_ROWS: typeof HARM = {
  'an empty bucket that the manifest keeps quiet about': [
    (all) => changed(all, (manifest) => Object.assign(manifest, { buckets: ['first-bucket'] })),
    'its manifest does not name the buckets of its workspaces',
  ],
  'numbers that the manifest keeps quiet about': [
    (all) => changed(all, (manifest) => Object.assign(manifest, { sequences: {} })),
    'its manifest does not list the numbers in use',
  ],
  'a number that would be given out again': [
    (all) => changed(all, (manifest) => Object.assign(manifest.sequences, { workspaces_number_seq: null })),
    'its manifest has a wrong number for workspaces_number_seq',
  ],
}

test.each(Object.entries(HARM_SEEN_IN_ROWS))(
  'refuses %s and leaves no row',
  async (name, [change, sentence]) => {
    const harmful = join(folder, `${name}.tar.gz`)
    await packEntries(harmful, change(await entriesOf(file)))
    await expect(bring(harmful)).rejects.toThrow(sentence)
    expect(Object.values(await withConnection(target.owner, 'test', rowsOf)).flat()).toEqual([])
  },
)

test('refuses a file that is no export, or half of one, with a sentence', async () => {
  const half = join(folder, 'half.tar.gz')
  await writeFile(half, (await readFile(file)).subarray(0, 2000))
  await expect(checkExport(half)).rejects.toThrow('is not a Podium export, or it is damaged')
  const text = join(folder, 'text.tar.gz')
  await writeFile(text, 'hello')
  await expect(checkExport(text)).rejects.toThrow('is not a Podium export, or it is damaged')
  await expect(checkExport(join(folder, 'none'))).rejects.toThrow('There is no file')
  await expect(checkExport(folder)).rejects.toThrow('cannot be read (EISDIR)')
})

test('imports no row of an export that changes after the check', { tags: ['long'] }, async () => {
  const harmful = join(folder, 'swapped.tar.gz')
  const entries = await entriesOf(file)
  await packEntries(harmful, entries)
  const checked = await checkExport(harmful)
  await packEntries(
    harmful,
    entries.map((one) => (isObject(one) ? spoil(one) : one)),
  )
  await expect(importAll({ file: harmful, ...target, objects: store }, checked)).rejects.toThrow(
    'its objects were changed',
  )
  expect(Object.values(await withConnection(target.owner, 'test', rowsOf)).flat()).toEqual([])
})

test('refuses a database in use and leaves it unchanged', async () => {
  await bring(file)
  const before = await withConnection(target.owner, 'test', rowsOf)
  await expect(bring(file)).rejects.toThrow('The database is already in use: accounts has rows.')
  expect(await withConnection(target.owner, 'test', rowsOf)).toEqual(before)
})

test('refuses a store that already has the files, says what to do, and imports no row', async () => {
  const { s3_bucket_name: bucket } = podium.people.first
  await store.makeBucket(bucket)
  await store.put(bucket, 'datasets/empty', Readable.from([]))
  await expect(bring(file)).rejects.toThrow(
    `The object store already has ${bucket}/datasets/empty. Import only into an empty one. If it holds the files of this export, unset PODIUM_OBJECTS_URL, import into the home, then run "podium objects move --to" with the address of the store. If they are from a failed import, remove them first.`,
  )
  expect(Object.values(await withConnection(target.owner, 'test', rowsOf)).flat()).toEqual([])
})

test('serves from the imported database', async () => {
  await bring(file)
  const named = sql`select name from workspaces order by name`
  const { rows } = await target.database.execute<{ name: string }>(named)
  expect(rows.map(({ name }) => name)).toEqual(['first-ws', 'second-ws'])
})
