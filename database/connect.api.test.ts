import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditEvents } from './schema/audit.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { isoInstant } from './value-types.ts'

const EVENT = {
  actor_name: 'the installer',
  action: 'account.create',
  object_kind: 'account',
  object_id: '1',
  object_name: 'first',
}
let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
  return () => own.drop()
})

const inUse = () => own.pool.totalCount - own.pool.idleCount

test('returns instants as ISO-8601 UTC with milliseconds, and accepts them back', async () => {
  const at = '2026-11-20T09:31:00.120Z'
  const stored = await own.database
    .insert(auditEvents)
    .values({ ...EVENT, at })
    .returning()
  expect(stored.map((row) => row.at)).toEqual([at])
  const again = await own.database.transaction((tx) =>
    tx.select({ at: auditEvents.at }).from(auditEvents).where(sql`${auditEvents.at} = ${at}`),
  )
  expect(again).toEqual([{ at }])
})

test('returns counts as numbers and instants as ISO text in plain SQL too', async () => {
  const at = '2026-11-20T09:31:00.000Z'
  const { rows } = await own.database.execute(
    sql`select ${at}::timestamptz as at, count(*) as n from members`,
  )
  expect(rows).toEqual([{ at, n: 0 }])
  const plain = await own.pool.query('select 9007199254740991::int8 as n')
  expect(plain.rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
})

test.each([
  ['2026-11-20 09:31:00+00', '2026-11-20T09:31:00.000Z'],
  ['2026-11-20 09:31:00.1+00', '2026-11-20T09:31:00.100Z'],
  ['2026-11-20 09:31:00.123987+00', '2026-11-20T09:31:00.123Z'],
  ['2026-11-20 11:31:00.5+02', '2026-11-20T09:31:00.500Z'],
])('converts %s to the instant %s', (printed, instant) => {
  expect(isoInstant(printed)).toBe(instant)
})

test('commits or rolls back a transaction as a whole, and returns its connection', async () => {
  const insert = sql`insert into installation_secrets values ('whole', 'x')`
  await expect(
    own.database.transaction(async (tx) => {
      await tx.execute(insert)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await own.database.$count(sql`installation_secrets`)).toBe(0)
  await own.database.transaction((tx) => tx.execute(insert))
  expect(await own.database.$count(sql`installation_secrets`)).toBe(1)
  expect(inUse()).toBe(0)
})

test.each(['40P01', '40001'])(
  'runs a transaction that the database aborts with %s three times, and keeps nothing of the first tries',
  async (code) => {
    let tries = 0
    const brokenOff = (times: number) =>
      own.database.transaction(async (tx) => {
        tries += 1
        await tx.execute(sql`insert into installation_secrets values (${`${code} ${times} ${tries}`}, 'x')`)
        if (tries <= times)
          await tx.execute(
            sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`),
          )
        return tries
      })
    expect(await brokenOff(2)).toBe(3)
    tries = 0
    await expect(brokenOff(3)).rejects.toThrow()
    expect(tries).toBe(3)
    const { rows } = await own.database.execute(
      sql`select name from installation_secrets where name like ${`${code}%`}`,
    )
    expect(rows).toEqual([{ name: `${code} 2 3` }])
    expect(inUse()).toBe(0)
  },
)

test('fails queries whose connection is cut, and replaces the connection', async () => {
  const cutMyself = sql`select pg_terminate_backend(pg_backend_pid())`
  for (let cut = 0; cut < 12; cut++) {
    await expect(own.database.transaction((tx) => tx.execute(cutMyself))).rejects.toThrow()
  }
  await expect(own.database.execute(cutMyself)).rejects.toThrow()
  expect(await own.database.$count(auditEvents)).toBeGreaterThan(0)
  expect(inUse()).toBe(0)
})
