import { verify } from '@node-rs/argon2'
import { changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { givePasswords, TEST_PASSWORD } from '../../testing/test-sign-in.ts'
import { passwords } from '../accounts/passwords.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

const [BUSY, ELSEWHERE] = ['192.0.2.1', '192.0.2.2']
const AT_ONCE = 4
const QUEUE = 64
const LOCKED = { detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } }

let server: TestApp
/** Ends the computation that began first. */
const ends: ((right: boolean) => void)[] = []
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  await givePasswords(server)
  vi.spyOn(passwords, 'verify')
  vi.spyOn(passwords, 'hash')
  vi.mocked(verify).mockClear()
  vi.mocked(verify).mockImplementation((_hash, password) =>
    password === TEST_PASSWORD ? Promise.resolve(true) : new Promise((resolve) => void ends.push(resolve)),
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
})

/** Waits until this many have asked for a turn. */
const asked = (of: 'verify' | 'hash', times: number) =>
  waitFor(() => expect(passwords[of]).toHaveBeenCalledTimes(times))

const tryFrom = (remoteAddress: string, login_id: string, login_pw = 'wrong') =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: { login_id, login_pw },
    remoteAddress,
  })

/** Tries from one address that fill all hashing places and the whole queue. */
async function createLoad(ids: (at: number) => string, size: number) {
  const refused: number[] = []
  const tries = Array.from({ length: size }, async (_, at) => {
    const answer = await tryFrom(BUSY, ids(at))
    if (answer.statusCode === 503) refused.push(at)
    return answer
  })
  const settled = Promise.all(tries)
  await asked('verify', size)
  await waitFor(() => expect(ends).toHaveLength(AT_ONCE))
  return {
    refused,
    async leave() {
      const leaving = setInterval(() => {
        for (const end of ends.splice(0)) end(false)
      })
      await settled.finally(() => clearInterval(leaving))
    },
  }
}

const lock = (username: string) =>
  server.deps.database.execute(sql`update accounts set login_fail_count = 5 where username = ${username}`)

test('lets other addresses in during a crowd from one', async () => {
  const { refused, leave } = await createLoad((at) => `id-${at}`, 100)
  const beyond = 100 - AT_ONCE - QUEUE
  await waitFor(() => expect(refused).toHaveLength(beyond))
  const right = tryFrom(ELSEWHERE, 'member', TEST_PASSWORD)
  await asked('verify', 101)
  ends.shift()?.(false)
  expect((await right).statusCode).toBe(200)
  await waitFor(() => expect(refused).toHaveLength(beyond + 1))
  await leave()
})

test('lets other IDs of the same address in during a crowd on one', { tags: ['long'] }, async () => {
  const { leave } = await createLoad(() => 'loner', 150)
  const right = tryFrom(BUSY, 'member', TEST_PASSWORD)
  await asked('verify', 151)
  ends.shift()?.(false)
  expect((await right).statusCode).toBe(200)
  await leave()
  const { rows } = await server.deps.database.execute(
    sql`select login_fail_count from accounts where username = 'loner'`,
  )
  expect(rows).toEqual([{ login_fail_count: 5 }])
})

test('does not make a login wait if it needs no hash', { tags: ['long'] }, async () => {
  const { leave } = await createLoad((at) => `id-${at}`, 100)
  await lock('loner')
  for (let at = 0; at < 5; at++) await tryFrom(ELSEWHERE, 'ghost', '')
  const looks = vi.mocked(verify).mock.calls.length
  expect((await tryFrom(ELSEWHERE, 'loner', TEST_PASSWORD)).json()).toEqual(LOCKED)
  expect((await tryFrom(ELSEWHERE, 'ghost', TEST_PASSWORD)).json()).toEqual(LOCKED)
  for (const never of ['', 'x'.repeat(129)])
    expect((await tryFrom(ELSEWHERE, 'member', never)).json().detail.error_code).toBe('USER.LOGIN.001')
  await server.deps.database.execute(sql`insert into address_failures (address, key)
    select ${ELSEWHERE}, decode(md5(n::text), 'hex') from generate_series(1, 100) n`)
  await server.deps.database.execute(sql`insert into address_failures (address, key, failed_at)
    values (${ELSEWHERE}, ''::bytea, now() + interval '1 hour')`)
  expect((await tryFrom(ELSEWHERE, 'member')).json()).toEqual({ detail: { error_code: 'USER.LOGIN.004' } })
  await lock('developer')
  const changed = await server.as('developer').ask(changeOwnPassword, {
    params: { id: server.people.ids.developer },
    body: { current_password: TEST_PASSWORD, password: 'amber lantern over frost' },
  })
  expect(changed.statusCode).toBe(422)
  expect(vi.mocked(verify)).toHaveBeenCalledTimes(looks)
  await leave()
})

test('changes a password while a crowd signs in from another address', {
  tags: ['long'],
}, async () => {
  const { leave } = await createLoad((at) => `id-${at}`, 100)
  const changed = server.as('member').call(changeOwnPassword, {
    params: { id: server.people.ids.member },
    body: { current_password: TEST_PASSWORD, password: 'amber lantern over frost' },
  })
  await asked('verify', 101)
  ends.shift()?.(false)
  await asked('hash', 1)
  for (const end of ends.splice(0, 2)) end(false)
  expect(await changed).toEqual({})
  await leave()
})
