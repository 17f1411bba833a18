import { createSchedule, listScheduleTimes } from '@podium/contract/calls/schedules.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { schedules } from '@podium/database/schema/schedules.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { forgetOldTimes } from './repository.ts'
import { createScheduler } from './scheduler.ts'

const DUE = '2027-01-04T05:00:00Z'
const NOW = new Date('2027-01-04T05:00:02Z')

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const workspace = () => ({ workspace_id: fixture.people.first.id })

async function make(stream_id = fixture.ids.stream): Promise<string> {
  const body = { stream_id, cron: '0 5 * * *', when_running: 'queue' } as const
  return (await fixture.as('developer').call(createSchedule, { query: workspace(), body })).id
}

/** Makes streams with this many schedules each, all due at once. */
async function makeDue(streams: number, of_each: number): Promise<void> {
  const { rows } = await fixture.deps.database.execute<{ id: string }>(sql`
    insert into streams (workspace_id, instance_id, name, created_by)
    select workspace_id, instance_id, 'line-' || n, created_by from streams, generate_series(1, ${streams}) n
    where id = ${fixture.ids.stream}::uuid returning id`)
  for (const { id } of rows) for (let nth = 0; nth < of_each; nth += 1) await make(id)
  await fixture.deps.database.update(schedules).set({ next_at: DUE })
}

const outcomes = async () => {
  const { rows } = await fixture.deps.database.execute<{ outcome: string; times: number; runs: number }>(sql`
    select outcome, count(*)::int as times, count(distinct run_id)::int as runs from schedule_times group by outcome`)
  return rows
}

/** The database, and the maximum number of simultaneous transactions. */
function watched(database: Database) {
  const seen = { now: 0, most: 0 }
  const transaction: Database['transaction'] = async (work, ...rest) => {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    return database.transaction(work, ...rest).finally(() => {
      seen.now -= 1
    })
  }
  const counted: Database = Object.create(database, { transaction: { value: transaction } })
  return { counted, seen }
}

test('starts each of many due schedules once, four streams at a time, also with two servers', {
  tags: ['long'],
}, async () => {
  await makeDue(12, 3)
  const { counted, seen } = watched(fixture.deps.database)
  const watchedStep = createScheduler({ ...fixture.deps, database: counted }).step(NOW)
  await Promise.all([watchedStep, createScheduler(fixture.deps).step(NOW)])
  expect(await outcomes()).toEqual([{ outcome: 'started', times: 36, runs: 36 }])
  expect(seen.most).toBeGreaterThan(1)
  expect(seen.most).toBeLessThanOrEqual(4)
})

test('starts other streams on time while one is locked', async () => {
  await makeDue(6, 1)
  const { database } = fixture.deps
  let step: Promise<void> | undefined
  await database.transaction(async (tx) => {
    await tx.execute(sql`select from streams where name = 'line-1' for update`)
    step = createScheduler(fixture.deps).step(NOW)
    await waitFor(async () => expect(await outcomes()).toMatchObject([{ times: 5 }]))
  })
  await step
  expect(await outcomes()).toMatchObject([{ outcome: 'started', times: 6 }])
})

test('deletes outcomes after 90 days, except the newest five and waiting ones', async () => {
  const [often, seldom] = [await make(), await make()]
  await fixture.deps.database.execute(sql`
    insert into schedule_times (schedule_id, due_at, outcome)
    select ${often}::uuid, ${DUE}::timestamptz - make_interval(days => n), case n when 120 then 'waiting' else 'missed' end
    from generate_series(0, 120) n`)
  await fixture.deps.database.execute(sql`
    insert into schedule_times (schedule_id, due_at, outcome)
    select ${seldom}::uuid, ${DUE}::timestamptz - make_interval(months => n), 'missed' from generate_series(4, 12) n`)
  await forgetOldTimes(fixture.deps.database, NOW)
  const timesOf = async (id: string) => {
    const query = { sort: 'due_at', page_size: 1000 } as const
    const { times } = await fixture.as('member').call(listScheduleTimes, { params: { id }, query })
    return times
  }
  const kept = await timesOf(often)
  expect(kept.map(({ outcome }) => outcome)).toEqual(['waiting', ...Array(90).fill('missed')])
  expect((await timesOf(seldom)).map(({ due_at }) => due_at.slice(0, 7))).toEqual([
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
  ])
})

test('deletes at most 10,000 old times per statement', async () => {
  const { database } = fixture.deps
  const id = await make()
  await database.execute(sql`
    insert into schedule_times (schedule_id, due_at, outcome)
    select ${id}::uuid, ${DUE}::timestamptz - make_interval(days => 100, hours => n), 'missed'
    from generate_series(1, 20105) n`)
  const forgotten: (number | null)[] = []
  const execute = async (...args: Parameters<Handle['execute']>) => {
    const result = await database.execute(...args)
    forgotten.push(result.rowCount)
    return result
  }
  await forgetOldTimes(Object.create(database, { execute: { value: execute } }), NOW)
  expect(forgotten).toEqual([10_000, 10_000, 100])
  expect(await outcomes()).toMatchObject([{ outcome: 'missed', times: 5 }])
})
