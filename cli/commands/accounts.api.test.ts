import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@podium/contract/calls/auth.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

let server: TestApp
let home: string
const MANY_NAMES = Array.from({ length: 1005 }, (_, index) => `agent-${index}`)

beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  home = await mkdtemp(join(tmpdir(), 'podium-host-'))
  await writeFile(join(home, 'server.json'), JSON.stringify({ address: `http://127.0.0.1:${port}` }))
  await writeFile(join(home, 'host-token'), server.deps.hostToken)
  await server.deps.database.insert(accounts).values(
    [...MANY_NAMES, 'Ops'].map((username) => ({
      login_type: 'static' as const,
      username,
      display_name: username,
      email: `${username}@ops.example.org`,
      role: 'DEVELOPER' as const,
      login_fail_count: 5,
    })),
  )
  return async () => {
    await server.close()
    await rm(home, { recursive: true })
  }
})

let printed: string[]
beforeEach(() => {
  printed = []
  vi.stubEnv('PODIUM_HOME', home)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const failuresOf = async (username: string) => {
  const { rows } = await server.deps.database.execute<{ login_fail_count: number }>(
    sql`select login_fail_count from accounts where lower(username) = ${username}`,
  )
  return rows.map(({ login_fail_count }) => login_fail_count)
}

test('unlocks an account by its ID, even if others contain that text', async () => {
  await podium('unlock', ['ops'])
  expect(printed).toEqual(['Ops is unlocked.'])
  expect(await failuresOf('ops')).toEqual([0])
  expect(await failuresOf('agent-1004')).toEqual([5])
})

test('makes a link for a new password for exactly that ID', async () => {
  await podium('password', ['oPS'])
  expect(printed.join('\n')).toMatch(
    /^Open this link once, until \S+, to set a new password for Ops:\nhttp:\S+$/,
  )
  await expect(podium('password', ['agent'])).rejects.toThrow("There is no account 'agent'.")
})

test('forgets the failed logins of an ID without an account, and says so', async () => {
  const body = { login_id: 'nobody-yet', login_pw: 'tried too early' }
  for (const _ of [1, 2]) await server.as('anonymous').ask(login, { body })
  await podium('unlock', ['nobody-yet'])
  expect(printed).toEqual(['nobody-yet is not an account. The failed logins with that ID (2) are cleared.'])
  await expect(podium('unlock', ['nobody-yet'])).rejects.toThrow(
    "There is no account 'nobody-yet', and no failed login counts against that ID.",
  )
})
