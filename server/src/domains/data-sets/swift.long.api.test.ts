// @module-tag swift
import { Readable } from 'node:stream'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  listDataSetFiles,
  previewDataSetFile,
  readDataSetFile,
} from '@podium/contract/calls/data-set-files.ts'
import { deleteDataSet, listDataSets } from '@podium/contract/calls/data-sets.ts'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { followRuns } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { inputAddress, objectSource } from '../../start/object-source.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { RunLoop } from '../run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { sentEvents } from '../runs/testing/sent-events.ts'
import { removeGoneContents } from './contents.ts'
import { adoptFolders } from './folders.ts'
import { createDataSetInputs } from './run-inputs.ts'
import { announce, lined, newDataSet, push, put, putMany } from './testing/push.ts'

const SOURCE = 'ai-solutions/penguins/v3/train/source/source.tar.gz'
const BUCKET = 'first-bucket'
/** larger than a part of an upload, so that it is sent in two, and larger than a preview reads */
const LARGE = 'store,turnover\n'.concat('12,1200.50\n'.repeat(900_000))

let swift: Swift
let objects: ObjectStore
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let member: TestClient
const inputs = createDataSetInputs(() => fixture.deps.database)

beforeAll(async () => {
  swift = await startSwift()
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  objects = createS3Store({ ...swift.settings, direct: swift.settings.endpoint })
  home = await openLocalHome(objectSource(objects, inputs))
  const { pipeline, ...rest } = metadataForTests()
  const train = { ...pipeline[0], command: ['sh', 'train.sh'], source_uri: `s3://${BUCKET}/${SOURCE}` }
  fixture = await createRunFixture({ engine: home.engine, objects, metadata: { ...rest, pipeline: [train] } })
  const script = 'cd "$PODIUM_DATA_DIR" && wc -c < sales.csv && cat deep/notes.txt'
  const archive = await archiveOf([{ name: 'train.sh', content: script }])
  await objects.put(BUCKET, SOURCE, Readable.from([archive]))
  loop = fixture.newLoop()
  loop.start()
  member = fixture.as('member')
  return async () => {
    await loop.close()
    for (const { s3_bucket_name } of [fixture.people.first, fixture.people.second])
      await objects.removeBucket(s3_bucket_name)
    await fixture.close()
    await home.close()
    vi.unstubAllEnvs()
    await swift.stop()
  }
})

async function blobs(): Promise<number> {
  let count = 0
  for await (const _ of objects.list(BUCKET, 'blobs/')) count += 1
  return count
}

test('in S3 a data set is pushed, resumed, listed, previewed, read by ranges, read by a run and deleted', async () => {
  const files = { 'sales.csv': LARGE, 'deep/notes.txt': 'from October', 'deep/more.txt': 'and November' }
  const id = await newDataSet(fixture, member, 'sales')
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await announce(member, id, upload, files)
  const small = lined('from October') + lined('and November')
  expect((await putMany(member, id, upload, small)).statusCode).toBe(200)
  expect(await blobs()).toBe(2)
  // the upload broke off there
  const { missing } = await announce(member, id, upload, files)
  expect(missing).toHaveLength(1)
  expect(await push(member, id, files)).toMatchObject({ version: 1, files: 3, sent: 1 })
  expect(await blobs()).toBe(3)

  const at = { id, n: 1 }
  const { files: listed } = await member.call(listDataSetFiles, { params: at, query: { prefix: 'deep/' } })
  expect(listed.map(({ path }) => path)).toEqual(['deep/more.txt', 'deep/notes.txt'])
  const path = 'sales.csv'
  const preview = await member.call(previewDataSetFile, { params: { ...at, path } })
  expect(preview).toMatchObject({ kind: 'table', columns: ['store', 'turnover'] })
  const last = await member.ask(readDataSetFile, { params: { ...at, path }, headers: { range: 'bytes=-8' } })
  expect([last.statusCode, last.body]).toEqual([206, '1200.50\n'])
  expect(last.headers['content-range']).toBe(`bytes ${LARGE.length - 8}-${LARGE.length - 1}/${LARGE.length}`)
  const direct = await member.ask(readDataSetFile, { params: { ...at, path }, query: { direct: '1' } })
  expect(direct.statusCode).toBe(302)
  expect(await textAt(direct.headers.location)).toBe(LARGE)

  expect(await logOfRun('data-set://sales')).toBe(`${LARGE.length}\nfrom October`)

  await fixture.as('manager').call(deleteDataSet, { params: { id } })
  await removeGoneContents(fixture.deps)
  expect(await blobs()).toBe(0)
})

test('in S3 wrong bytes are not stored, and contents of one call are stored all or none', async () => {
  const id = await newDataSet(fixture, member, 'wrong')
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  const sha256 = 'a'.repeat(64)
  const body = { files: [{ path: 'a.txt', size: 5, sha256 }] }
  await member.call(announceDataSetFiles, { params: { id, upload }, body })
  await announce(member, id, upload, { 'b.txt': 'right' })
  expect((await put(member, id, upload, 'wrong', sha256)).statusCode).toBe(422)
  expect((await putMany(member, id, upload, lined('right') + lined('wrong', sha256))).statusCode).toBe(422)
  expect(await blobs()).toBe(0)
})

test('in S3 an existing folder becomes a version in place, changes in it are reported, and no pod gets its address', async () => {
  const { database } = fixture.deps
  const { id: workspace_id } = fixture.people.first
  await objects.put(BUCKET, 'datasets/line/a.csv', Readable.from(['x\n1\n']))
  await database.execute(sql`insert into data_set_folders_due (workspace_id) values (${workspace_id}::uuid)`)
  await adoptFolders(fixture.deps)
  const { data_sets } = await member.call(listDataSets, { query: { workspace_id, q: 'line' } })
  const id = data_sets[0]?.id ?? ''
  const read = () => member.ask(readDataSetFile, { params: { id, n: 1, path: 'a.csv' } })
  expect((await read()).body).toBe('x\n1\n')
  expect(await push(member, id, { 'b.csv': 'y' }, { keep: true })).toMatchObject({ version: 2, files: 2 })
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from data_set_versions where data_set_id = ${id}::uuid and number = 2`,
  )
  const addressOf = (path: string) =>
    inputAddress(objects, inputs)?.(BUCKET, `data-sets/${rows[0]?.id}/line/${path}`)
  expect(await addressOf('a.csv')).toBeNull()
  expect(await textAt((await addressOf('b.csv')) ?? '')).toBe('y')
  await objects.put(BUCKET, 'datasets/line/a.csv', Readable.from(['x\n2\n']), { replace: true })
  expect((await read()).statusCode).toBe(410)
})

async function textAt(address: unknown): Promise<string> {
  return (await fetch(String(address))).text()
}

async function logOfRun(address: string): Promise<string> {
  const reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
  const id = await fixture.start({ dataset_uri: [address] })
  await reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && ['succeeded', 'failed'].includes(run.state ?? '')
    }),
  )
  return (await member.ask(readLog, { params: { id }, query: { log_type: 'process' } })).body
}
