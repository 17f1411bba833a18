import { makePasswordLink } from '@podium/contract/calls/accounts.ts'
import { finishSetup, readSetup, usePasswordLink } from '@podium/contract/calls/auth.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeFirstAdministrator, makeSetupLink } from './sign-in-by-link.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const boss = {
  username: 'boss',
  password: 'violet kettle under moss',
  display_name: 'The Boss',
  email: '',
}
const alone = { besideOthers: false }
const void_link = { detail: 'This set-up link is no longer valid. Start Podium again to get a new one.' }

test('makes one administrator by the set-up link, once, and voids an older one', async () => {
  const { database } = server.deps
  const stranger = server.as('anonymous').browser()
  expect(await makeSetupLink(database, alone)).toBeNull()
  expect(await stranger.call(readSetup)).toEqual({ open: false })
  await database.execute(sql`delete from sessions`)
  await database.execute(sql`delete from members`)
  await database.execute(sql`delete from accounts`)
  expect(await stranger.call(readSetup)).toEqual({ open: true })
  const older = String(await makeSetupLink(database, alone))
  const secret = String(await makeSetupLink(database, alone))
  expect((await stranger.ask(finishSetup, { body: { ...boss, secret: older } })).json()).toEqual(void_link)
  const weak = await stranger.ask(finishSetup, { body: { ...boss, secret, password: 'password password' } })
  expect(weak.statusCode).toBe(422)
  const tries = await Promise.all(
    ['one', 'two', 'three'].map((username) =>
      stranger.ask(finishSetup, { body: { ...boss, username, secret } }),
    ),
  )
  expect(tries.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
  const won = tries.find((answer) => answer.statusCode === 200)
  expect(won?.json()).toMatchObject({ role: 'ADMIN', must_change_password: false })
  expect(String(won?.headers['set-cookie'])).toMatch(
    /^__Host-podium=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(await stranger.call(readSetup)).toEqual({ open: false })
  const { rows } = await database.execute(sql`select action, actor_name from audit_events`)
  expect(rows).toEqual([{ action: 'account.create', actor_name: 'set-up link' }])
  await makeFirstAdministrator(
    database,
    { account_id: null, username: 'podium', address: null, request_id: null },
    { ...boss, username: 'late' },
  )
  const secondSetup = await database.execute(sql`select from accounts where username = 'late'`)
  expect(secondSetup.rows).toHaveLength(0)
})

test('voids the set-up link after a day', async () => {
  const own = await createTestApp()
  const { database } = own.deps
  for (const table of ['sessions', 'members', 'accounts'])
    await database.execute(sql`delete from ${sql.identifier(table)}`)
  const secret = String(await makeSetupLink(database, alone))
  await database.execute(sql`update one_time_links set expires_at = expires_at - interval '24 hours'`)
  const answer = await own
    .as('anonymous')
    .browser()
    .ask(finishSetup, { body: { ...boss, secret } })
  expect(answer.json()).toEqual(void_link)
  await own.close()
})

test('sets a password once by a password link, and signs its owner in', async () => {
  const host = server.as('host')
  const { rows } = await server.deps.database.execute<{ id: string }>(sql`select id from accounts`)
  const link = await host.call(makePasswordLink, { params: { id: String(rows[0]?.id) } })
  const secret = link.url.split('#')[1] ?? ''
  expect(link.url).toBe(`http://localhost/auth/password#${secret}`)
  const stranger = server.as('anonymous')
  const weak = await stranger.ask(usePasswordLink, { body: { secret, password: 'short' } })
  expect([weak.statusCode, weak.json()]).toEqual([422, { detail: 'Use at least 15 characters.' }])
  const body = { secret, password: 'amber lantern over frost' }
  expect((await stranger.call(usePasswordLink, { body })).role).toBe('ADMIN')
  const again = await stranger.ask(usePasswordLink, { body })
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { detail: 'This link is no longer valid. Ask for a new one.' },
  ])
})

test('keeps only one of several links made at once, and lets nobody make one for their own account', async () => {
  const { database } = server.deps
  const find = async (username: string) => {
    const { rows } = await database.execute<{ id: string }>(
      sql`select id from accounts where username = ${username}`,
    )
    return { params: { id: String(rows[0]?.id) } }
  }
  await database.execute(sql`insert into accounts (login_type, username, display_name, role)
    values ('static', 'linked', 'Linked', 'ADMIN')`)
  const linked = await find('linked')
  const host = server.as('host')
  await Promise.all(Array.from({ length: 10 }, () => host.call(makePasswordLink, linked)))
  const { rows } = await database.execute(sql`select from one_time_links where purpose = 'password'`)
  expect(rows).toHaveLength(1)
  const { url } = await host.call(makePasswordLink, linked)
  const body = { secret: url.split('#')[1] ?? '', password: 'amber lantern over frost' }
  const signedIn = await server.as('anonymous').ask(usePasswordLink, { body })
  const token = /=([\w-]{43});/.exec(String(signedIn.headers['set-cookie']))?.[1]
  const own = await server.as('anonymous').ask(makePasswordLink, {
    ...linked,
    headers: { cookie: `access-token=${token}` },
  })
  expect([own.statusCode, own.json()]).toEqual([
    409,
    {
      detail: 'You cannot create a password link for yourself. Change your password under Edit Profile.',
    },
  ])
})
