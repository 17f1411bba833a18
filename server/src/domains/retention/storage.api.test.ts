import { Readable } from 'node:stream'
import { deleteModel } from '@podium/contract/calls/models.ts'
import { readQuotas } from '@podium/contract/calls/quotas.ts'
import { applyRetention, emptyTrash, readStorage } from '@podium/contract/calls/retention.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noteStorage } from './storage-days.ts'
import {
  createRetentionFixture,
  KEEP_NOTHING_ELSE,
  type RetentionFixture,
} from './testing/retention-fixture.ts'

let podium: RetentionFixture
let params: { id: string }
beforeAll(async () => {
  podium = await createRetentionFixture()
  return () => podium.close()
})
beforeEach(async () => {
  await podium.startOver()
  params = podium.params
})

const storage = (days = 90) => podium.as('member').call(readStorage, { params, query: { days } })

/** The bytes of runs that the storage limit and the tab count. */
async function counted() {
  const { use } = await podium.as('member').call(readQuotas, { params })
  const { now } = await storage()
  return [use.storage_gib * 1024 ** 3, now.artifacts + now.logs + now.trash]
}

test('the limit and the tab count all files of runs, those in the trash too, but not removed ones', async () => {
  const old = await podium.train()
  const newest = await podium.train()
  const stored = async () => podium.bytesOf(await podium.bucket())
  const all = await stored()
  expect(await counted()).toEqual([all, all])
  const { now } = await storage()
  expect(now).toMatchObject({ artifacts: all - now.logs, trash: 0, uploads: 0 })
  expect(now.logs).toBeGreaterThan(0)
  await podium.setRules({
    logs: { ...KEEP_NOTHING_ELSE, last: 1 },
    artifacts: { ...KEEP_NOTHING_ELSE, last: 1 },
  })
  const moved = await podium.as('manager').call(applyRetention, { params, body: {} })
  expect(await counted()).toEqual([all, all])
  expect((await storage()).now.trash).toBe(moved.logs_bytes + moved.artifacts_bytes)
  await podium.as('manager').call(emptyTrash, { params, body: { ids: [old] } })
  const left = await stored()
  expect(await counted()).toEqual([left, left])
  expect((await storage()).now).toMatchObject({ trash: 0 })
  await podium.as('member').call(deleteModel, { params: { id: newest } })
  const without = await stored()
  expect(without).toBeLessThan(left)
  expect(await counted()).toEqual([without, without])
})

test('shows the storage of other files by kind', async () => {
  const { objects, database } = podium.deps
  await database.execute(sql`update solution_versions set size = 500`)
  const { solutions } = (await storage()).now
  for (const [path, content] of [
    ['datasets/a/b.csv', '1234'],
    ['uploads/c', '12'],
    ['datasets/d', '1'],
  ] as const)
    await objects.put(podium.people.first.s3_bucket_name, path, Readable.from([content]))
  expect(solutions % 500).toBe(0)
  expect(solutions).toBeGreaterThan(0)
  expect((await storage()).now).toMatchObject({ solutions, data_sets: 5, uploads: 2 })
})

test('one server records each day once an hour, for 366 days', async () => {
  await podium.train()
  const { database } = podium.deps
  const again = () =>
    Promise.all([noteStorage(podium.deps, podium.deps.log), noteStorage(podium.deps, podium.deps.log)])
  const letAnHourPass = () =>
    database.execute(sql`update retention set noted_at = now() - interval '61 minutes'`)
  await letAnHourPass()
  await again()
  const { now, days } = await storage()
  const today = new Date().toISOString().slice(0, 10)
  expect(days).toEqual([{ day: today, bytes: now }])
  await podium.train()
  await again()
  expect((await storage()).days).toEqual(days)
  await database.execute(sql`
    insert into storage_days (workspace_id, day, bytes)
    select ${params.id}::uuid, (now() at time zone 'UTC')::date - back, ${JSON.stringify(now)}::jsonb
    from unnest('{1, 89, 90, 365, 366}'::int[]) back`)
  await letAnHourPass()
  await again()
  const year = await storage(366)
  expect(year.days.at(-1)).toEqual({ day: today, bytes: year.now })
  expect(year.now.logs).toBeGreaterThan(now.logs)
  expect([year.days.length, (await storage()).days.length, (await storage(1)).days.length]).toEqual([5, 3, 1])
  const { rows } = await database.execute(sql`select count(*)::int as days from storage_days
    where workspace_id = ${params.id}::uuid`)
  expect(rows).toEqual([{ days: 5 }])
})
