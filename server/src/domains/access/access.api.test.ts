import {
  exportWorkspaceAccess,
  listWorkspaceAccess,
  readAccountAccess,
  readAccountRights,
} from '@podium/contract/calls/access.ts'
import { createAccount, editAccount } from '@podium/contract/calls/accounts.ts'
import { addMembers, createWorkspace, setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import { type Permission, permissions } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'
import type { Player } from '../../testing/test-people.ts'

const isLong = process.env.PODIUM_LONG === '1'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})
beforeEach(async () => {
  await podium.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_by_admin_at = null,
    deleted_at = null, must_change_password = false, last_login_at = now()`)
})

const admin = () => podium.as('admin')
const access = (player: Player, query = {}) =>
  admin().call(readAccountAccess, { params: { id: podium.people.ids[player] }, query })
const rights = (player: Player) =>
  admin().call(readAccountRights, {
    params: { id: podium.people.ids[player] },
    query: { workspace_id: podium.people.first.id },
  })
const people = (by: Player, query = {}) =>
  podium.as(by).call(listWorkspaceAccess, { params: { id: podium.people.first.id }, query })

test('lists the workspaces that an account opens, with why, since when and by whom', async () => {
  const { ids, second } = podium.people
  await admin().call(addMembers, {
    params: { id: second.id },
    body: { members: [{ account_id: ids.member, role: 'DEVELOPER' }] },
  })
  const { workspaces, total, ...who } = await access('member')
  expect(who).toEqual({
    username: 'member',
    role: 'DEVELOPER',
    sign_in: 'active',
    sentence: 'Can sign in.',
  })
  expect(total).toBe(2)
  expect(workspaces).toMatchObject([
    { display_name: 'first', role: 'MEMBER', why: ['member'], by: '', last_run_at: null },
    { display_name: 'second', role: 'DEVELOPER', why: ['member'], by: 'admin' },
  ])
  expect(workspaces[1]?.since).toMatch(/^20\d\d-/)
  expect((await access('member', { q: 'seco' })).workspaces).toHaveLength(1)
})

test('names the group that gave a membership, and the end of a limited one', async () => {
  const { ids, first } = podium.people
  const ends_at = '2126-12-03T23:00:00.000Z'
  await podium.deps.database.execute(sql`update members set source = 'group', ends_at = ${ends_at}
    where account_id = ${ids.member}::uuid and workspace_id = ${first.id}::uuid`)
  expect((await access('member', { q: 'first' })).workspaces).toMatchObject([{ source: 'group', ends_at }])
  const found = await people('manager')
  expect(found.people.map(({ username, source, ends_at }) => [username, source, ends_at])).toContainEqual([
    'member',
    'group',
    ends_at,
  ])
  const query = { sort: 'username' as const, q: 'member' }
  const file = await podium.as('manager').ask(exportWorkspaceAccess, { params: { id: first.id }, query })
  expect(file.body).toContain(`Member,Yes,${ends_at},`)
  expect((await access('developer')).workspaces).toMatchObject([{ source: 'direct', ends_at: null }])
  await podium.deps.database.execute(sql`update members set source = 'direct', ends_at = null
    where account_id = ${ids.member}::uuid`)
})

test('opens all workspaces to an administrator, since the role was given', async () => {
  const body = {
    username: 'boss',
    password: 'violet kettle under moss',
    display_name: 'Boss',
    email: 'b@example.org',
  }
  const boss = await admin().call(createAccount, { body: { ...body, role: 'DEVELOPER' } })
  const of = (query = {}) => admin().call(readAccountAccess, { params: { id: boss.id }, query })
  expect(await of()).toMatchObject({ total: 0, sign_in: 'password' })
  await admin().call(editAccount, { body: { id: boss.id, role: 'ADMIN' } })
  expect((await of()).workspaces).toMatchObject([
    { display_name: 'first', role: null, why: ['administrator'], by: 'admin' },
    { display_name: 'second', role: null, why: ['administrator'], by: 'admin' },
  ])
  expect(await of({ why: 'member' })).toMatchObject({ total: 0 })
  await admin().call(editAccount, { body: { id: boss.id, role: 'DEVELOPER' } })
})

test('makes whoever creates a workspace its manager', async () => {
  const { id } = await admin().call(createWorkspace, { body: { name: 'own', s3_bucket_name: 'own-bucket' } })
  const { workspaces } = await access('admin', { q: 'own' })
  expect(workspaces).toMatchObject([{ id, role: 'MANAGER', why: ['member', 'administrator'], by: 'admin' }])
})

test.each([
  ['deleted_at = now()', 'deleted', /because the account was deleted/],
  ['locked_by_admin_at = now()', 'locked', /because an administrator locked/],
  ['login_fail_count = 5', 'failures', /because 5 sign-ins failed/],
  [
    "last_login_at = now() - interval '91 days', unlocked_at = null, created_at = now() - interval '1 year'",
    'inactivity',
    /because the account was not used for 90 days/,
  ],
  ['must_change_password = true', 'password', /must change the password first/],
])('after %s the state is %s', async (change, state, sentence) => {
  await podium.deps.database.execute(sql`update accounts set ${sql.raw(change)} where username = 'developer'`)
  const found = await access('developer')
  expect(found.sign_in).toBe(state)
  expect(found.sentence).toMatch(sentence)
  expect(found.total).toBe(state === 'deleted' ? 0 : 1)
})

test('answers 404 for an id that names no account', async () => {
  for (const id of ['x', '00000000-0000-4000-8000-000000000000'])
    expect((await admin().ask(readAccountAccess, { params: { id } })).statusCode).toBe(404)
})

/** A call with everything but, perhaps, the right; its body is one that no call accepts. */
function callOf(route: Route, ids: TestObjects): [string, string, unknown] {
  const { scope } = route
  const [kind = ''] = typeof scope === 'object' ? Object.keys(scope) : []
  const id =
    kind === 'workspace' ? podium.people.first.id : ids[(kind === 'streamOrRun' ? 'stream' : kind) as 'run']
  const path = route.path.replace('{id}', id).replace('{n}', '1').replace('{path*}', 'uploads/a.txt')
  const query = scope === 'query' || scope === 'query-or-all' ? `?workspace_id=${podium.people.first.id}` : ''
  return [route.method, path + query, route.body ? { no_such_field: 1 } : undefined]
}

/** Calls that need something the test did not make, or that remove the workspace of the others. */
const UNFIT = new Set([
  'readVariable',
  'deleteVariable',
  'readArtifact',
  'previewArtifact',
  'showArtifact',
  'downloadModel',
  'deleteObject',
  'deleteRunView',
  'readDataSetFile',
  'previewDataSetFile',
  'showDataSetFile',
  'deleteDataSetUpload',
  'putDataSetContent',
  'putDataSetContents',
  'commitDataSetVersion',
  'listDeliveries',
  'testWebhook',
  'deleteWebhook',
  'readAccountRights',
  'deleteWorkspace',
])

/** One call for each permission that applies to a workspace. */
function callsByPermission(): Route[] {
  const calls = podium.app.boundRoutes.filter(
    ({ id, scope, transport }) =>
      transport !== 'events' &&
      (typeof scope === 'string' ? scope.startsWith('query') : !('queried' in scope)) &&
      !UNFIT.has(id),
  )
  return [...new Map(calls.map((route) => [route.allow, route])).values()]
}

test.each(isLong ? [false, true] : [false])(
  'reports each right as the server then applies it, with members who may only look: %s',
  async (members_may_only_look) => {
    const { people, deps } = podium
    const { id } = people.first
    await admin().call(setMembersMayOnlyLook, { params: { id }, body: { members_may_only_look } })
    const calls = callsByPermission()
    const wrong: string[] = []
    for (const player of ['manager', 'member', 'outsider', 'admin'] as const) {
      const said = new Map(
        (await rights(player)).groups.flatMap(({ rights }) =>
          rights.map((right) => [right.permission, right]),
        ),
      )
      for (const route of calls) {
        const right = said.get(route.allow)
        if (!right) continue
        for (const maker of right.allowed === 'own' ? [player, 'loner' as const] : ['loner' as const]) {
          const made = await makeObjects(deps.database, people.first.id, people.ids[maker])
          const { statusCode } = await podium.as(player).send(...callOf(route, made))
          const isAllowed = right.allowed === 'yes' || (right.allowed === 'own' && maker === player)
          const isRefused = [403, 404].includes(statusCode)
          if (isRefused === isAllowed)
            wrong.push(`${player} ${route.id} of ${maker}: said ${right.allowed}, answered ${statusCode}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(calls.length).toBeGreaterThan(30)
    await admin().call(setMembersMayOnlyLook, { params: { id }, body: { members_may_only_look: false } })
  },
)

test('gives the disabled button’s sentence as the reason', async () => {
  const said = (await rights('member')).groups.flatMap(({ rights }) => rights)
  const of = (permission: Permission) => said.find((right) => right.permission === permission)
  expect(of('run.start')).toMatchObject({ words: 'start runs', allowed: 'yes', reason: '' })
  expect(of('member.add')).toMatchObject({
    allowed: 'no',
    reason: 'Only a manager of this workspace may do this.',
  })
  expect(of('solution.delete')).toMatchObject({ allowed: 'own' })
  expect(said.every(({ permission }) => permission in permissions)).toBe(true)
})

test('shows an administrator everybody who can open a workspace, and a manager the members', async () => {
  const seen = await people('admin')
  expect(seen.people.map(({ username, why, role }) => [username, why, role])).toEqual([
    ['admin', ['administrator'], null],
    ['developer', ['member'], 'DEVELOPER'],
    ['manager', ['member'], 'MANAGER'],
    ['member', ['member'], 'MEMBER'],
  ])
  const managed = await people('manager')
  expect(managed.people.map(({ username }) => username)).toEqual(['developer', 'manager', 'member'])
  expect(managed.administrators).toBe(1)
  expect((await people('manager', { why: 'administrator' })).people).toEqual([])
})

test('tells only administrators why somebody cannot sign in', async () => {
  await podium.deps.database.execute(
    sql`update accounts set login_fail_count = 5 where username = 'developer'`,
  )
  const developer = async (by: Player) => (await people(by, { q: 'developer' })).people[0]
  expect(await developer('admin')).toMatchObject({ may_sign_in: false, sign_in: 'failures' })
  expect(await developer('manager')).toMatchObject({ may_sign_in: false, sign_in: null })
})

test('shows an administrator who is also a member as a plain member to a manager', async () => {
  const { ids, first } = podium.people
  await admin().call(addMembers, {
    params: { id: first.id },
    body: { members: [{ account_id: ids.admin, role: 'MEMBER' }] },
  })
  const [seen] = (await people('manager', { q: 'admin' })).people
  expect(seen).toMatchObject({ why: ['member'], role: 'MEMBER' })
  const [whole] = (await people('admin', { q: 'admin' })).people
  expect(whole).toMatchObject({ why: ['member', 'administrator'] })
})

test('sorts and pages the list like any other', async () => {
  const { people: page, total } = await people('manager', { sort: '-username', page: 1, page_size: 2 })
  expect([page.map(({ username }) => username), total]).toEqual([['member', 'manager'], 4])
})

test('exports what the list shows, with nothing that a spreadsheet would run', async () => {
  await podium.deps.database.execute(
    sql`update accounts set display_name = '=1+1' where username = 'developer'`,
  )
  const file = await podium.as('manager').ask(exportWorkspaceAccess, {
    params: { id: podium.people.first.id },
    query: { sort: 'username', q: 'developer' },
  })
  expect(file.headers['content-type']).toMatch(/^text\/csv/)
  expect(file.body.split('\r\n')).toEqual([
    '\uFEFFID,User Name,Role in Workspace,Why,By Group,Until,Since,By,Last Run Here,Can Sign In',
    expect.stringMatching(/^developer,'=1\+1,Developer,Member,,,\d{4}-.*,,.*,Yes$/),
    '',
  ])
})
