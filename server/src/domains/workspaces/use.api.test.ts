import { readWorkspaceUse } from '@podium/contract/calls/workspace-use.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertRun, insertStream } from '../streams/testing/insert-stream.ts'
import { readMonthlyUsage } from './usage-reads.ts'

let podium: TestApp
let params: { id: string }
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})
beforeEach(async () => {
  await podium.startOver()
  params = { id: podium.people.first.id }
})

/** Inserts a run from this many hours before the beginning of this month to this many after it. */
async function insertHours(pipeline: 'train' | 'inference', before: number, after: number, type = 'lab-1') {
  const id = await insertRun(podium, await insertStream(podium), 'succeeded')
  await podium.deps.database.execute(sql`
    update runs set pipeline = ${pipeline}, instance_type = ${type},
      started_at = month - make_interval(hours => ${before}),
      ended_at = month + make_interval(hours => ${after})
    from (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as month) this
    where id = ${id}::uuid`)
}

const amountsOf = ({ usage }: { usage: { service_name: string; amount: number; unit: string }[] }) =>
  usage.map(({ service_name, amount, unit }) => [service_name, amount, unit])

test('counts a run in each month by its hours, and not at all after six months', async () => {
  await insertHours('train', 2, 1)
  await insertHours('inference', 2, -1)
  await insertHours('train', 24 * 230, -24 * 220)
  const { months } = await podium.as('member').call(readWorkspaceUse, { params })
  const names = months.map(({ month }) => month)
  expect(names).toHaveLength(6)
  expect(names).toEqual([...names].sort())
  expect(names[5]).toBe(new Date().toISOString().slice(0, 7))
  expect(months.map(amountsOf).slice(0, 4)).toEqual(
    Array.from({ length: 4 }, () => [
      ['Training', 0, 'hours'],
      ['Inference', 0, 'hours'],
    ]),
  )
  expect(months.map(amountsOf).slice(4)).toEqual([
    [
      ['Training', 2, 'hours'],
      ['Inference', 1, 'hours'],
    ],
    [
      ['Training', 1, 'hours'],
      ['Inference', 0, 'hours'],
    ],
  ])
})

test('shows a month with prices as money rounded down to a multiple of 10, without other workspaces', async () => {
  await insertHours('train', 10, 3)
  const prices = { currency: 'EUR', per_hour: new Map([['lab-1', 2.5]]), per_gib_month: null }
  const { database } = podium.deps
  const own = await readMonthlyUsage(database, podium.people.first.id, prices)
  expect(own.map(amountsOf).slice(4)).toEqual([
    [
      ['Training', 20, 'EUR'],
      ['Inference', 0, 'EUR'],
    ],
    [
      ['Training', 0, 'EUR'],
      ['Inference', 0, 'EUR'],
    ],
  ])
  const other = await readMonthlyUsage(database, podium.people.second.id, null)
  expect(other.flatMap(({ usage }) => usage.map(({ amount }) => amount))).toEqual(Array(12).fill(0))
})
