import {
  announceDataSetFiles,
  beginDataSetVersion,
  commitDataSetVersion,
  MAX_FILES,
} from '@podium/contract/calls/data-set-files.ts'
import { checkDataSetDeletion, createDataSet, MAX_DATA_SETS } from '@podium/contract/calls/data-sets.ts'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { announce, newDataSet, push, sha256Of } from './testing/push.ts'

const MANY = 30_000
const SAME = 20_000

test('limits the data sets of a workspace and the files of an upload', { tags: ['long'] }, async () => {
  const podium = await createTestApp()
  onTestFinished(() => podium.close())
  const member = podium.as('member')
  const { database } = podium.deps
  const workspace = podium.people.first.id
  const id = await newDataSet(podium, member, 'pictures')
  const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
  await database.execute(sql`
    insert into data_set_files (version_id, path, size, sha256)
    select ${upload}::uuid, n::text, 1, repeat('a', 64) from generate_series(1, ${MAX_FILES}::int) n`)
  const files = [{ path: 'one-more', size: 1, sha256: 'a'.repeat(64) }]
  const refused = await member.ask(announceDataSetFiles, { params: { id, upload }, body: { files } })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    'A version has at most 250,000 files. Pack small files that belong together into one.',
  ])
  await member.call(announceDataSetFiles, {
    params: { id, upload },
    body: { files: [{ path: '7', size: 1, sha256: 'b'.repeat(64) }] },
  })
  await database.execute(sql`
    insert into data_sets (id, workspace_id, name, note)
    select gen_random_uuid(), ${workspace}::uuid, 'many-' || n, '' from generate_series(1, ${MAX_DATA_SETS}::int) n`)
  const full = await member.ask(createDataSet, {
    query: { workspace_id: workspace },
    body: { name: 'too-many' },
  })
  expect([full.statusCode, full.json().detail]).toEqual([409, expect.stringContaining('data sets')])
})

test.each([
  ['of one content', sql`${sha256Of('x')}::text`],
  ['of one size', sql`encode(sha256(n::text::bytea), 'hex')`],
])(
  'an upload of many files %s becomes a version, whatever the statistics of its tables are',
  async (_, hash) => {
    const podium = await createTestApp()
    onTestFinished(() => podium.close())
    const member = podium.as('member')
    const id = await newDataSet(podium, member, 'pictures')
    await push(member, id, { first: 'x' })
    const { upload } = await member.call(beginDataSetVersion, { params: { id }, body: {} })
    const { database } = podium.deps
    // The tables have not been analyzed since they were empty, so the planner expects few files.
    await database.execute(sql`
    insert into data_set_files (version_id, path, size, sha256)
    select ${upload}::uuid, 'images/line-3/' || n / 1000 || '/' || n || '.bin', 1, ${hash}
    from generate_series(1, ${MANY}::int) n`)
    await database.execute(sql`
    insert into data_set_contents (id, workspace_id, size, sha256)
    select gen_random_uuid(), ${podium.people.first.id}::uuid, 1, ${hash} from generate_series(1, ${MANY}::int) n
    on conflict do nothing`)
    expect(await member.call(commitDataSetVersion, { params: { id, upload } })).toMatchObject({
      version: 2,
      files: MANY,
    })
  },
)

test('says how much a deletion frees for a version with many identical files', {
  tags: ['long'],
}, async () => {
  const podium = await createTestApp()
  onTestFinished(() => podium.close())
  const member = podium.as('member')
  const id = await newDataSet(podium, member, 'labels')
  await push(member, id, { 'empty.txt': 'x' })
  await podium.deps.database.execute(sql`
    insert into data_set_files (version_id, path, size, sha256)
    select id, n || '.txt', 1, ${sha256Of('x')} from data_set_versions, generate_series(1, ${SAME}::int) n
    where data_set_id = ${id}::uuid`)
  expect(await member.call(checkDataSetDeletion, { params: { id } })).toMatchObject({
    deletable: true,
    contains: { versions: 1, bytes: 1 },
  })
})

test('keeps an active upload beside newer ones, of which there may be twenty', async () => {
  const podium = await createTestApp()
  onTestFinished(() => podium.close())
  const member = podium.as('member')
  const id = await newDataSet(podium, member, 'pictures')
  const begin = () => member.ask(beginDataSetVersion, { params: { id }, body: {} })
  const { upload } = (await begin()).json() as { upload: string }
  for (let count = 1; count < 20; count += 1) expect((await begin()).statusCode).toBe(200)
  const refused = await begin()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'You have 20 unfinished uploads of this data set. Wait until one has ended, or 15 minutes after it broke off.',
  ])
  await announce(member, id, upload, { 'a.txt': 'the first' })
})
