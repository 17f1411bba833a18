import { listLogins } from '@podium/contract/calls/sign-in.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Directory, DirectoryAway } from '../../directory/directory.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { tryLogin } from '../../testing/test-sign-in.ts'
import { passwords } from '../accounts/passwords.ts'

const answers = { verify: async () => true }
let server: TestApp
beforeAll(async () => {
  server = await createTestApp({
    directory: { idOf: (typed: string) => typed, verify: () => answers.verify() } as unknown as Directory,
  })
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  await server.deps.database.execute(
    sql`update accounts set login_type = 'ldap', last_login_at = now() where username = 'member'`,
  )
})

/** Occupies all hashing places, and then as many places in the queue as requested. */
function createLoad() {
  const leaving: ((looked: boolean) => void)[] = []
  const gone = new Promise<boolean>((resolve) => leaving.push(resolve))
  const by = { address: '127.0.0.1', account_id: server.people.ids.member }
  const come = (count: number) =>
    Array.from({ length: count }, () => passwords.verify(null, 'x', by, () => gone))
  const there = come(4)
  return {
    come: (count: number) => void there.push(...come(count)),
    leave() {
      for (const leave of leaving) leave(false)
      return Promise.all(there)
    },
  }
}

test('counts no try that a crowd turns away unchecked', async () => {
  answers.verify = async () => false
  const busy = createLoad()
  const looks = vi.spyOn(passwords, 'verify')
  const tries = Array.from({ length: 6 }, () => tryLogin(server, 'member'))
  await waitFor(() => expect(looks).toHaveBeenCalledTimes(6))
  looks.mockRestore()
  busy.come(64)
  for (const answer of await Promise.all(tries)) expect(answer.statusCode).toBe(503)
  await busy.leave()
  expect((await tryLogin(server, 'member')).json()).toEqual({
    detail: { error_code: 'USER.LOGIN.001', login_fail_count: 1 },
  })
})

test('does not fill the history with uncounted tries while the directory is away', async () => {
  answers.verify = async () => {
    throw new DirectoryAway('It does not answer.')
  }
  for (let at = 0; at < 3; at++) await tryLogin(server, 'member')
  answers.verify = async () => true
  expect((await tryLogin(server, 'member')).statusCode).toBe(200)
  answers.verify = async () => false
  await tryLogin(server, 'member')
  const noted = async () => {
    const { logins } = await server.as('admin').call(listLogins, { params: { id: server.people.ids.member } })
    return logins.map(({ result }) => result).sort()
  }
  await waitFor(async () => expect(await noted()).toEqual(['001', '004', 'ok']))
})
