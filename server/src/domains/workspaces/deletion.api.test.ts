import { Readable } from 'node:stream'
import {
  checkWorkspaceDeletion,
  deleteWorkspace,
  listMembers,
  listWorkspaces,
} from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'
import { workOff } from './removals.ts'

let server: TestApp
let params: { id: string }
let made: TestObjects
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  params = { id: server.people.first.id }
  made = await makeObjects(server.deps.database, params.id, server.people.ids.manager)
  await server.deps.database.execute(sql`
    insert into variables (workspace_id, name, secret, value, sealed, key_id, size)
    values (${params.id}::uuid, 'HOST', false, 'db', null, null, 2), (${params.id}::uuid, 'KEY', true, null, 'x', 'k', 1)`)
  await server.deps.database.execute(sql`
    insert into webhooks (workspace_id, kind, url, events, secret)
    values (${params.id}::uuid, 'json', 'https://example.org', '{}', 'x')`)
  await server.deps.objects.put('first-bucket', 'datasets/a.csv', Readable.from([Buffer.from('12345')]))
})

const contains = {
  ...{ solutions: 1, instances: 1, streams: 1, runs: 1, members: 3, bytes: 5 },
  ...{ data_sets: 1, variables: 2, schedules: 1, webhooks: 1 },
}

test('lists in the check what the deletion then removes', async () => {
  const { database, objects } = server.deps
  await database.execute(sql`
    update workspaces set dashboard_hash = 'c7f1e0', execution_specs = '[{"name":"low","instance":"m5.large"}]'
    where id = ${params.id}::uuid`)
  expect(await server.as('admin').call(checkWorkspaceDeletion, { params })).toEqual({
    deletable: true,
    reasons: [],
    contains,
    bucket: 'The bucket first-bucket is emptied and removed last.',
  })
  expect(await server.as('admin').call(deleteWorkspace, { params })).toEqual(params)
  const left = await database.execute(sql`
    select (select count(*)::int from solutions) as solutions, (select count(*)::int from instances) as instances,
      (select count(*)::int from streams) as streams, (select count(*)::int from runs) as runs,
      (select count(*)::int from members) as members, (select count(*)::int from pending_removals) as pending`)
  expect(left.rows).toEqual([{ solutions: 0, instances: 0, streams: 0, runs: 0, members: 1, pending: 0 }])
  expect(await objects.bucketExists('first-bucket')).toBe(false)
  expect((await server.as('member').call(listWorkspaces)).workspaces).toEqual([])
  const gone = await server.as('member').ask(listMembers, { params })
  expect(gone.statusCode).toBe(404)
  const audited = await database.execute(sql`
    select actor_name, object_name, before from audit_events where action = 'workspace.delete'`)
  const { bytes: _, ...counted } = contains
  expect(audited.rows).toEqual([
    {
      actor_name: 'admin',
      object_name: 'first-ws',
      before: {
        ...counted,
        name: 'first-ws',
        s3_bucket_name: 'first-bucket',
        dashboard_hash: 'c7f1e0',
        edge_conductor_url: null,
        execution_specs: [{ name: 'low', instance: 'm5.large' }],
        network: false,
        queue: null,
        pending_limit_minutes: null,
        system_user: null,
        stop_grace_seconds: null,
        members_may_only_look: false,
        quotas: {},
        members: (['developer', 'manager', 'member'] as const).map((username) => ({
          account_id: server.people.ids[username],
          username,
          role: username.toUpperCase(),
          source: 'direct',
          ends_at: null,
        })),
      },
    },
  ])
})

test('deletes nothing while a run is live', async () => {
  const { database, objects } = server.deps
  await database.execute(sql`update runs set state = 'queued' where id = ${made.run}::uuid`)
  const reason = '1 run has not ended yet. Stop it first.'
  expect(await server.as('admin').call(checkWorkspaceDeletion, { params })).toEqual({
    deletable: false,
    reasons: [reason],
    contains,
    bucket: 'The bucket first-bucket is emptied and removed last.',
  })
  const answer = await server.as('admin').ask(deleteWorkspace, { params })
  expect([answer.statusCode, answer.json()]).toEqual([409, { detail: reason }])
  expect(await objects.stat('first-bucket', 'datasets/a.csv')).not.toBeNull()
})

test('removes a blocked bucket later, including everything written to it meanwhile', async () => {
  const { database, objects } = server.deps
  const { removeBucket } = objects
  objects.removeBucket = async () => {
    throw new Error('the disk is away')
  }
  await database.execute(sql`
    insert into pending_removals (bucket, prefix, not_before)
    values ('first-bucket', 'ai-solutions/late/v1/', now() + interval '1 minute')`)
  await server.as('admin').call(deleteWorkspace, { params })
  objects.removeBucket = removeBucket
  const due = () =>
    database.execute(sql`update pending_removals set not_before = now() - interval '1 second'`)
  const pending = async () =>
    (await database.execute(sql`select prefix from pending_removals order by prefix`)).rows
  expect(await pending()).toEqual([{ prefix: '' }, { prefix: 'ai-solutions/late/v1/' }])
  await due()
  await workOff(server.deps)
  expect([await pending(), await objects.bucketExists('first-bucket')]).toEqual([[], false])
})

test('finds nothing in the second of two simultaneous deletions', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => server.as('admin').ask(deleteWorkspace, { params })),
  )
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404, 404, 404])
})
