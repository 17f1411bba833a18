import { readDataSetFile } from '@podium/contract/calls/data-set-files.ts'
import {
  checkDataSetVersionDeletion,
  deleteDataSet,
  deleteDataSetVersion,
  editDataSet,
  readDataSetVersion,
} from '@podium/contract/calls/data-sets.ts'
import { readRun, retryRun } from '@podium/contract/calls/runs.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../testing/test-client.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { newDataSet, push } from './testing/push.ts'

let fixture: RunFixture
let member: TestClient
let bucket: string
beforeAll(async () => {
  fixture = await createRunFixture()
  member = fixture.as('member')
  bucket = fixture.people.first.s3_bucket_name
  return () => fixture.close()
})

async function blobs(): Promise<number> {
  let count = 0
  for await (const _ of fixture.deps.objects.list(bucket, 'blobs/')) count += 1
  return count
}

const end = (id: string) =>
  fixture.deps.database
    .update(runs)
    .set({ state: 'failed', ended_at: new Date().toISOString() })
    .where(eq(runs.id, id))

test('a run gets the newest version, keeps it, and is listed with it', async () => {
  const id = await newDataSet(fixture, member, 'sales')
  await push(member, id, { 'a.csv': '1' })
  await push(member, id, { 'a.csv': '2' })
  const run = await fixture.start({ dataset_uri: 'data-set://Sales' })
  await push(member, id, { 'a.csv': '3' })
  expect(await fixture.info(run)).toMatchObject({
    dataset_uri: ['data-set://sales@v2'],
    data_sets: [{ id, name: 'sales', version: 2, address: 'data-set://sales@v2' }],
  })
  const { uses, runs: count } = await member.call(readDataSetVersion, { params: { id, n: 2 } })
  expect([uses.map(({ run_id }) => run_id), count]).toEqual([[run], 1])
  // the run still finds its data set after a rename
  await member.call(editDataSet, { params: { id }, body: { name: 'turnover' } })
  await end(run)
  const { id: again } = await member.call(retryRun, { params: { id: run } })
  expect((await member.call(readRun, { params: { id: again } })).dataset_uri).toEqual([
    'data-set://turnover@v2',
  ])
  await end(again)
})

test.each([
  ['data-set://none', 'This workspace has no data set none with a version: upload it, or choose another.'],
  [
    'data-set://turnover@v9',
    'This workspace has no version 9 of a data set turnover: upload it, or choose another.',
  ],
  [
    'data-set://a/b',
    'data-set://a/b is not the address of a data set: write data-set://name or data-set://name@v3.',
  ],
])('a run of %s is refused: %s', async (dataset_uri, sentence) => {
  await expect(fixture.start({ dataset_uri })).rejects.toThrow(sentence)
})

test('refuses to delete a version that a live run reads; later the deletion names the runs', async () => {
  const id = await newDataSet(fixture, member, 'used')
  await push(member, id, { 'a.csv': 'used alone' })
  const run = await fixture.start({ dataset_uri: 'data-set://used@v1' })
  const { name } = await fixture.info(run)
  const params = { id, n: 1 }
  const refused = await member.ask(deleteDataSetVersion, { params })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    '1 run has not ended yet. Stop it first.',
  ])
  await end(run)
  expect(await member.call(checkDataSetVersionDeletion, { params })).toMatchObject({
    deletable: true,
    contains: { bytes: 10 },
    goes: [`1 run has read it: ${name}. The results stay, but a retry is not possible.`],
  })
  await member.call(deleteDataSetVersion, { params })
  expect(await fixture.info(run)).toMatchObject({ dataset_uri: ['data-set://used@v1'], data_sets: [] })
  expect((await member.ask(retryRun, { params: { id: run } })).statusCode).toBe(422)
  // the number is not used again
  expect(await push(member, id, { 'a.csv': 'used alone' })).toMatchObject({ version: 2, sent: 1 })
})

test('a retry does not read another data set that has the name now', async () => {
  const id = await newDataSet(fixture, member, 'iris')
  await push(member, id, { 'a.csv': 'what the run read' })
  const run = await fixture.start({ dataset_uri: 'data-set://iris@v1' })
  await end(run)
  await member.call(deleteDataSet, { params: { id } })
  await push(member, await newDataSet(fixture, member, 'iris'), { 'a.csv': 'something else' })
  expect((await member.ask(retryRun, { params: { id: run } })).statusCode).toBe(422)
})

test('contents are removed with the last version of any data set that references them', async () => {
  const [one, other] = [await newDataSet(fixture, member, 'one'), await newDataSet(fixture, member, 'other')]
  const before = await blobs()
  await push(member, one, { 'a.txt': 'shared by two', 'b.txt': 'of one alone' })
  await push(member, other, { 'c.txt': 'shared by two' })
  expect(await blobs()).toBe(before + 2)
  await member.call(deleteDataSet, { params: { id: one } })
  expect(await blobs()).toBe(before + 1)
  const read = await member.ask(readDataSetFile, { params: { id: other, n: 1, path: 'c.txt' } })
  expect(read.body).toBe('shared by two')
  await member.call(deleteDataSet, { params: { id: other } })
  expect(await blobs()).toBe(before)
})

test('an upload keeps a content that it relies on, whenever a deletion comes between its calls', {
  tags: ['long'],
}, async () => {
  const kept = await newDataSet(fixture, member, 'kept')
  for (let round = 1; round <= 10; round += 1) {
    const doomed = await newDataSet(fixture, member, `doomed-${round}`)
    const content = `content ${round}`
    await push(member, doomed, { 'a.txt': content })
    const [pushed] = await Promise.all([
      push(member, kept, { 'a.txt': content }),
      member.call(deleteDataSet, { params: { id: doomed } }),
    ])
    const read = await member.ask(readDataSetFile, { params: { id: kept, n: pushed.version, path: 'a.txt' } })
    expect(read.body).toBe(content)
  }
})

test('a person deletes a data set that only they worked on; a manager deletes one of several people', async () => {
  const id = await newDataSet(fixture, member, 'mine')
  await push(member, id, { 'a.txt': '1' })
  const params = { id }
  expect((await fixture.as('developer').ask(deleteDataSet, { params })).statusCode).toBe(403)
  await push(fixture.as('developer'), id, { 'a.txt': '2' })
  expect((await member.ask(deleteDataSet, { params })).statusCode).toBe(403)
  expect((await fixture.as('manager').ask(deleteDataSet, { params })).statusCode).toBe(200)
})
