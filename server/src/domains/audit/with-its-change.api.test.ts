import { createAccount, deleteAccounts, editAccount, setPassword } from '@podium/contract/calls/accounts.ts'
import { createInstance } from '@podium/contract/calls/instances.ts'
import { deleteSolution, rateSolution, registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream, deleteStream, editStream } from '@podium/contract/calls/streams.ts'
import {
  addMembers,
  createWorkspace,
  deleteWorkspace,
  editMembers,
  editWorkspace,
  removeMembers,
} from '@podium/contract/calls/workspaces.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { rowsOf } from '@podium/database/testing/release.ts'
import { withClient } from '@podium/database/testing/with-client.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'
import { inFirst, metadataNamed } from '../solutions/testing/seed.ts'

let podium: TestApp
let ids: TestObjects
beforeAll(async () => {
  podium = await createTestApp()
  ids = await makeObjects(podium.deps.database, podium.people.first.id, podium.people.ids.manager)
  return () => podium.close()
})

/** Works as the role that owns the tables. */
async function asOwner<T>(work: Parameters<typeof withClient<T>>[1]): Promise<T> {
  const { rows } = await podium.deps.database.execute<{ name: string }>(
    sql`select current_database() as name`,
  )
  return withClient(inDatabase(inject('testPostgres').owner, rows[0]?.name ?? ''), work)
}

/** One change of each kind, each possible whether or not the previous ones were made. */
function changes(): [Route, object][] {
  const { people } = podium
  const first = { id: people.first.id }
  const password = 'violet kettle under moss'
  return [
    [
      createAccount,
      { body: { username: 'new', password, display_name: 'New', email: 'n@example.org', role: 'DEVELOPER' } },
    ],
    [editAccount, { body: { id: people.ids.loner, company: 'Pumps' } }],
    [setPassword, { params: { id: people.ids.loner }, body: { password } }],
    [createWorkspace, { body: { name: 'third', s3_bucket_name: 'third-bucket' } }],
    [editWorkspace, { query: inFirst, body: { dashboard_hash: 'changed' } }],
    [addMembers, { params: first, body: { members: [{ account_id: people.ids.loner, role: 'MEMBER' }] } }],
    [
      editMembers,
      { params: first, body: { members: [{ account_id: people.ids.developer, role: 'MEMBER' }] } },
    ],
    [removeMembers, { params: first, body: { account_ids: [people.ids.developer] } }],
    [registerSolution, { query: inFirst, body: { metadata_json: metadataNamed('audited') } }],
    [rateSolution, { params: { id: ids.solution }, body: { stars: 3 } }],
    [createInstance, { query: inFirst, body: { name: 'next', solution_version_id: ids.version } }],
    [createStream, { query: inFirst, body: { name: 'next', instance_id: ids.instance } }],
    [editStream, { params: { id: ids.stream }, body: { name: 'renamed' } }],
    [deleteStream, { params: { id: ids.stream } }],
    [deleteSolution, { params: { id: ids.solution } }],
    [deleteAccounts, { body: { ids: [people.ids.loner] } }],
    [deleteWorkspace, { params: { id: people.second.id } }],
  ]
}

/** Every row except the time at which a session was last seen, which any call updates. */
const rowsNow = () => asOwner(async (client) => ({ ...(await rowsOf(client)), sessions: [] }))

test('does not make a change whose audit event cannot be written', async () => {
  await asOwner((client) =>
    client.query('alter table audit_events add constraint refused check (false) not valid'),
  )
  const before = await rowsNow()
  const succeeded: string[] = []
  for (const [route, args] of changes()) {
    const { statusCode, body } = await podium.as('admin').ask(route, args)
    if (statusCode < 500) succeeded.push(`${route.id}: ${statusCode} ${body}`)
    expect([route.id, await rowsNow()]).toEqual([route.id, before])
  }
  expect(succeeded).toEqual([])
})

test('writes an audit event for every change', async () => {
  await asOwner((client) => client.query('alter table audit_events drop constraint if exists refused'))
  const events = () => podium.deps.database.$count(sql`audit_events`)
  for (const [route, args] of changes()) {
    const before = await events()
    const { statusCode, body } = await podium.as('admin').ask(route, args)
    expect([route.id, statusCode, statusCode === 200 ? '' : body]).toEqual([route.id, 200, ''])
    expect([route.id, (await events()) > before]).toEqual([route.id, true])
  }
})
