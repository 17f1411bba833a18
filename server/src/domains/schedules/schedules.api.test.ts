import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { listNotifications } from '@podium/contract/calls/notifications.ts'
import { readRun, stopRun } from '@podium/contract/calls/runs.ts'
import {
  createSchedule,
  deleteSchedule,
  editSchedule,
  listSchedules,
  listScheduleTimes,
  readNextTimes,
  readSchedule,
} from '@podium/contract/calls/schedules.ts'
import { checkStreamDeletion, deleteStream } from '@podium/contract/calls/streams.ts'
import { removeMembers, setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { schedules } from '@podium/database/schema/schedules.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../testing/test-people.ts'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { createScheduler } from './scheduler.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const workspace = () => ({ workspace_id: fixture.people.first.id })
const EVERY_MORNING = { cron: '0 6 * * *', time_zone: 'Europe/Berlin' }

function make(body: object = {}, as: Role = 'developer') {
  const sent = { stream_id: fixture.ids.stream, ...EVERY_MORNING, ...body }
  return fixture.as(as).call(createSchedule, { query: workspace(), body: sent })
}

const read = (id: string) => fixture.as('member').call(readSchedule, { params: { id } })
const edit = (id: string, body: object, as: Role = 'manager') =>
  fixture.as(as).call(editSchedule, { params: { id }, body })

/** The outcomes of its times, oldest first. */
async function timesOf(id: string) {
  const { times } = await fixture
    .as('member')
    .call(listScheduleTimes, { params: { id }, query: { sort: 'due_at', page_size: 1000 } })
  return times
}

/** Sets the next time of a schedule. */
async function dueAt(id: string, next_at: string) {
  await fixture.deps.database.update(schedules).set({ next_at }).where(eq(schedules.id, id))
}

const step = (now: string) => createScheduler(fixture.deps).step(new Date(now))

async function auditOf(id: string) {
  const { events } = await fixture
    .as('manager')
    .call(listAudit, { query: { ...workspace(), object_id: id, page_size: 100 } })
  return events
}

describe('a schedule', () => {
  test('is made with its next five times, listed, changed and deleted', async () => {
    const made = await make()
    expect(made).toMatchObject({
      ...EVERY_MORNING,
      stream_name: 'penguins',
      solution_name: 'penguins',
      version_num: 3,
      pipeline: 'train',
      active: true,
      when_missed: 'skip',
      when_running: 'skip',
      runs_as: 'developer',
      last: null,
      detail: '',
    })
    expect(made.next).toHaveLength(5)
    const { schedules: listed, total } = await fixture
      .as('member')
      .call(listSchedules, { query: workspace() })
    expect({ listed, total }).toEqual({ listed: [made], total: 1 })

    const edited = await edit(made.id, { cron: ' 30  7 * * MON-FRI', revision: made.revision })
    expect(edited).toMatchObject({ cron: '30 7 * * MON-FRI', runs_as: 'manager', revision: 2 })
    const stale = await fixture
      .as('manager')
      .ask(editSchedule, { params: { id: made.id }, body: { cron: '0 0 * * *', revision: 1 } })
    expect([stale.statusCode, stale.json().current.cron]).toEqual([409, '30 7 * * MON-FRI'])

    await fixture.as('developer').call(deleteSchedule, { params: { id: made.id } })
    const gone = await fixture.as('member').ask(readSchedule, { params: { id: made.id } })
    expect(gone.statusCode).toBe(404)
    expect((await auditOf(made.id)).map(({ action }) => action)).toEqual([
      'schedule.delete',
      'schedule.edit',
      'schedule.create',
    ])
  })

  test('is taken over by whoever changes it or turns it on, not by whoever turns it off', async () => {
    const { id } = await make()
    expect(await edit(id, { active: false })).toMatchObject({ runs_as: 'developer', active: false, next: [] })
    expect(await edit(id, { active: true })).toMatchObject({ runs_as: 'manager', active: true })
  })

  test.each([
    [{ cron: '0 6 * *' }, 'Write five fields'],
    [{ cron: '0 25 * * *' }, "'25' cannot be the hour. Write five fields"],
    [{ cron: '@daily' }, 'Write five fields'],
    [{ cron: '0 0 31 2 *' }, 'No day matches this'],
    [{ time_zone: 'Mars/Olympus' }, 'Write a time zone by its IANA name'],
    [{ time_zone: '+02:00' }, 'Write a time zone by its IANA name'],
    [{ pipeline: 'train', model_from: 'champion' }, 'A training run reads no model'],
    [{ stream_id: '00000000-0000-4000-8000-000000000000' }, 'This workspace has no such stream.'],
  ])('%o is refused', async (body, sentence) => {
    const sent = { stream_id: fixture.ids.stream, ...EVERY_MORNING, ...body }
    const refused = await fixture.as('developer').ask(createSchedule, { query: workspace(), body: sent })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().detail[0].msg).toContain(sentence)
  })

  test('shows the next times of an expression before it is saved', async () => {
    const query = { ...workspace(), cron: '*/15 * * * *' }
    const { next } = await fixture.as('member').call(readNextTimes, { query })
    expect(next).toHaveLength(5)
    expect(next.every((time) => /:(00|15|30|45):00\.000Z$/.test(time))).toBe(true)
  })
})

test('names the schedules that are deleted with a stream', async () => {
  const { id } = await make()
  const params = { id: fixture.ids.stream }
  const check = await fixture.as('manager').call(checkStreamDeletion, { params })
  expect(check.goes).toEqual(['1 schedule goes with it and starts no more runs.'])
  await fixture.as('manager').call(deleteStream, { params })
  expect((await fixture.as('member').ask(readSchedule, { params: { id } })).statusCode).toBe(404)
})

describe('a time that has come', () => {
  test('starts a run as the person, which names the schedule', async () => {
    const { id } = await make()
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-04T05:00:02Z')
    const [time] = await timesOf(id)
    expect(time).toMatchObject({
      outcome: 'started',
      due_at: '2027-01-04T05:00:00.000Z',
      run_state: 'queued',
    })
    const run = await fixture.as('member').call(readRun, { params: { id: time?.run_id ?? '' } })
    expect(run).toMatchObject({ created_by: 'The developer', schedule_id: id, name: time?.run_name })
    expect((await read(id)).last).toEqual(time)
    const [started] = await auditOf(run.id)
    expect(started).toMatchObject({ action: 'run.start', actor_name: 'developer', after: { schedule: id } })
  })

  test('starts one run if three servers find it at once', async () => {
    const ids = await Promise.all([make(), make(), make()])
    for (const { id } of ids) await dueAt(id, '2027-01-04T05:00:00Z')
    await Promise.all([1, 2, 3].map(() => step('2027-01-04T05:00:02Z')))
    for (const { id } of ids) expect((await timesOf(id)).map(({ outcome }) => outcome)).toEqual(['started'])
    const { rows } = await fixture.deps.database.execute(sql`select count(*)::int as count from runs`)
    expect(rows).toEqual([{ count: 3 }])
  })

  test.each([
    ['skip', ['missed', 'missed', 'missed']],
    ['run_once', ['missed', 'missed', 'started']],
  ] as const)('and was missed is settled by the rule %s', async (when_missed, outcomes) => {
    const { id } = await make({ when_missed })
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-06T12:00:00Z')
    expect((await timesOf(id)).map(({ outcome }) => outcome)).toEqual(outcomes)
    await step('2027-01-06T12:00:05Z')
    expect(await timesOf(id)).toHaveLength(3)
  })

  test('counts as missed if the schedule is changed first, or its person leaves', async () => {
    const [changed, left] = [await make(), await make()]
    for (const { id } of [changed, left]) await dueAt(id, new Date(Date.now() - 2000).toISOString())
    await edit(changed.id, { when_running: 'queue' })
    await fixture.as('manager').call(removeMembers, {
      params: { id: workspace().workspace_id },
      body: { account_ids: [fixture.people.ids.developer] },
    })
    expect(await timesOf(changed.id)).toMatchObject([
      { outcome: 'missed', detail: 'The schedule was changed before the run could start.' },
    ])
    expect(await timesOf(left.id)).toMatchObject([{ outcome: 'missed', detail: 'developer has left first.' }])
  })

  test('counts missed times beyond those that are listed', async () => {
    const { id } = await make({ cron: '* * * * *', when_missed: 'run_once' })
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-04T08:20:30Z')
    const times = await timesOf(id)
    expect(times).toHaveLength(101)
    expect(times[0]).toMatchObject({ outcome: 'missed', earlier_missed: 100 })
    const { notifications } = await fixture.as('developer').call(listNotifications)
    expect(notifications).toMatchObject([
      { event: 'schedule.missed', detail: expect.stringMatching(/^200 times were missed: /) },
    ])
    expect(times.at(-1)).toMatchObject({ outcome: 'started', due_at: '2027-01-04T08:20:00.000Z' })
  })

  test('records why it is refused, and is not retried', async () => {
    const { id } = await make()
    await fixture.deps.database.execute(sql`update instances set modes = '{"train": {"on": false}}'`)
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-04T05:00:02Z')
    await step('2027-01-04T05:00:07Z')
    const times = await timesOf(id)
    expect(times).toMatchObject([{ outcome: 'refused', run_id: null }])
    expect(times[0]?.detail).toContain('The train pipeline is turned off')
    expect((await read(id)).active).toBe(true)
    await dueAt(id, '2027-01-05T05:00:00Z')
    await step('2027-01-05T05:00:02Z')
    const { notifications } = await fixture.as('developer').call(listNotifications)
    // the notification of the second night has the reason
    expect(notifications).toMatchObject([
      { event: 'schedule.missed', title: 'The schedule of penguins was not met', detail: times[0]?.detail },
    ])
  })
})

describe('a time that finds the previous run', () => {
  const DAYS = ['2027-01-04T05:00:01Z', '2027-01-05T05:00:01Z', '2027-01-06T05:00:01Z'] as const

  async function runOfEarlier(when_running: string) {
    const { id } = await make({ when_running })
    await dueAt(id, '2027-01-04T05:00:00Z')
    for (const day of DAYS) await step(day)
    const times = await timesOf(id)
    return { id, times, first: times[0]?.run_id ?? '' }
  }

  test('is skipped', async () => {
    const { times } = await runOfEarlier('skip')
    expect(times.map(({ outcome }) => outcome)).toEqual(['started', 'skipped_running', 'skipped_running'])
    expect(times[1]?.detail).toBe('penguins-1 was still running.')
  })

  test('waits for its end, one at most', async () => {
    const { id, times, first } = await runOfEarlier('queue')
    expect(times.map(({ outcome }) => outcome)).toEqual(['started', 'waiting', 'skipped_running'])
    await fixture.as('member').call(stopRun, { params: { id: first } })
    await step('2027-01-06T05:00:06Z')
    expect((await timesOf(id)).map(({ outcome }) => outcome)).toEqual([
      'started',
      'started',
      'skipped_running',
    ])
  })

  test('replaces it', async () => {
    const { id, first } = await runOfEarlier('replace')
    const stopped = await fixture.infoFromDatabase(first)
    expect(stopped).toMatchObject({
      state: 'stopped',
      detail: "Stopped by The developer's schedule before it started.",
    })
    expect((await timesOf(id)).map(({ outcome }) => outcome)).toEqual(['started', 'started', 'waiting'])
  })

  test('does not start once the schedule is turned off', async () => {
    const { id, first } = await runOfEarlier('queue')
    await edit(id, { active: false })
    await fixture.as('member').call(stopRun, { params: { id: first } })
    await step('2027-01-06T05:00:06Z')
    expect((await timesOf(id))[1]).toMatchObject({
      outcome: 'refused',
      detail: 'The schedule was turned off before the run could start.',
    })
  })
})

describe('the schedule of a person', () => {
  async function expectPaused(id: string, detail: string, actor: string) {
    expect(await read(id)).toMatchObject({ active: false, detail, next: [] })
    const [paused] = await auditOf(id)
    expect(paused).toMatchObject({
      action: 'schedule.pause',
      actor_name: actor,
      after: { active: false, detail },
    })
  }

  test('pauses when the person is removed from the workspace', async () => {
    const { id } = await make()
    const others = await make({}, 'manager')
    await fixture.as('manager').call(removeMembers, {
      params: { id: workspace().workspace_id },
      body: { account_ids: [fixture.people.ids.developer] },
    })
    await expectPaused(id, 'developer has left first.', 'manager')
    expect((await read(others.id)).active).toBe(true)
  })

  test('pauses when the person is deleted', async () => {
    const { id } = await make()
    await fixture.as('admin').call(deleteAccounts, { body: { ids: [fixture.people.ids.developer] } })
    await expectPaused(id, 'developer has left first.', 'admin')
  })

  test.each([
    ['ended', sql`update members set ends_at = now() - interval '1 minute'`, 'developer has left first.'],
    [
      'was locked',
      sql`update accounts set locked_by_admin_at = now()`,
      'The account of developer is locked.',
    ],
  ])('pauses at its next time after the person’s access %s otherwise', async (_, change, detail) => {
    const { id } = await make()
    await fixture.deps.database.execute(
      sql`${change} where ${sql.raw(detail.includes('left') ? 'account_id' : 'id')} = ${fixture.people.ids.developer}`,
    )
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-04T05:00:01Z')
    await expectPaused(id, detail, 'podium')
    expect(await timesOf(id)).toMatchObject([{ outcome: 'refused', detail }])
    expect(await edit(id, { when_missed: 'run_once' })).toMatchObject({ active: false, detail })
    expect(await edit(id, { active: true })).toMatchObject({ active: true, detail: '', runs_as: 'manager' })
  })

  test('resumes after the person could only look for a while, and records the refused times', async () => {
    const mayOnlyLook = (members_may_only_look: boolean) =>
      fixture.as('manager').call(setMembersMayOnlyLook, {
        params: { id: workspace().workspace_id },
        body: { members_may_only_look },
      })
    const { id } = await make({ when_running: 'queue' }, 'member')
    await dueAt(id, '2027-01-04T05:00:00Z')
    await step('2027-01-04T05:00:01Z')
    await step('2027-01-05T05:00:01Z')
    await mayOnlyLook(true)
    await step('2027-01-06T05:00:01Z')
    const [started, waited, due] = await timesOf(id)
    const refused = {
      outcome: 'refused',
      detail: 'member could not start a run: members of first may only look for now.',
    }
    expect([waited, due]).toMatchObject([refused, refused])
    expect(await read(id)).toMatchObject({ active: true, detail: '' })
    await mayOnlyLook(false)
    await fixture.as('manager').call(stopRun, { params: { id: started?.run_id ?? '' } })
    await step('2027-01-07T05:00:01Z')
    expect((await timesOf(id)).at(-1)).toMatchObject({ outcome: 'started', detail: '' })
  })
})

test('lists the schedules of an instance’s streams', async () => {
  const other = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'seals')
  const ours = await make()
  const theirs = await make({ stream_id: other.stream })
  const idsOf = async (instance_id: string) => {
    const { schedules: found, total } = await fixture
      .as('member')
      .call(listSchedules, { query: { ...workspace(), instance_id } })
    return [found.map(({ id }) => id), total]
  }
  expect(await idsOf(fixture.ids.instance)).toEqual([[ours.id], 1])
  expect(await idsOf(other.instance)).toEqual([[theirs.id], 1])
  expect(await idsOf('no instance')).toEqual([[], 0])
})

test('limits the schedules of a workspace', async () => {
  const { id } = await make()
  await fixture.deps.database.execute(sql`
    insert into schedules (workspace_id, stream_id, pipeline, cron, time_zone, when_missed, when_running, active, run_as, created_by)
    select workspace_id, stream_id, pipeline, cron, time_zone, when_missed, when_running, false, run_as, created_by
    from schedules, generate_series(2, 200) where id = ${id}::uuid`)
  await expect(make()).rejects.toThrow(
    'A workspace has at most 200 schedules. Delete one that is not needed first.',
  )
})

test('does not let the maker of a stream delete it with a colleague’s schedule', async () => {
  const { ids, people, deps } = fixture
  await deps.database.execute(
    sql`update streams set created_by = ${people.ids.member}::uuid where id = ${ids.stream}::uuid`,
  )
  await make()
  const refused = await fixture
    .as('member')
    .ask(deleteStream, { params: { id: ids.stream }, query: workspace() })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().detail).toContain('The developer')
})
