import { deleteAccounts, editAccount } from '@podium/contract/calls/accounts.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { hashOfToken, newToken } from '../../http/session/tokens.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient, type TestClient } from '../../testing/test-client.ts'

const ROUNDS = 20

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

interface Administrator {
  id: string
  client: TestClient
}

/** Makes new administrators; the previous ones lose the role. */
async function administrators(count: number): Promise<Administrator[]> {
  const { database } = server.deps
  await database.execute(sql`update accounts set role = 'DEVELOPER'`)
  const made = await database
    .insert(accounts)
    .values(
      Array.from({ length: count }, () => ({
        login_type: 'static' as const,
        username: `admin-${newToken()}`,
        display_name: 'Administrator',
        role: 'ADMIN' as const,
      })),
    )
    .returning({ id: accounts.id })
  return Promise.all(
    made.map(async ({ id }) => {
      const token = newToken()
      await database
        .insert(sessions)
        .values({ token_hash: hashOfToken(token), account_id: id, kind: 'program', address: '127.0.0.1' })
      return { id, client: createClient(server.app, token) }
    }),
  )
}

async function stillAdministrators(): Promise<number> {
  const found = await server.deps.database.execute(
    sql`select from accounts where role = 'ADMIN' and deleted_at is null`,
  )
  return found.rows.length
}

const remove = (by: Administrator, other: Administrator) =>
  by.client.ask(deleteAccounts, { body: { ids: [other.id] } })
const demote = (by: Administrator, other: Administrator) =>
  by.client.ask(editAccount, { body: { id: other.id, role: 'DEVELOPER' } })

const ACTIONS: [string, typeof remove, typeof remove][] = [
  ['delete', remove, remove],
  ['demote', demote, demote],
  ['delete and demote', remove, demote],
]

for (const [name, first, second] of ACTIONS)
  for (const others of [0, 1])
    test(`lets only one of two who ${name} each other at once do it, ${others} others or not`, {
      tags: others ? ['long'] : [],
    }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [one, other] = await administrators(2 + others)
        if (!one || !other) throw new Error('nobody administers')
        await Promise.all([first(one, other), second(other, one)])
        expect([round, await stillAdministrators()]).toEqual([round, 1 + others])
      }
    })
