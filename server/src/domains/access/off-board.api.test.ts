import {
  deleteAccounts,
  makePasswordLink,
  readAccount,
  unlockAccount,
} from '@podium/contract/calls/accounts.ts'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { login, readSession, usePasswordLink } from '@podium/contract/calls/auth.ts'
import { offBoardAccount, readHoldings } from '@podium/contract/calls/off-boarding.ts'
import { createWebhook, listWebhooks } from '@podium/contract/calls/webhooks.ts'
import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askWhile } from '../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'
import { makeObjects } from '../../testing/test-objects.ts'
import type { Player } from '../../testing/test-people.ts'
import { passwords } from '../accounts/passwords.ts'
import { podium as product } from '../audit/audit.ts'

const PASSWORD = 'violet kettle under moss'
let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp({ env: { PODIUM_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  return () => podium.close()
})
beforeEach(() => podium.startOver())

const paramsOf = (player: Player) => ({ params: { id: podium.people.ids[player] } })
const holdings = (player: Player) => podium.as('admin').call(readHoldings, paramsOf(player))

interface Decided {
  revision?: string
  managers?: { workspace_id: string; account_id: string }[]
  runs?: 'keep' | 'stop'
  account?: 'lock' | 'delete'
}

/** Off-boards like the wizard: based on the present holdings, unless given earlier ones. */
async function offBoard(player: Player, decided: Decided = {}, by: 'admin' | 'host' = 'admin') {
  const { revision } = decided.revision ? { revision: decided.revision } : await holdings(player)
  const body = { managers: [], runs: 'keep', account: 'lock', ...decided, revision } as const
  return podium.as(by).ask(offBoardAccount, { ...paramsOf(player), body })
}

const handOverTo = (player: Player) => [
  { workspace_id: podium.people.first.id, account_id: podium.people.ids[player] },
]

const setPasswords = async () => {
  const hash = await passwords.hash(PASSWORD, product)
  await podium.deps.database.execute(sql`update accounts set password_hash = ${hash}`)
}
const tryLogin = (login_id: string, login_pw = PASSWORD) =>
  podium.as('anonymous').ask(login, { body: { login_id, login_pw } })

/** Makes one run of the person in each of the states. */
async function makeRuns(player: Player, ...states: string[]) {
  for (const state of states) {
    const { run } = await makeObjects(podium.deps.database, podium.people.first.id, podium.people.ids[player])
    await podium.deps.database.execute(
      sql`update runs set state = ${state}, stored = false where id = ${run}::uuid`,
    )
  }
}

const inFirst = () => ({ params: { id: podium.people.first.id } })
const makeWebhook = (player: Player) =>
  podium.as(player).call(createWebhook, {
    ...inFirst(),
    body: { kind: 'json', url: `http://127.0.0.1:9/${player}`, events: ['run.ended'] },
  })

test('counts a person’s holdings by workspace', async () => {
  await makeRuns('manager', 'queued', 'running', 'succeeded')
  await makeWebhook('manager')
  await podium.deps.database.execute(sql`update instances set draft = true where name = 'thing-1'`)
  await podium.as('admin').call(makePasswordLink, paramsOf('manager'))
  const held = await holdings('manager')
  expect(held).toMatchObject({
    username: 'manager',
    sessions: 1,
    access_tokens: 0,
    password_link: true,
    locked: false,
  })
  expect(held.workspaces).toMatchObject([
    {
      display_name: 'first',
      role: 'MANAGER',
      only_manager: true,
      queued: 1,
      running: 1,
      drafts: 1,
      solutions: 3,
      instances: 2,
      streams: 3,
      data_sets: 3,
      schedules: 3,
      webhooks: 1,
      files: 0,
    },
  ])
  expect(held.workspaces[0]?.successors.map(({ username }) => username)).toEqual(['developer', 'member'])
  expect((await holdings('loner')).workspaces).toEqual([])
})

test('hands over, ends the sign-ins and keeps everything else when locking', async () => {
  await setPasswords()
  const answer = await offBoard('manager', { managers: handOverTo('developer') })
  expect(answer.json()).toEqual({
    handed_over: [{ workspace_id: podium.people.first.id, display_name: 'first', username: 'developer' }],
    memberships: 0,
    sessions: 1,
    access_tokens: 0,
    webhooks: 0,
    runs: { stopped: 0, going_on: 0, failed: [] },
  })
  expect((await podium.as('manager').ask(listWorkspaces)).statusCode).toBe(401)
  expect(await podium.as('admin').call(readAccount, paramsOf('manager'))).toMatchObject({
    locked: true,
    lock_reason: 'administrator',
    workspaces: [{ role: 'MANAGER' }],
  })
  expect((await podium.as('developer').call(listWorkspaces)).workspaces).toMatchObject([{ role: 'MANAGER' }])
  const { events } = await podium.as('admin').call(listAudit, { query: { sort: 'at' } })
  expect(
    events.map(({ action, object_name, before, after }) => [action, object_name, before, after]),
  ).toEqual([
    ['member.edit', 'developer', { role: 'DEVELOPER' }, { role: 'MANAGER' }],
    [
      'account.lock',
      'manager',
      { locked: false, lock_reason: '' },
      { locked: true, lock_reason: 'administrator' },
    ],
    [
      'account.off-board',
      'manager',
      null,
      {
        account: 'lock',
        runs: 'keep',
        handed_over: [{ workspace_id: podium.people.first.id, display_name: 'first', username: 'developer' }],
      },
    ],
  ])
})

test('lets nothing open an account that an administrator locked until it is unlocked', async () => {
  await setPasswords()
  const { url } = await podium.as('admin').call(makePasswordLink, paramsOf('member'))
  await offBoard('member')
  expect((await tryLogin('member')).json()).toEqual({ detail: { error_code: 'USER.LOGIN.005' } })
  expect((await tryLogin('member', 'wrong')).json()).toMatchObject({
    detail: { error_code: 'USER.LOGIN.001' },
  })
  const useLink = (link: string) =>
    podium
      .as('anonymous')
      .ask(usePasswordLink, { body: { secret: link.split('#')[1] ?? '', password: 'another long one' } })
  expect((await useLink(url)).statusCode).toBe(409)
  const later = await podium.as('admin').call(makePasswordLink, paramsOf('member'))
  expect((await useLink(later.url)).json()).toEqual({
    detail: 'An administrator locked this account. Ask your administrator to unlock it, then try again.',
  })
  // even for a session that slipped in
  await podium.deps.database.execute(sql`insert into sessions (token_hash, account_id, kind, address)
    values (sha256('slipped'), ${podium.people.ids.member}::uuid, 'program', '127.0.0.1')`)
  expect((await createClient(podium.app, 'slipped').ask(readSession)).statusCode).toBe(401)
  await podium.as('admin').call(unlockAccount, paramsOf('member'))
  expect((await tryLogin('member')).statusCode).toBe(200)
})

test('removes the memberships too when deleting', async () => {
  const answer = await offBoard('manager', { managers: handOverTo('loner'), account: 'delete' })
  expect(answer.json()).toMatchObject({ memberships: 1 })
  expect((await podium.as('admin').ask(readAccount, paramsOf('manager'))).statusCode).toBe(404)
  expect((await podium.as('loner').call(listWorkspaces)).workspaces).toMatchObject([{ role: 'MANAGER' }])
})

test.each(['lock', 'delete'] as const)(
  'deletes only the webhooks that a person made when they leave by %s',
  async (account) => {
    const [theirs, other] = [await makeWebhook('manager'), await makeWebhook('admin')]
    const answer = await offBoard('manager', { managers: handOverTo('developer'), account })
    expect(answer.json()).toMatchObject({ webhooks: 1 })
    const { webhooks } = await podium.as('admin').call(listWebhooks, inFirst())
    expect(webhooks.map(({ id }) => id)).toEqual([other.id])
    const { events } = await podium.as('admin').call(listAudit, { query: { action: 'webhook.delete' } })
    expect(events).toMatchObject([
      {
        actor_id: podium.people.ids.admin,
        object_id: theirs.id,
        object_name: '127.0.0.1:9',
        before: { kind: 'json', events: ['run.ended'] },
      },
    ])
  },
)

test('shows a webhook made since the page was opened before anything happens', async () => {
  const { revision } = await holdings('manager')
  await makeWebhook('manager')
  const answer = await offBoard('manager', { revision, managers: handOverTo('developer') })
  expect([answer.statusCode, answer.json().changed]).toEqual([409, ['made']])
  expect((await podium.as('admin').call(listWebhooks, inFirst())).webhooks).toHaveLength(1)
})

test('reports the runs as unknown if they cannot be read after the account is locked', async () => {
  const { revision } = await holdings('member')
  // Reads within the transaction do not use this call.
  const reads = vi.spyOn(podium.deps.database, 'execute').mockRejectedValue(new Error('the database is away'))
  const answer = await offBoard('member', { revision })
  reads.mockRestore()
  expect([answer.statusCode, answer.json().runs]).toEqual([200, null])
  expect(await podium.as('admin').call(readAccount, paramsOf('member'))).toMatchObject({ locked: true })
})

test('lets runs go on, or asks them to stop', async () => {
  await makeRuns('member', 'queued', 'running')
  expect((await offBoard('member')).json()).toMatchObject({ runs: { stopped: 0, going_on: 2 } })
  expect((await offBoard('member', { runs: 'stop' })).json()).toMatchObject({
    runs: { stopped: 2, going_on: 0 },
  })
  const { rows } = await podium.deps.database.execute(
    sql`select state, stop_requested_by from runs order by state`,
  )
  const stop_requested_by = podium.people.ids.admin
  expect(rows).toEqual([
    { state: 'running', stop_requested_by },
    { state: 'stopped', stop_requested_by },
  ])
})

test('does nothing without somebody to take over', async () => {
  const answer = await offBoard('manager')
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'manager is the only manager of first. Make someone else a manager there first.',
  ])
  await podium.deps.database.execute(
    sql`update accounts set login_fail_count = 5 where username = 'developer'`,
  )
  for (const [managers, status] of [
    [handOverTo('manager'), 422],
    [handOverTo('developer'), 422],
    [[{ workspace_id: podium.people.first.id, account_id: 'x' }], 422],
    [
      [
        ...handOverTo('member'),
        { workspace_id: podium.people.second.id, account_id: podium.people.ids.loner },
      ],
      422,
    ],
  ] as const)
    expect((await offBoard('manager', { managers: [...managers] })).statusCode).toBe(status)
  expect(await podium.as('admin').call(readAccount, paramsOf('manager'))).toMatchObject({ locked: false })
})

test('names what changed since the look, and does nothing', async () => {
  const { revision } = await holdings('member')
  await makeRuns('member', 'running')
  const answer = await offBoard('member', { revision })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    detail: 'This changed since you opened the page: its runs, what it created. Check it, then decide again.',
    changed: ['runs', 'made'],
    current: { username: 'member', workspaces: [{ running: 1 }] },
  })
  expect((await podium.as('member').ask(listWorkspaces)).statusCode).toBe(200)
})

test('refuses to off-board oneself or the last administrator', async () => {
  const own = await offBoard('admin')
  expect([own.statusCode, own.json().detail]).toEqual([
    409,
    'You cannot off-board yourself. Ask another administrator.',
  ])
  const last = await offBoard('admin', {}, 'host')
  expect([last.statusCode, last.json().detail]).toEqual([
    409,
    'At least one active administrator must remain.',
  ])
})

test('does not count a locked administrator', async () => {
  await podium.deps.database.execute(sql`update accounts set role = 'ADMIN' where username = 'loner'`)
  expect((await offBoard('loner')).statusCode).toBe(200)
  expect((await offBoard('admin', {}, 'host')).statusCode).toBe(409)
})

test('keeps one of two administrators who off-board each other at once', async () => {
  await podium.deps.database.execute(
    sql`update accounts set role = 'ADMIN' where username in ('loner', 'outsider')`,
  )
  const { ids } = podium.people
  const [ofLoner, ofAdmin] = [await holdings('loner'), await holdings('admin')]
  const call = (by: Player, of: Player, revision: string) =>
    podium.as(by).ask(offBoardAccount, {
      params: { id: ids[of] },
      body: { revision, managers: [], runs: 'keep', account: 'lock' },
    })
  const answers = await Promise.all([
    call('admin', 'loner', ofLoner.revision),
    call('loner', 'admin', ofAdmin.revision),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
})

test('lets one of two administrators off-board the same person', async () => {
  await podium.deps.database.execute(sql`update accounts set role = 'ADMIN' where username = 'loner'`)
  const { revision } = await holdings('member')
  const params = { id: podium.people.ids.member }
  const body = { revision, managers: [], runs: 'keep', account: 'lock' } as const
  const answers = await Promise.all(
    (['admin', 'loner'] as const).map((by) => podium.as(by).ask(offBoardAccount, { params, body })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('waits for another manager who leaves meanwhile, and then requires somebody to take over', async () => {
  const { database } = podium.deps
  const { first, ids } = podium.people
  await database.execute(sql`update members set role = 'MANAGER' where account_id = ${ids.developer}::uuid`)
  const { revision } = await holdings('manager')
  const answer = await askWhile(
    database,
    async (tx) => {
      await tx.execute(sql`select from workspaces where id = ${first.id}::uuid for no key update`)
      await tx.execute(sql`update members set role = 'MEMBER' where account_id = ${ids.developer}::uuid`)
    },
    () => offBoard('manager', { revision }),
  )
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    changed: ['workspaces'],
    current: { workspaces: [{ only_manager: true }] },
  })
})

test('does not accept a successor who is deleted meanwhile', async () => {
  await podium.as('admin').call(deleteAccounts, { body: { ids: [podium.people.ids.loner] } })
  const answer = await offBoard('manager', { managers: handOverTo('loner') })
  expect([answer.statusCode, answer.json().detail]).toEqual([422, 'It is not a registered ID.'])
})
