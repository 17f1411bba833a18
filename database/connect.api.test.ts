import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shadowLogins } from './schema/accounts.ts'
import { auditEvents } from './schema/audit.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { withClient } from './testing/with-client.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const event = {
  actor_name: 'Ada',
  action: 'account.create',
  object_kind: 'account',
  object_id: '1',
  object_name: 'Bo',
}

test('instants come out as ISO-8601 UTC with milliseconds, and come back in as the same moment', async () => {
  const at = '2026-11-20T09:31:00.120Z'
  const [row] = await own.database
    .insert(auditEvents)
    .values({ ...event, at })
    .returning()
  expect(row?.at).toBe(at)
  const { rows } = await own.database.execute(sql`select ${at}::timestamptz as at, count(*) as n from members`)
  expect(rows).toEqual([{ at, n: 0 }])
})
