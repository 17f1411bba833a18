import { deleteAccounts, unlockId } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { podium } from '../audit/audit.ts'
import { passwords } from './passwords.ts'

const PASSWORD = 'violet kettle under moss'
const LOCKED = { detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } }

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  const hash = await passwords.hash(PASSWORD, podium)
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}`)
  return () => server.close()
})
beforeEach(async () => {
  await server.deps.database.execute(sql`delete from shadow_logins`)
})

const tryLogin = async (login_id: string, login_pw: string) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: JSON.stringify({ login_id, login_pw }),
  })
  return answer.json()
}
async function lock(id: string) {
  for (let at = 0; at < 5; at++) await tryLogin(id, 'wrong')
  expect(await tryLogin(id, PASSWORD)).toEqual(LOCKED)
}
const unlock = (login_id: string) => server.as('admin').call(unlockId, { body: { login_id } })
const lastEvent = async () =>
  (
    await server.deps.database.execute(
      sql`select action, object_id, object_name, before, after from audit_events order by id desc limit 1`,
    )
  ).rows[0]

test('unlocks an unknown ID, whose count restarts at zero', async () => {
  await lock('stranger')
  expect(await unlock('Stranger')).toEqual({ login_id: 'Stranger', account_id: null, forgotten: 5 })
  expect(await tryLogin('stranger', 'wrong')).toMatchObject({ detail: { login_fail_count: 1 } })
  expect(await lastEvent()).toEqual({
    action: 'account.unlock',
    object_id: 'stranger',
    object_name: 'Stranger',
    before: { login_fail_count: 5 },
    after: { login_fail_count: 0 },
  })
})

test('distinguishes an ID without failures, and records nothing', async () => {
  const before = await lastEvent()
  expect(await unlock('nobody')).toEqual({ login_id: 'nobody', account_id: null, forgotten: 0 })
  expect(await lastEvent()).toEqual(before)
})

test('unlocks the account with the ID, however it is spelt', async () => {
  await lock('member')
  const account_id = server.people.ids.member
  expect(await unlock('MEMBER')).toEqual({ login_id: 'member', account_id, forgotten: 5 })
  expect(await tryLogin('member', PASSWORD)).toMatchObject({ account_id })
  expect(await lastEvent()).toMatchObject({ action: 'account.unlock', object_name: 'member' })
})

test('clears the tries on a deleted account’s ID, which stays deleted', async () => {
  await server.as('admin').call(deleteAccounts, { body: { ids: [server.people.ids.loner] } })
  await lock('loner')
  expect(await unlock('loner')).toEqual({ login_id: 'loner', account_id: null, forgotten: 5 })
  expect(await tryLogin('loner', PASSWORD)).toEqual({ detail: { error_code: 'USER.LOGIN.000' } })
})

test('lets only administrators unlock an ID', async () => {
  const answer = await server.as('manager').ask(unlockId, { body: { login_id: 'member' } })
  expect(answer.statusCode).toBe(403)
})
