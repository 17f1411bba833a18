import { readSchedule } from '@podium/contract/calls/schedules.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import type { Database } from '@podium/database/connect.ts'
import { schedules, scheduleTimes } from '@podium/database/schema/schedules.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { readNextAt } from './repository.ts'
import { createScheduler } from './scheduler.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.parse('2027-01-01T00:00:00Z')
const END = Date.parse('2028-01-01T00:00:00Z')
/** When a person leaves, whose schedule runs until then. */
const LEAVING = Date.parse('2027-07-01T12:00:00Z')

/** Times that the clocks of neither zone show on the days of their spring change. */
const ZONES = [
  { time_zone: 'Europe/Berlin', at: '02:30', cron: '30 2 * * 0,3', when_missed: 'skip' },
  { time_zone: 'Australia/Lord_Howe', at: '02:15', cron: '15 2 * * 0,3', when_missed: 'run_once' },
] as const

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

/** The first moment of each Sunday and Wednesday at which the zone's clocks show that time or a later one. */
function expectedTimes({ time_zone: timeZone, at }: (typeof ZONES)[number]): string[] {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const days = new Map<string, string>()
  for (let time = START; time < END; time += 15 * MINUTE) {
    const part = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]))
    const day = `${part.year}-${part.month}-${part.day}`
    if (!['Sun.', 'Wed.', 'Sun', 'Wed'].includes(part.weekday ?? '') || days.has(day)) continue
    if (`${part.hour}:${part.minute}` >= at) days.set(day, new Date(time).toISOString())
  }
  return [...days.values()]
}

/** The same numbers from 0 to 1 for the same seed. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Cut = 'none' | 'before' | 'after'

/** A server that is killed in a transaction: before the commit, or before it learns of it. */
function cutOff(database: Database, cut: Cut): Database {
  if (cut === 'none') return database
  const transaction: Database['transaction'] = async (work) => {
    if (cut === 'after') await database.transaction(work)
    else await database.transaction(async (tx) => work(tx).then(() => Promise.reject(new Error('killed'))))
    throw new Error('killed')
  }
  return Object.create(database, { transaction: { value: transaction } })
}

/** Adds a stream for each zone, so that they are handled in parallel. */
async function addStream(name: string): Promise<string> {
  const { rows } = await fixture.deps.database.execute<{ id: string }>(sql`
    insert into streams (workspace_id, instance_id, name, created_by)
    select workspace_id, instance_id, ${name}, created_by from streams where id = ${fixture.ids.stream}::uuid
    returning id`)
  return rows[0]?.id ?? ''
}

test('runs or records as missed each time of a year in two zones, with servers killed, and pauses a leaver’s', async () => {
  const { database } = fixture.deps
  const chance = createChance(1877)
  const { first, ids } = fixture.people
  const streams = [fixture.ids.stream, await addStream('other')] as const
  const staying = ZONES.map((zone, at) => ({ zone, leaves: false, at }))
  const all = [...staying, { zone: ZONES[0], leaves: true, at: 0 }]
  const made = await Promise.all(
    all.map(async ({ zone, leaves, at }) => {
      const person = leaves ? ids.member : ids.developer
      const expected = expectedTimes(zone).filter((time) => !leaves || Date.parse(time) <= LEAVING)
      const { at: _, ...timing } = zone
      const row = {
        workspace_id: first.id,
        stream_id: streams[at] ?? '',
        run_as: person,
        created_by: person,
        ...timing,
        pipeline: 'train',
        when_running: 'queue',
        active: true,
      } as const
      const [{ id } = { id: '' }] = await database
        .insert(schedules)
        .values({ ...row, next_at: expected[0] ?? null })
        .returning({ id: schedules.id })
      return { id, expected, leaves, when_missed: zone.when_missed }
    }),
  )
  const step = (cut: Cut, now: number) =>
    createScheduler({ ...fixture.deps, database: cutOff(database, cut) }).step(new Date(now))

  let now = START
  let isLeft = false
  while (now < END) {
    const next = Date.parse((await readNextAt(database)) ?? '')
    now = chance() < 0.1 ? now + chance() * 12 * DAY : Math.max(now + 5000, next + chance() * MINUTE)
    if (!isLeft && now >= LEAVING) {
      isLeft = true
      await step('none', LEAVING)
      const body = { account_ids: [ids.member] }
      await fixture.as('manager').call(removeMembers, { params: { id: first.id }, body })
    }
    if (now >= END) break
    const cut = (['none', 'none', 'none', 'before', 'after'] as const)[Math.floor(chance() * 5)] ?? 'none'
    await Promise.all(chance() < 0.3 ? [step('none', now), step(cut, now)] : [step(cut, now)])
    await database.execute(sql`update runs set state = 'stopped', ended_at = now() where state = 'queued'`)
  }
  await step('none', END)

  for (const { id, expected, leaves, when_missed } of made) {
    const times = await database
      .select()
      .from(scheduleTimes)
      .where(eq(scheduleTimes.schedule_id, id))
      .orderBy(asc(scheduleTimes.due_at))
    expect(times.map(({ due_at }) => new Date(due_at).toISOString())).toEqual(expected)
    const started = times.filter(({ outcome }) => outcome === 'started')
    const { rows } = await database.execute(sql`select id from runs where schedule_id = ${id}::uuid`)
    expect(rows.map((run) => run.id).sort()).toEqual(started.map(({ run_id }) => run_id).sort())
    expect(new Set(times.map(({ outcome }) => outcome))).toEqual(new Set(['started', 'missed']))
    const least = when_missed === 'skip' ? 40 : 60
    expect(started.length).toBeGreaterThan(leaves ? least / 2 : least)
    const schedule = await fixture.as('manager').call(readSchedule, { params: { id } })
    const paused = { active: false, detail: 'member has left first.', next: [] }
    expect(schedule).toMatchObject(leaves ? paused : { active: true, detail: '' })
  }
})
