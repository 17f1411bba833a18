import { Readable } from 'node:stream'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  commitDataSetVersion,
  listDataSetChanges,
  listDataSetFiles,
  previewDataSetFile,
  readDataSetFile,
  showDataSetFile,
} from '@podium/contract/calls/data-set-files.ts'
import {
  createDataSet,
  editDataSet,
  listDataSets,
  listDataSetVersions,
  readDataSet,
  readDataSetVersion,
} from '@podium/contract/calls/data-sets.ts'
import { readStorage } from '@podium/contract/calls/retention.ts'
import { dataSetVersions } from '@podium/database/schema/data-sets.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { removeLeftVersions } from './contents.ts'
import { adoptFolders } from './folders.ts'
import { createDataSetInputs } from './run-inputs.ts'
import { announce, newDataSet, push, put, sha256Of } from './testing/push.ts'

let podium: TestApp
let member: TestClient
let names = 0
beforeAll(async () => {
  podium = await createTestApp({ config: { upload_max: 1000 } })
  member = podium.as('member')
  return () => podium.close()
})

const fresh = (client = member) => {
  names += 1
  return newDataSet(podium, client, `set-${names}`)
}

async function blobsOf(bucket: string): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list(bucket, 'blobs/')) paths.push(path)
  return paths
}

test('a version has the uploaded files, and the next one lists what differs', async () => {
  const id = await fresh()
  const first = await push(member, id, { 'a.csv': 'x,y\n1,2\n', 'notes/b.txt': 'hello' }, { note: 'first' })
  expect(first).toMatchObject({ version: 1, note: 'first', files: 2, size: 13, runs: 0, sent: 2 })
  const second = await push(member, id, { 'a.csv': 'x,y\n3,4\n', 'c.txt': 'new' })
  expect(second).toMatchObject({ version: 2, files: 2, size: 11, sent: 2 })
  const info = await member.call(readDataSetVersion, { params: { id, n: 2 } })
  expect(info.changes).toEqual({
    before: 1,
    added: { files: 1, size: 3 },
    changed: { files: 1, size: 8 },
    removed: { files: 1, size: 5 },
  })
  expect((await member.call(listDataSetChanges, { params: { id, n: 2 } })).files).toEqual([
    { path: 'a.csv', from: 8, to: 8 },
    { path: 'c.txt', from: null, to: 3 },
    { path: 'notes/b.txt', from: 5, to: null },
  ])
  expect(await member.call(readDataSet, { params: { id } })).toMatchObject({
    version: 2,
    versions: 2,
    files: 2,
    size: 11,
    runs: 0,
    last_run: null,
  })
  const { versions, total } = await member.call(listDataSetVersions, { params: { id } })
  expect([versions.map(({ version }) => version), total]).toEqual([[2, 1], 2])
})

test('files are paged in the order of their bytes, and found by folder and by text', async () => {
  const id = await fresh()
  await push(member, id, { 'B/1.txt': '1', 'a/2.txt': '2', 'a!/x.txt': '3', 'a/10.txt': '4' })
  const list = (query: Record<string, unknown>) =>
    member.call(listDataSetFiles, { params: { id, n: 1 }, query })
  const first = await list({ page_size: 3 })
  expect(first.files.map(({ path }) => path)).toEqual(['B/1.txt', 'a!/x.txt', 'a/10.txt'])
  expect(first.next_cursor).toBe('a/10.txt')
  const rest = await list({ page_size: 3, after: 'a/10.txt' })
  expect([rest.files.map(({ path }) => path), rest.next_cursor]).toEqual([['a/2.txt'], null])
  expect((await list({ prefix: 'a/' })).files.map(({ path }) => path)).toEqual(['a/10.txt', 'a/2.txt'])
  expect((await list({ q: 'X.TXT' })).files).toEqual([{ path: 'a!/x.txt', size: 1, sha256: sha256Of('3') }])
})

test('identical content is sent and stored once across data sets and paths', async () => {
  const [one, other] = [await fresh(), await fresh()]
  const bucket = podium.people.first.s3_bucket_name
  await push(member, one, { 'a.txt': 'the same', 'b.txt': 'the same' })
  const before = await blobsOf(bucket)
  expect((await push(member, other, { 'c/d.txt': 'the same' })).sent).toBe(0)
  expect(await blobsOf(bucket)).toEqual(before)
  const read = await member.ask(readDataSetFile, { params: { id: other, n: 1, path: 'c/d.txt' } })
  expect(read.body).toBe('the same')
})

test('another workspace sees neither a data set nor if a content is stored', async () => {
  const id = await fresh()
  await push(member, id, { 'a.txt': 'ours alone' })
  const outsider = podium.as('outsider')
  expect((await outsider.ask(readDataSet, { params: { id } })).statusCode).toBe(404)
  const query = { workspace_id: podium.people.second.id }
  const { id: theirs } = await outsider.call(createDataSet, { query, body: { name: 'theirs' } })
  const { upload } = await outsider.call(beginDataSetVersion, { params: { id: theirs }, body: {} })
  const { missing } = await announce(outsider, theirs, upload, { 'a.txt': 'ours alone' })
  expect(missing).toEqual([sha256Of('ours alone')])
  // an upload belongs to its data set and to the person who began it
  for (const [client, at] of [
    [member, theirs],
    [podium.as('developer'), id],
  ] as const)
    expect((await client.ask(commitDataSetVersion, { params: { id: at, upload } })).statusCode).toBe(404)
})

test('a run finds the files of a version only in the bucket of its workspace', async () => {
  const id = await fresh()
  await push(member, id, { 'a.txt': 'ours' })
  const rows = await podium.deps.database
    .select({ id: dataSetVersions.id })
    .from(dataSetVersions)
    .where(eq(dataSetVersions.data_set_id, id))
  const { first, second } = podium.people
  const inputs = createDataSetInputs(() => podium.deps.database)
  const prefix = `data-sets/${rows[0]?.id}/name/`
  const look = async (bucket: string) => {
    const listed: string[] = []
    for await (const { path } of inputs.list(bucket, prefix) ?? []) listed.push(path)
    return [listed, await inputs.find(bucket, `${prefix}a.txt`)]
  }
  expect(await look(first.s3_bucket_name)).toMatchObject([[`${prefix}a.txt`], { path: 'a.txt' }])
  expect(await look(second.s3_bucket_name)).toEqual([[], 'missing'])
})

test('refuses bytes that differ from the announced ones, and stores nothing', async () => {
  const id = await fresh()
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'right' })
  for (const wrong of ['wrong', 'right and more', 'r']) {
    const refused = await put(member, id, upload, wrong, sha256Of('right'))
    expect(refused.statusCode).toBeGreaterThanOrEqual(413)
  }
  expect(await blobsOf(bucket)).toEqual(before)
  const early = await member.ask(commitDataSetVersion, { params: { id, upload } })
  expect([early.statusCode, early.json().detail]).toEqual([
    409,
    '1 content has not arrived yet. Announce the files again and send what is missing.',
  ])
  expect((await put(member, id, upload, 'not announced')).statusCode).toBe(404)
  expect((await announce(member, id, upload, { 'a.txt': 'right' })).missing).toHaveLength(1)
})

test('a new upload after one that broke off sends only the missing contents', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const files = { 'a.txt': 'arrived', 'b.txt': 'not yet' }
  await announce(member, id, upload, files)
  expect((await put(member, id, upload, 'arrived')).statusCode).toBe(200)
  expect(await push(member, id, files)).toMatchObject({ version: 1, sent: 1 })
})

test('accepts an empty file', async () => {
  const id = await fresh()
  expect(await push(member, id, { 'empty.txt': '' })).toMatchObject({ files: 1, size: 0, sent: 1 })
  const params = { id, n: 1, path: 'empty.txt' }
  expect((await member.ask(readDataSetFile, { params })).body).toBe('')
})

test('a version may begin with the files of the newest one', async () => {
  const id = await fresh()
  await push(member, id, { 'a.txt': 'kept', 'b.txt': 'old' })
  expect(await push(member, id, { 'b.txt': 'newer' }, { keep: true })).toMatchObject({ files: 2, size: 9 })
})

test('refuses the second of two uploads that begin with the newest version, so that no files are lost', async () => {
  const id = await fresh()
  await push(member, id, { 'a.txt': 'kept' })
  const begin = async (client: TestClient, files: Record<string, string>) => {
    const { upload } = await client.call(beginDataSetVersion, { params: { id }, body: { keep: true } })
    await announce(client, id, upload, files)
    for (const content of Object.values(files)) await put(client, id, upload, content)
    return () => client.ask(commitDataSetVersion, { params: { id, upload } })
  }
  const [developer, ours] = [podium.as('developer'), { 'ours.txt': 'ours' }]
  const commits = [await begin(member, ours), await begin(developer, { 'theirs.txt': 'theirs' })]
  const answers = await Promise.all(commits.map((commit) => commit()))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toMatch(
    /^Version 2 was made while this upload was running/,
  )
  const files = { ...ours, 'theirs.txt': 'theirs' }
  expect(await push(member, id, files, { keep: true })).toMatchObject({ version: 3, files: 3, sent: 0 })
})

test.each([
  ['../a', 422],
  ['/a', 422],
  ['a\\b', 422],
  ['a//b', 422],
  ['./a', 422],
  ['a\u0000b', 422],
  [`${'x'.repeat(256)}`, 422],
  ['ok/A.txt', 200],
])('the path %j is answered with %i', async (path, status) => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const body = { files: [{ path, size: 1, sha256: sha256Of('1') }] }
  const { statusCode } = await member.ask(announceDataSetFiles, { params: { id, upload }, body })
  expect(statusCode).toBe(status)
})

test('a version holds no file below a file, names that differ in case only, and is never empty', async () => {
  const id = await fresh()
  const commit = async (files: Record<string, string>) => {
    const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
    if (Object.keys(files).length > 0) await announce(member, id, upload, files)
    for (const content of Object.values(files)) await put(member, id, upload, content)
    return member.ask(commitDataSetVersion, { params: { id, upload } })
  }
  const folded = await commit({ a: '1', 'a/b/c': '2' })
  expect([folded.statusCode, folded.json().detail]).toEqual([
    422,
    'a is both a file and a folder in this version. Rename one of them.',
  ])
  expect((await commit({})).statusCode).toBe(422)
  expect((await commit({ 'a.txt': '1', 'A.txt': '2', 'a.txt.d/x': '3' })).statusCode).toBe(200)
})

test('a file lies below 32 folders at most', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const pathBelow = (folders: number) => `${'a/'.repeat(folders)}b`
  await announce(member, id, upload, { [pathBelow(32)]: '1' })
  await expect(announce(member, id, upload, { [pathBelow(33)]: '1' })).rejects.toThrow(
    'is below more than 32 folders. Move it up.',
  )
})

test('a file is previewed, shown and downloaded, whole or by range', async () => {
  const id = await fresh()
  await push(member, id, {
    'a.csv': 'x,y\n1,2\n',
    'page.html': '<script>alert(1)</script>',
    'größe/b.txt': 'hello',
  })
  const params = (path: string) => ({ params: { id, n: 1, path } })
  expect((await member.ask(previewDataSetFile, params('a.csv'))).json()).toMatchObject({
    kind: 'table',
    columns: ['x', 'y'],
    rows: [['1', '2']],
  })
  const shown = await member.ask(showDataSetFile, params('page.html'))
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  const part = await member.ask(readDataSetFile, {
    ...params('größe/b.txt'),
    headers: { range: 'bytes=1-2' },
  })
  expect([part.statusCode, part.body]).toEqual([206, 'el'])
  expect((await member.ask(readDataSetFile, params('none.txt'))).statusCode).toBe(404)
})

test('a data set is found, sorted, renamed and described; its name is unique', async () => {
  const id = await fresh()
  const query = { workspace_id: podium.people.first.id }
  const edited = await member.call(editDataSet, {
    params: { id },
    body: { name: 'store-sales', note: 'per day', revision: 1 },
  })
  expect(edited).toMatchObject({ name: 'store-sales', note: 'per day', revision: 2 })
  const stale = await member.ask(editDataSet, { params: { id }, body: { note: 'x', revision: 1 } })
  expect(stale.statusCode).toBe(409)
  const { data_sets, total } = await member.call(listDataSets, {
    query: { ...query, q: 'PER DAY', sort: 'name' },
  })
  expect([data_sets.map(({ name }) => name), total]).toEqual([['store-sales'], 1])
  const taken = await member.ask(createDataSet, { query, body: { name: 'Store-Sales' } })
  expect([taken.statusCode, taken.json().detail]).toEqual([
    409,
    'A data set named Store-Sales already exists in this workspace. Choose another name.',
  ])
})

test('each content counts once as storage of data sets', async () => {
  const stored = async () => {
    const { now } = await member.call(readStorage, { params: { id: podium.people.first.id } })
    return now.data_sets
  }
  const [before, id] = [await stored(), await fresh()]
  await push(member, id, { 'a.txt': 'twelve bytes', 'b.txt': 'twelve bytes' })
  expect(await stored()).toBe(before + 12)
})

test('refuses contents above the storage quota of the workspace', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'past the limit' })
  const setLimit = (quotas: object) =>
    podium.deps.database.execute(
      sql`update workspaces set quotas = ${JSON.stringify(quotas)}::jsonb where id = ${podium.people.first.id}::uuid`,
    )
  await setLimit({ storage_gib: 1 / 1024 ** 3 })
  const refused = await put(member, id, upload, 'past the limit')
  await setLimit({})
  expect([refused.statusCode, refused.json().detail]).toEqual([
    expect.any(Number),
    expect.stringContaining('in this workspace'),
  ])
  expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  expect((await put(member, id, upload, 'past the limit')).statusCode).toBe(200)
})

test('removes an upload that was idle for a day, with contents that no other references', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'left alone' })
  await put(member, id, upload, 'left alone')
  await removeLeftVersions(podium.deps)
  await podium.deps.database
    .update(dataSetVersions)
    .set({ touched_at: sql`now() - interval '25 hours'` })
    .where(eq(dataSetVersions.id, upload))
  await removeLeftVersions(podium.deps)
  expect((await member.ask(commitDataSetVersion, { params: { id, upload } })).statusCode).toBe(404)
  expect((await push(member, id, { 'a.txt': 'left alone' })).sent).toBe(1)
})

test('keeps the five newest idle uploads of a person, and removes older ones completely', {
  tags: ['long'],
}, async () => {
  const id = await fresh()
  const begin = async (client: TestClient, content = 'begun') => {
    const { upload } = await client.call(beginDataSetVersion, { params: { id } })
    await announce(client, id, upload, { 'a.txt': content })
    await put(client, id, upload, content)
    return upload
  }
  const commit = (client: TestClient, upload: string) =>
    client.ask(commitDataSetVersion, { params: { id, upload } })
  const ofAnother = await begin(podium.as('developer'))
  const oldest = await begin(member, 'in the oldest alone')
  const next = await begin(member)
  for (let count = 0; count < 3; count += 1) await begin(member)
  await podium.deps.database.execute(sql`
    update data_set_versions set touched_at = touched_at - interval '20 minutes' where data_set_id = ${id}::uuid`)
  await begin(member)
  await expect(announce(member, id, oldest, { 'b.txt': 'more' })).rejects.toThrow('404')
  expect((await commit(member, oldest)).statusCode).toBe(404)
  expect((await commit(member, next)).json()).toMatchObject({ version: 1, files: 1 })
  expect((await commit(podium.as('developer'), ofAnother)).json().is_new).toBe(false)
  expect((await push(member, id, { 'a.txt': 'in the oldest alone' })).sent).toBe(1)
})

test('turns existing folders into version 1 without copying, and reports files that change in them', async () => {
  const { database, objects } = podium.deps
  const { id: workspace_id, s3_bucket_name: bucket } = podium.people.first
  const folder = 'datasets/line 3 größe/'
  for (const [path, content] of [
    ['a.csv', 'x\n1\n'],
    ['sub/b.txt', 'two'],
  ])
    await objects.put(bucket, folder + path, Readable.from([content ?? '']))
  await database.execute(sql`insert into data_set_folders_due (workspace_id) values (${workspace_id}::uuid)`)
  await adoptFolders(podium.deps)
  await adoptFolders(podium.deps)
  const query = { workspace_id, q: 'line-3-gr' }
  const { data_sets } = await member.call(listDataSets, { query })
  expect(data_sets).toMatchObject([
    { name: 'line-3-gr-e', version: 1, files: 2, size: 7, created_by: 'host' },
  ])
  const id = data_sets[0]?.id ?? ''
  expect(await member.call(readDataSetVersion, { params: { id, n: 1 } })).toMatchObject({
    from_folder: folder,
  })
  const read = (path: string, n = 1) => member.ask(readDataSetFile, { params: { id, n, path } })
  expect((await read('sub/b.txt')).body).toBe('two')
  // the next version keeps one of the files in place
  expect(await push(member, id, { 'a.csv': 'x\n2\n' }, { keep: true })).toMatchObject({
    version: 2,
    files: 2,
  })
  expect((await read('sub/b.txt', 2)).body).toBe('two')
  await objects.put(bucket, `${folder}sub/b.txt`, Readable.from(['six six']), { replace: true })
  const changed = await read('sub/b.txt')
  expect([changed.statusCode, changed.json().detail]).toEqual([
    410,
    'sub/b.txt was changed or removed in the bucket after the version was made, so it can no longer be read. Upload the files as a new version.',
  ])
})
