import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInstance } from '@podium/contract/calls/instances.ts'
import { createWorkspace, deleteWorkspace, editWorkspace } from '@podium/contract/calls/workspaces.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askWhile, untilLockIsAwaited } from '../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

const edit = (workspace_id: string, body: object) =>
  server.as('admin').ask(editWorkspace, { query: { workspace_id }, body })
const create = (s3_bucket_name: string) =>
  server.as('admin').ask(createWorkspace, { body: { name: 'made', s3_bucket_name } })
const pending = async () =>
  (await server.deps.database.execute(sql`select bucket, prefix from pending_removals`)).rows

const BUSY = (bucket: string) =>
  `The bucket ${bucket} is being created or removed right now. Please try again in a minute, or choose another name.`

test('leaves the bucket of a stale edit to others, and lets the engine clean up', async () => {
  const { first } = server.people
  const stale = await edit(first.id, { s3_bucket_name: 'bucket-new', revision: 999 })
  expect([stale.statusCode, stale.json().current.revision, await pending()]).toEqual([409, 1, []])
  const made = await create('bucket-new')
  expect(made.statusCode).toBe(200)
  await server.as('admin').call(deleteWorkspace, { params: { id: made.json().id } })
  expect(await server.deps.engine.prepared()).toEqual([])
})

test('answers a stale edit as stale, also if its bucket is busy', async () => {
  const { first } = server.people
  await server.deps.database.execute(sql`
    insert into pending_removals (bucket, prefix, not_before)
    values ('bucket-new', '/', now() + interval '1 minute')`)
  const stale = await edit(first.id, { s3_bucket_name: 'bucket-new', revision: 999 })
  expect([stale.statusCode, stale.json().current?.revision]).toEqual([409, 1])
  const busy = await edit(first.id, { s3_bucket_name: 'bucket-new', revision: 1 })
  expect([busy.statusCode, busy.json().detail]).toEqual([409, BUSY('bucket-new')])
})

test('leaves nothing locked after two simultaneous edits to one new bucket', async () => {
  const { database } = server.deps
  const { first } = server.people
  const answer = await askWhile(
    database,
    (tx) => tx.execute(sql`update workspaces set s3_bucket_name = 'bucket-new' where id = ${first.id}::uuid`),
    () => edit(first.id, { s3_bucket_name: 'bucket-new' }),
  )
  expect([answer.statusCode, await pending()]).toEqual([200, []])
})

test('does not bring back a bucket that the workspace has just left', async () => {
  const { first } = server.people
  const answer = await askWhile(
    server.deps.database,
    (tx) => tx.execute(sql`update workspaces set s3_bucket_name = 'bucket-new' where id = ${first.id}::uuid`),
    () => edit(first.id, { s3_bucket_name: 'first-bucket', dashboard_hash: 'c7f1e0' }),
  )
  expect([answer.statusCode, answer.json().current.s3_bucket_name]).toEqual([409, 'bucket-new'])
})

test('asks to try again for a bucket that its workspace is just leaving', async () => {
  const { first, second } = server.people
  const { database, objects } = server.deps
  const asked = await database.transaction(async (tx) => {
    await tx.execute(sql`select from workspaces where id = ${second.id}::uuid for update`)
    const taking = edit(second.id, { s3_bucket_name: 'first-bucket' })
    await untilLockIsAwaited(database)
    expect((await edit(first.id, { s3_bucket_name: 'bucket-new' })).statusCode).toBe(200)
    return [taking]
  })
  const taken = await asked[0]
  expect([taken?.statusCode, taken?.json().detail]).toEqual([409, BUSY('first-bucket')])
  expect([await pending(), await objects.bucketExists('first-bucket')]).toEqual([[], false])
  expect((await edit(second.id, { s3_bucket_name: 'first-bucket' })).statusCode).toBe(200)
})

test('lets a workspace leave its bucket while somebody requests it', async () => {
  const { first } = server.people
  await server.deps.database.execute(sql`
    insert into pending_removals (bucket, prefix, not_before)
    values ('first-bucket', '/', now() + interval '1 minute')`)
  expect((await edit(first.id, { s3_bucket_name: 'bucket-new' })).statusCode).toBe(200)
})

test('answers 404 if the workspace is deleted during a call for it', async () => {
  const { first } = server.people
  const made = await makeObjects(server.deps.database, first.id, server.people.ids.member)
  const answer = await askWhile(
    server.deps.database,
    (tx) => tx.execute(sql`delete from workspaces where id = ${first.id}::uuid`),
    () =>
      server.as('member').ask(createInstance, {
        query: { workspace_id: first.id },
        body: { name: 'late', solution_version_id: made.version },
      }),
  )
  expect([answer.statusCode, answer.json().detail]).toEqual([404, 'There is nothing here that you may see.'])
})

test('keeps buckets that Podium did not make when a creation or an edit is refused', async () => {
  const root = await mkdtemp(join(tmpdir(), 'podium-buckets-'))
  try {
    Object.assign(server.deps.objects, createDirectoryStore({ root }))
    const { first } = server.people
    await mkdir(join(root, 'first-bucket'))
    await mkdir(join(root, 'by-hand'))
    await writeFile(join(root, 'plainfile'), 'kept')
    await symlink(join(root, 'by-hand'), join(root, 'linked'))
    for (const bucket of ['plainfile', 'linked']) {
      const refused = await create(bucket)
      expect([refused.statusCode, refused.json().detail]).toEqual([
        409,
        `The bucket ${bucket} could not be created: "${bucket}" is taken by something that is not a folder.`,
      ])
    }
    await makeObjects(server.deps.database, first.id, server.people.ids.member)
    expect((await edit(first.id, { s3_bucket_name: 'by-hand' })).statusCode).toBe(409)
    expect((await edit(first.id, { s3_bucket_name: 'not-yet' })).statusCode).toBe(409)
    const there = (await readdir(root)).filter((name) => name !== '.incoming').sort()
    expect([there, await pending()]).toEqual([['by-hand', 'first-bucket', 'linked', 'plainfile'], []])
  } finally {
    await rm(root, { recursive: true })
  }
})
