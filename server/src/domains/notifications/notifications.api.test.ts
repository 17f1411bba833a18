import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { listNotifications, markNotificationsRead } from '@podium/contract/calls/notifications.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { deleteRuns } from '@podium/contract/calls/run-selection.ts'
import { followRuns } from '@podium/contract/calls/runs.ts'
import { createSchedule } from '@podium/contract/calls/schedules.ts'
import { createWebhook } from '@podium/contract/calls/webhooks.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Player } from '../../testing/test-people.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { sentEvents } from '../runs/testing/sent-events.ts'
import { postDepsOf } from './post-deps.ts'
import { removeOldMessages } from './service.ts'
import { letTimePass } from './testing/let-time-pass.ts'
import { createWebhookSender } from './webhook-sender.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const finish = async (outcome: 'succeeded' | 'failed') => {
  await letTimePass(fixture.deps)
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.end(fixture.key(id), { outcome })
  await fixture.loop.tick()
  return id
}
const bellOf = (who: Player | 'host') => fixture.as(who).call(listNotifications)
const titlesOf = async (who: Player) => (await bellOf(who)).notifications.map(({ title }) => title)
const read = (who: Player, ids?: string[]) =>
  fixture.as(who).call(markNotificationsRead, { body: ids ? { ids } : {} })
const newSender = (part = postDepsOf(fixture.deps)) =>
  createWebhookSender({ database: fixture.deps.database, log: pino({ level: 'silent' }), ...part })

test('notifies only the person who started a run that it failed or recovered', async () => {
  for (const outcome of ['failed', 'succeeded', 'succeeded', 'failed'] as const) await finish(outcome)
  const { notifications, total, unread } = await bellOf('member')
  expect([total, unread]).toEqual([3, 3])
  expect(notifications.map(({ event, title }) => [event, title])).toEqual([
    ['run.first_failure', 'penguins-4 failed: the run before it had succeeded'],
    ['run.recovered', 'penguins-2 succeeded: its stream has recovered'],
    ['run.failed', 'penguins-1 failed'],
  ])
  expect(notifications[0]).toMatchObject({
    workspace_id: fixture.people.first.id,
    workspace_name: 'first',
    detail: expect.stringMatching(/\.$/),
    read_at: null,
  })
  for (const other of ['manager', 'admin', 'outsider', 'host'] as const)
    expect(await bellOf(other)).toEqual({ notifications: [], total: 0, unread: 0 })
})

test('a person marks one or all of their notifications as read, and nobody else can', async () => {
  for (let run = 0; run < 3; run++) await finish('failed')
  const [newest] = (await bellOf('member')).notifications
  await read('manager')
  await read('manager', [newest?.id ?? ''])
  expect((await bellOf('member')).unread).toBe(3)
  await read('member', [newest?.id ?? '', 'nothing'])
  const after = await bellOf('member')
  expect([after.unread, after.notifications[0]?.read_at]).toEqual([2, expect.stringMatching(/Z$/)])
  await read('member')
  expect((await bellOf('member')).unread).toBe(0)
})

test('does not notify of events that were not chosen or of a muted workspace', async () => {
  const choose = (part: object) =>
    fixture.as('member').call(keepPreferences, {
      body: { bell: [], muted: [], ...part },
    })
  await choose({ bell: ['run.succeeded'] })
  await finish('failed')
  await finish('succeeded')
  expect(await titlesOf('member')).toEqual(['penguins-2 succeeded'])
  await choose({ bell: ['run.succeeded', 'run.failed'], muted: [fixture.people.first.id] })
  await finish('failed')
  expect(await titlesOf('member')).toHaveLength(1)
})

test('hides notifications of a workspace that a person has left, and shows those of deleted runs without a link', async () => {
  const run = await finish('failed')
  await finish('failed')
  await fixture
    .as('manager')
    .call(deleteRuns, { query: { workspace_id: fixture.people.first.id }, body: { ids: [run] } })
  const { notifications } = await bellOf('member')
  expect(notifications.map(({ run_id }) => run_id)).toEqual([expect.any(String), null])
  await fixture.as('manager').call(removeMembers, {
    params: { id: fixture.people.first.id },
    body: { account_ids: [fixture.people.ids.member] },
  })
  expect(await bellOf('member')).toEqual({ notifications: [], total: 0, unread: 0 })
})

test("a follower of any workspace's runs learns at once that there is something to read", async () => {
  const query = { workspace_id: fixture.people.first.id }
  const [own, other] = [
    sentEvents(fixture, followRuns, { query }),
    sentEvents(fixture, followRuns, { query, role: 'manager' }),
  ]
  await Promise.all([own, other].map((reader) => reader.until((events) => events.length > 0)))
  await finish('failed')
  const hasEnded = ({ data }: { data: unknown }) => (data as { state?: string }).state === 'failed'
  await own.until((events) => events.some(({ event }) => event === 'notification'))
  await other.until((events) => events.some(hasEnded))
  await own.leave()
  expect((await other.leave()).map(({ event }) => event)).not.toContain('notification')
})

test('notifies of a waiting run once', async () => {
  await fixture.start()
  const later = sql`now() + interval '11 minutes'`
  await Promise.all([newSender().step(later), newSender().step(later)])
  expect(await titlesOf('member')).toEqual(['penguins-1 has been waiting for more than 10 minutes'])
})

test("notifies a schedule's person that it was paused, or the managers if that person has left", async () => {
  const workspace = { workspace_id: fixture.people.first.id }
  const body = { stream_id: fixture.ids.stream, cron: '0 6 * * *' }
  const { id } = await fixture.as('member').call(createSchedule, { query: workspace, body })
  await newSender().step()
  expect(await titlesOf('member')).toEqual([])
  const pause = sql`update schedules set active = false, next_at = null, detail = 'It may not.', pause_told = false where id = ${id}::uuid`
  await fixture.deps.database.execute(pause)
  await Promise.all([newSender().step(), newSender().step()])
  expect((await bellOf('member')).notifications).toMatchObject([
    { event: 'schedule.paused', title: 'The schedule of penguins was paused', detail: 'It may not.' },
  ])
  await fixture.as('developer').call(createSchedule, { query: workspace, body })
  await fixture.as('admin').call(deleteAccounts, { body: { ids: [fixture.people.ids.developer] } })
  await newSender().step()
  expect((await bellOf('manager')).notifications).toMatchObject([
    { event: 'schedule.paused', detail: 'developer has left first.' },
  ])
})

test('sends events of schedules to webhooks, with their facts', async () => {
  const params = { id: fixture.people.first.id }
  const body = { url: 'https://93.184.216.34/', events: ['schedule.paused' as const], secret: 'copper heron' }
  await fixture.as('manager').call(createWebhook, { params, body })
  const made = await fixture.as('member').call(createSchedule, {
    query: { workspace_id: params.id },
    body: { stream_id: fixture.ids.stream, cron: '0 6 * * *' },
  })
  await fixture.deps.database.execute(sql`update schedules set active = false, pause_told = false`)
  const said: unknown[] = []
  const parts = postDepsOf(fixture.deps)
  const post: typeof parts.outgoing.post = async (_, message) => {
    said.push(JSON.parse(String(message.body)))
    return 200
  }
  await newSender({ ...parts, outgoing: { ...parts.outgoing, post } }).step()
  expect(said).toMatchObject([
    {
      event: 'schedule.paused',
      text: 'The schedule of penguins in first was paused.',
      run: null,
      schedule: { id: made.id, cron: '0 6 * * *', runs_as: 'member' },
    },
  ])
})

test('keeps notifications for 90 days', async () => {
  await finish('failed')
  await finish('failed')
  await fixture.deps.database.execute(
    sql`update notifications set created_at = now() - interval '91 days' where facts -> 'run' ->> 'name' = 'penguins-1'`,
  )
  await removeOldMessages(fixture.deps.database)
  expect(await titlesOf('member')).toEqual(['penguins-2 failed'])
})
