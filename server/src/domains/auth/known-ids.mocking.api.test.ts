import { hash, verify } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { givePasswords } from '../../testing/test-sign-in.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const ADDRESS = '192.0.2.1'
/** Timers may end a fraction of a millisecond early, by the clock that measures them. */
const REFUSED_AFTER_MS = 59

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await givePasswords(server)
  return () => server.close()
})
beforeEach(async () => {
  const { database } = server.deps
  await database.execute(
    sql`update accounts set login_fail_count = 0, locked_at = null, login_type = 'static'`,
  )
  await database.execute(sql`delete from shadow_logins`)
  await database.execute(sql`delete from address_failures`)
})

/** The work of a refused login before its answer, and its minimum duration. */
async function costOf(login_id: string, login_pw: string) {
  const { $client: pool } = server.deps.database
  const query = vi.spyOn(pool, 'query')
  for (const computed of [hash, verify]) vi.mocked(computed).mockClear()
  const began = performance.now()
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: { login_id, login_pw },
    remoteAddress: ADDRESS,
  })
  const took = performance.now() - began
  const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
  query.mockRestore()
  return {
    statusCode,
    // refusals of accounts are written after the answer, one at a time
    statements: texts.filter((text) => !text.includes('login_history')).length,
    hashes: vi.mocked(hash).mock.calls.length,
    verifications: vi.mocked(verify).mock.calls.map(([, password]) => password),
    paced: took >= REFUSED_AFTER_MS,
  }
}

async function costs(login_id: string, passwords: string[]) {
  const all: Awaited<ReturnType<typeof costOf>>[] = []
  for (const password of passwords) all.push(await costOf(login_id, password))
  return all
}

const WRONG = 'a wrong password of usual length'
const usual = { statusCode: 401, hashes: 0, paced: true }

test.each<[string, string[], string[][]]>([
  ['tried until it is locked, and then', Array(7).fill(WRONG), [...Array(5).fill([WRONG]), [], []]],
  ['tried with nothing', ['', ''], [[], []]],
  ['tried with more than a password has', ['x'.repeat(129), 'x'.repeat(5000)], [[], []]],
])('does the same work for an ID %s whether or not it is an account', async (_, tried, verifications) => {
  await costs('warmed-up', tried)
  const known = await costs('member', tried)
  expect(known).toMatchObject(verifications.map((each) => ({ ...usual, verifications: each })))
  expect(await costs('nobody', tried)).toEqual(known)
})

test('checks neither accounts nor unknown IDs beyond the budget of the address', async () => {
  await server.deps.database.execute(sql`insert into address_failures (address, key)
    select ${ADDRESS}, decode(md5(n::text), 'hex') from generate_series(1, 100) n`)
  // its next turn is far away
  await server.deps.database.execute(sql`insert into address_failures (address, key, failed_at)
    values (${ADDRESS}, ''::bytea, now() + interval '1 hour')`)
  const known = await costs('member', [WRONG])
  expect(known).toMatchObject([{ statusCode: 401, statements: 1, verifications: [] }])
  expect(await costs('nobody', [WRONG])).toEqual(known)
})
