import {
  beginDataSetVersion,
  CONTENTS_AT_ONCE,
  commitDataSetVersion,
  deleteDataSetUpload,
  FILES_AT_ONCE,
  readDataSetFile,
  SMALL_CONTENT,
  showDataSetFile,
} from '@podium/contract/calls/data-set-files.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { dataSetVersions } from '@podium/database/schema/data-sets.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { atOnce, type ObjectStore, type StoredObject } from '@podium/storage/object-store.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storedIn } from '../workspaces/quotas/quota-reads.ts'
import { removeGoneContents } from './contents.ts'
import { announce, lined, newDataSet, push, put, putMany, sha256Of } from './testing/push.ts'

let podium: TestApp
let member: TestClient
let names = 0
let beforePlacing = async () => {}
let afterPlacing = async () => {}
let refusesRemoval = (_path: string) => false
/** objects that are being received, and the most at one time */
let coming = 0
let mostComing = 0

/** A store with hooks right before and right after an object is placed. */
function createWatchedStore(): ObjectStore {
  const store = createMemoryStore()
  return {
    ...store,
    async remove(bucket, path) {
      if (refusesRemoval(path)) throw new Error('the store refuses')
      return store.remove(bucket, path)
    },
    async put(bucket, path, body, { within = atOnce, ...options } = {}) {
      coming += 1
      mostComing = Math.max(mostComing, coming)
      const watched = {
        ...options,
        async within(stored: StoredObject, commit: () => Promise<void>) {
          await beforePlacing()
          await within(stored, async () => {
            await commit()
            await afterPlacing()
          })
        },
      }
      return store.put(bucket, path, body, watched).finally(() => {
        coming -= 1
      })
    },
  }
}

beforeAll(async () => {
  podium = await createTestApp({ objects: createWatchedStore() })
  member = podium.as('member')
})
afterAll(() => podium.close())

const fresh = (client = member) => {
  names += 1
  return newDataSet(podium, client, `set-${names}`)
}

async function blobsOf(bucket: string): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list(bucket, 'blobs/')) paths.push(path)
  return paths
}

test('removes a content that was placed by a server which then died', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'placed, not recorded' })
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  afterPlacing = async () => {
    throw new Error('the server died')
  }
  expect((await put(member, id, upload, 'placed, not recorded')).statusCode).toBe(500)
  afterPlacing = async () => {}
  expect(await blobsOf(bucket)).toHaveLength(before.length + 1)
  await removeGoneContents(podium.deps)
  expect(await blobsOf(bucket)).toEqual(before)
})

test('an object that cannot be removed does not block the removal of others', async () => {
  const id = await fresh()
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const contents = ['stuck', 'free', 'free as well']
  await announce(member, id, upload, Object.fromEntries(contents.map((content) => [content, content])))
  for (const content of contents) await put(member, id, upload, content)
  const stuck = sha256Of('stuck').slice(2)
  refusesRemoval = (path) => path.includes(stuck)
  await member.call(deleteDataSetUpload, { params: { id, upload } })
  await removeGoneContents(podium.deps)
  expect(await blobsOf(bucket)).toEqual([...before, expect.stringContaining(stuck)].sort())
  refusesRemoval = () => false
  await removeGoneContents(podium.deps)
  expect(await blobsOf(bucket)).toEqual(before)
})

test('a server that dies in a call with many contents stores none, and the same call stores them later', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'one of many', 'b.txt': 'another of many', 'c.txt': '' })
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const body = lined('one of many') + lined('another of many') + lined('')
  let placed = 0
  afterPlacing = async () => {
    placed += 1
    if (placed === 2) throw new Error('the server died')
  }
  expect((await putMany(member, id, upload, body)).statusCode).toBe(500)
  afterPlacing = async () => {}
  expect((await blobsOf(bucket)).length).toBeGreaterThan(before.length)
  await removeGoneContents(podium.deps)
  expect(await blobsOf(bucket)).toEqual(before)
  expect((await putMany(member, id, upload, body)).statusCode).toBe(200)
  await removeGoneContents(podium.deps)
  expect(await blobsOf(bucket)).toHaveLength(before.length + 3)
  await member.call(commitDataSetVersion, { params: { id, upload } })
  expect((await member.ask(readDataSetFile, { params: { id, n: 1, path: 'b.txt' } })).body).toBe(
    'another of many',
  )
})

test('stores each content once if two calls send it at the same time', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'twice, a', 'b.txt': 'twice, b', 'c.txt': 'twice, c' })
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const [a, b, c] = ['twice, a', 'twice, b', 'twice, c'].map((content) => lined(content))
  const answers = await Promise.all([
    putMany(member, id, upload, `${a}${b}`),
    putMany(member, id, upload, `${b}${a}${c}`),
    put(member, id, upload, 'twice, b'),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await blobsOf(bucket)).toHaveLength(before.length + 3)
})

test('stores all contents of one call or none, and says what is wrong with one', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'right', 'b.txt': 'as well' })
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const right = lined('right')
  const refusals: Record<string, number> = {
    [right + lined('wrong', sha256Of('as well'))]: 422,
    [right + lined('not announced')]: 404,
    [right + lined('as well').slice(0, -1)]: 422,
    [`${right}as well`]: 422,
    [right + lined('x'.repeat(SMALL_CONTENT + 1))]: 422,
    '': 422,
    [right.repeat(FILES_AT_ONCE + 1)]: 422,
    [right.repeat(CONTENTS_AT_ONCE / 50)]: 413,
  }
  for (const [body, status] of Object.entries(refusals)) {
    const answer = await putMany(member, id, upload, body)
    expect([body.slice(60, 90), answer.statusCode]).toEqual([body.slice(60, 90), status])
  }
  const cut = await putMany(member, id, upload, `${right}as well`)
  expect(cut.json().detail).toBe(
    "At byte 72 the next content must begin: first a line with its SHA-256 in hex and its size, such as '3a7bd3e2… 1024', then that many bytes. Send a content of more than 1,048,576 bytes by itself.",
  )
  const many = await putMany(member, id, upload, right.repeat(FILES_AT_ONCE + 1))
  expect(many.json().detail).toBe('One call sends at most 500 contents. Send the others in another call.')
  expect(await blobsOf(bucket)).toEqual(before)
})

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize 12345\n`

test('refuses a pointer of Git LFS and names its path, alone and among others', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'fetched', 'images/cat.png': POINTER })
  const before = await blobsOf(podium.people.first.s3_bucket_name)
  const answers = [
    await put(member, id, upload, POINTER),
    await putMany(member, id, upload, lined('fetched') + lined(POINTER)),
  ]
  const sentence =
    'images/cat.png is a pointer of Git LFS, not the file itself. Run git lfs pull, then send it again.'
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: sentence }])
  expect(await blobsOf(podium.people.first.s3_bucket_name)).toEqual(before)
})

test('sends only some of the contents of one call to the store at a time', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const contents = Array.from({ length: 40 }, (_, n) => `one of forty: ${n}`)
  await announce(member, id, upload, Object.fromEntries(contents.map((content, n) => [`${n}.txt`, content])))
  mostComing = 0
  const body = contents.map((content) => lined(content)).join('')
  expect((await putMany(member, id, upload, body)).statusCode).toBe(200)
  expect(mostComing).toBeGreaterThan(1)
  expect(mostComing).toBeLessThanOrEqual(8)
  expect(coming).toBe(0)
})

test('no row is locked while the store works on a content', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'slow to come', 'b.txt': 'slow as well' })
  const { database } = podium.deps
  const { id: workspace } = podium.people.first
  let looks = 0
  const lockedBy = (table: string, row: string) =>
    database.transaction((tx) =>
      tx.execute(sql`select from ${sql.raw(table)} where id = ${row}::uuid for update nowait`),
    )
  afterPlacing = async () => {
    await lockedBy('workspaces', workspace)
    await lockedBy('data_set_versions', upload)
    looks += 1
  }
  const one = await put(member, id, upload, 'slow to come')
  const many = await putMany(member, id, upload, lined('slow as well'))
  afterPlacing = async () => {}
  expect([one.statusCode, many.statusCode, looks]).toEqual([200, 200, 2])
})

test('records a content before it is placed, and keeps it while it is being sent', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'on its way' })
  afterPlacing = () => removeGoneContents(podium.deps)
  expect((await put(member, id, upload, 'on its way')).statusCode).toBe(200)
  afterPlacing = async () => {}
  await removeGoneContents(podium.deps)
  await member.call(commitDataSetVersion, { params: { id, upload } })
  expect((await member.ask(readDataSetFile, { params: { id, n: 1, path: 'a.txt' } })).body).toBe('on its way')
})

test('refuses a content if the workspace got another bucket while it was being sent', async () => {
  const id = await fresh()
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, { 'a.txt': 'late' })
  const { id: workspace, s3_bucket_name: bucket } = podium.people.first
  const move = (to: string) =>
    podium.deps.database.execute(
      sql`update workspaces set s3_bucket_name = ${to} where id = ${workspace}::uuid`,
    )
  beforePlacing = async () => void (await move('another-bucket'))
  const refused = await put(member, id, upload, 'late')
  beforePlacing = async () => {}
  await move(bucket)
  expect(refused.statusCode).toBe(409)
})

test('a person aborts an upload of their own, with the contents that only it has', async () => {
  const id = await fresh()
  await push(member, id, { 'a.txt': 'of a version' })
  const bucket = podium.people.first.s3_bucket_name
  const before = await blobsOf(bucket)
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: { keep: true } })
  await announce(member, id, upload, { 'b.txt': 'of the upload alone' })
  expect((await put(member, id, upload, 'of the upload alone')).statusCode).toBe(200)
  expect(await blobsOf(bucket)).toHaveLength(before.length + 1)
  const remove = async (client: TestClient, name: string) =>
    (await client.ask(deleteDataSetUpload, { params: { id, upload: name } })).statusCode
  expect(await remove(podium.as('developer'), upload)).toBe(404)
  expect(await remove(member, await idOfVersion(id))).toBe(404)
  expect(await blobsOf(bucket)).toHaveLength(before.length + 1)
  expect(await remove(member, upload)).toBe(200)
  expect((await blobsOf(bucket)).sort()).toEqual(before.sort())
  expect(await remove(member, upload)).toBe(404)
  expect((await put(member, id, upload, 'of the upload alone')).statusCode).toBe(404)
  const { body } = await member.ask(readDataSetFile, { params: { id, n: 1, path: 'a.txt' } })
  expect(body).toBe('of a version')
})

async function idOfVersion(dataSet: string): Promise<string> {
  const [row] = await podium.deps.database
    .select({ id: dataSetVersions.id })
    .from(dataSetVersions)
    .where(and(eq(dataSetVersions.data_set_id, dataSet), eq(dataSetVersions.number, 1)))
  return row?.id ?? ''
}

test('sums the storage of a workspace from an index alone, however many contents others have', async () => {
  const { database } = podium.deps
  const { first, second } = podium.people
  for (const [{ id }, count] of [
    [first, 500],
    [second, 20_000],
  ] as const)
    await database.execute(sql`
      insert into data_set_contents (id, workspace_id, sha256, size)
      select gen_random_uuid(), ${id}::uuid, md5(n::text), n from generate_series(1, ${count}::int) n`)
  await database.execute(sql`analyze data_set_contents`)
  const plan = await database.transaction(async (tx) => {
    // Without a vacuum the visibility map is empty, and the planner would read the table.
    for (const way of ['seqscan', 'bitmapscan']) await tx.execute(sql.raw(`set local enable_${way} = off`))
    return tx.execute(sql`explain ${storedIn(first.id)}`)
  })
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using data_set_contents_stored')
})

test.each([
  ['downloaded', readDataSetFile],
  ['shown', showDataSetFile],
])('a file is %s by range', async (_, route) => {
  const id = await fresh()
  await push(member, id, { 'pages/a b.html': '<p>good</p>' })
  const address = addressOf(route, { params: { id, n: 1, path: 'pages/a b.html' } })
  const asked = (headers: Record<string, string>) => member.send('GET', address, undefined, headers)
  const { etag } = (await asked({})).headers
  const part = await asked({ range: 'bytes=-8', 'if-range': String(etag) })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
    206,
    'good</p>',
    'bytes 3-10/11',
  ])
  expect((await asked({ range: 'bytes=11-' })).statusCode).toBe(416)
  expect((await asked({ range: 'bytes=3-', 'if-range': '"another"' })).body).toBe('<p>good</p>')
})
