import { Readable } from 'node:stream'
import { setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import type { Route, Scope } from '@podium/contract/wire/route.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { RIGHTS, type Right } from '../testing/rights.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../testing/test-objects.ts'
import type { Player, Role } from '../testing/test-people.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const PLAYERS: Player[] = ['admin', 'manager', 'developer', 'member', 'outsider', 'loner']
const IN_WORKSPACE: Player[] = ['manager', 'developer', 'member']
/** Calls about one account's own sign-in, which answer anybody else as for a missing account. */
const OWN_SIGN_IN = [
  'listSessions',
  'endSession',
  'endOtherSessions',
  'listTokens',
  'revokeToken',
  'readSecondFactor',
  'resetSecondFactor',
  'listLogins',
]
/** Calls that pass the check of rights but then need something that the test did not make. */
const INNER = new Set([
  'readVariable',
  'deleteVariable',
  'readAccount',
  'clearEnvironment',
  'clearCache',
  'unlockAccount',
  'readAccountAccess',
  'readAccountRights',
  'readHoldings',
  'makePasswordLink',
  'readArtifact',
  'previewArtifact',
  'showArtifact',
  'downloadModel',
  'deleteObject',
  'deleteRunView',
  'deleteWebhook',
  'listDeliveries',
  'testWebhook',
  'readDataSetFile',
  'previewDataSetFile',
  'showDataSetFile',
  'deleteDataSetUpload',
  'putDataSetContent',
  'putDataSetContents',
  'commitDataSetVersion',
  ...OWN_SIGN_IN,
])
/** A call without a body that checks the workspace's right again once it has read which workspace. */
const ASKS_AGAIN = new Set(['searchDirectoryByGet'])
/** Calls that would remove the session or the workspace of the others. */
const ENDS_THE_TEST = new Set(['logout', 'deleteWorkspace'])
const MISSING = { detail: 'There is nothing here that you may see.' }

let server: TestApp
let routes: Route[]

beforeAll(async () => {
  server = await createTestApp({ env: { PODIUM_COMPAT_LDAP_GET: '1' } })
  routes = server.app.boundRoutes
  return () => server.close()
})

/** The roles that the right admits, defined independently of the permission table. */
function allowed(right: Right): Role[] {
  if (right === 'open') return ['anonymous', ...PLAYERS]
  if (right === 'run') return []
  if (right === 'account') return PLAYERS
  if (right === 'admin') return ['admin']
  if (right === 'member' || right === 'contributor') return ['admin', ...IN_WORKSPACE]
  return ['admin', 'manager']
}

/** A call with everything but, perhaps, the rights; its body is one that no call accepts. */
function callOf(route: Route, ids: TestObjects): [string, string, unknown] {
  const { scope } = route
  const target = typeof scope === 'object' ? idFor(scope, ids) : NOWHERE
  const path = route.path
    .replace('{id}', target)
    .replace('{n}', '1')
    .replace(/\{path\*\}/, 'uploads/a.txt')
  return [route.method, path + queryOf(scope), route.body ? { no_such_field: 1 } : undefined]
}

function queryOf(scope: Scope): string {
  if (scope === 'query' || scope === 'query-or-all') return `?workspace_id=${server.people.first.id}`
  return typeof scope === 'object' && 'queried' in scope ? `?${scope.queried}=${server.people.first.id}` : ''
}

function idFor(scope: object, ids: TestObjects): string {
  const [kind = ''] = Object.keys(scope)
  if (kind === 'workspace') return server.people.first.id
  return ids[kind === 'streamOrRun' ? 'stream' : (kind as keyof TestObjects)]
}

test('has a row for every call of the document, and no others', async () => {
  expect(routes.map((route) => route.id).sort()).toEqual(Object.keys(RIGHTS).sort())
})

test('refuses everybody without the right, and changes nothing', async () => {
  const { people, deps } = server
  const ids = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const state = () =>
    deps.database.execute(sql`select (select count(*) from audit_events) as audited,
      (select sum(revision) from accounts) as accounts, (select sum(revision) from workspaces) as workspaces,
      (select count(*) from runs) as runs, (select count(*) from solutions) as solutions`)
  const before = (await state()).rows
  const wrong: string[] = []
  for (const route of routes) {
    const right = RIGHTS[route.id] ?? 'admin'
    for (const role of ['anonymous', ...PLAYERS] as Role[]) {
      if (allowed(right).includes(role)) continue
      const response = await server.as(role).send(...callOf(route, ids))
      const outside = route.scope !== 'none' && !IN_WORKSPACE.includes(role as Player)
      const status = role === 'anonymous' ? 401 : outside ? 404 : 403
      if (response.statusCode !== status) wrong.push(`${route.id} as ${role}: ${response.statusCode}`)
      if (status === 404) expect(response.json()).toEqual(MISSING)
    }
  }
  expect(wrong).toEqual([])
  expect((await state()).rows).toEqual(before)
})

test('admits everybody with the right', async () => {
  const { people, deps } = server
  const wrong: string[] = []
  const make = async () => {
    await deps.objects.makeBucket(people.first.s3_bucket_name)
    return makeObjects(deps.database, people.first.id, people.ids.manager)
  }
  let ids = await make()
  for (const route of routes.filter(({ id, transport }) => transport !== 'events' && !ASKS_AGAIN.has(id))) {
    for (const role of allowed(RIGHTS[route.id] ?? 'admin')) {
      if (ENDS_THE_TEST.has(route.id)) continue
      const { statusCode } = await server.as(role).send(...callOf(route, ids))
      // This call may have removed objects that the next one needs.
      if (statusCode === 200 && route.method !== 'GET') ids = await make()
      if (
        [401, 403].includes(statusCode) ||
        statusCode >= 500 ||
        (statusCode === 404 && !INNER.has(route.id))
      )
        wrong.push(`${route.id} as ${role}: ${statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test('answers an id of another workspace and an unknown one identically, byte by byte', async () => {
  const { people, deps } = server
  const ids = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const nothing = Object.fromEntries(
    Object.keys(ids).map((kind) => [kind, NOWHERE]),
  ) as unknown as TestObjects
  for (const route of routes.filter(({ scope }) => typeof scope === 'object' && !('workspace' in scope))) {
    const foreign = await server.as('outsider').send(...callOf(route, ids))
    const missing = await server.as('outsider').send(...callOf(route, nothing))
    expect([route.id, foreign.statusCode, foreign.body]).toEqual([route.id, missing.statusCode, missing.body])
  }
})

test('refuses members who may only look everything but reading, even for what they made', async () => {
  const { people, deps } = server
  const restrict = (members_may_only_look: boolean) =>
    server
      .as('manager')
      .call(setMembersMayOnlyLook, { params: { id: people.first.id }, body: { members_may_only_look } })
  expect(await restrict(true)).toMatchObject({ members_may_only_look: true })
  const ids = await makeObjects(deps.database, people.first.id, people.ids.member)
  const sentence = 'Members may only look in this workspace. Ask a manager for the role Developer.'
  const wrong: string[] = []
  for (const route of routes.filter(
    ({ id, transport }) => transport !== 'events' && !ENDS_THE_TEST.has(id),
  )) {
    const right = RIGHTS[route.id] ?? 'admin'
    const response = await server.as('member').send(...callOf(route, ids))
    const isRefused = response.statusCode === 403 && response.json().detail === sentence
    if (isRefused !== (right === 'contributor' || right === 'maker'))
      wrong.push(`${route.id}: ${response.statusCode}`)
    if (right !== 'contributor') continue
    const { statusCode } = await server.as('developer').send(...callOf(route, ids))
    if (statusCode === 403) wrong.push(`${route.id} as developer`)
  }
  expect(wrong).toEqual([])
  await restrict(false)
})

test('lets the maker delete only while nobody else made anything below', async () => {
  const { people, deps } = server
  const own = await makeObjects(deps.database, people.first.id, people.ids.member)
  const shared = await makeObjects(deps.database, people.first.id, people.ids.member, people.ids.developer)
  const remove = (ids: TestObjects) => server.as('member').send('DELETE', `/api/v1/solutions/${ids.solution}`)
  expect((await server.as('developer').send('DELETE', `/api/v1/solutions/${own.solution}`)).statusCode).toBe(
    403,
  )
  expect((await remove(shared)).statusCode).toBe(403)
  expect((await remove(own)).statusCode).toBe(200)
})

test('requires a workspace named beside the object to be its own', async () => {
  const { people, deps } = server
  const { stream } = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const read = (query: string) => server.as('admin').send('GET', `/api/v1/streams/${stream}?${query}`)
  expect((await read(`workspace_id=${people.first.id}`)).statusCode).toBe(200)
  expect((await read('workspace_name=first')).statusCode).toBe(200)
  expect((await read(`workspace_id=${people.second.id}`)).statusCode).toBe(404)
  expect((await read(`workspace_id=${people.first.id}&workspace_name=second`)).statusCode).toBe(404)
})

test('reveals nothing of another workspace in any answer', async () => {
  const { people, deps } = server
  const ours = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const theirs = await makeObjects(deps.database, people.second.id, people.ids.outsider)
  for (const table of ['solutions', 'instances', 'streams', 'runs', 'data_sets'])
    await deps.database.execute(sql`
      update ${sql.identifier(table)} set name = 'canary-' || name where workspace_id = ${people.second.id}::uuid`)
  await deps.objects.put(people.second.s3_bucket_name, 'uploads/canary.txt', Readable.from(['canary']), {
    replace: false,
    limit: 100,
  })
  const foreign = [...Object.values(theirs), people.second.id, 'canary', 'second-ws', 'second-bucket']
  const leaks: string[] = []
  for (const route of routes.filter(({ method, transport }) => method === 'GET' && transport !== 'events')) {
    for (const role of [...IN_WORKSPACE, 'loner'] as const) {
      for (const ids of [ours, theirs]) {
        const { body } = await server.as(role).send(...callOf(route, ids))
        const asked = callOf(route, ids)[1]
        for (const text of foreign)
          if (body.includes(text) && !asked.includes(text)) leaks.push(`${route.id} as ${role}: ${text}`)
      }
    }
  }
  expect(leaks).toEqual([])
})
