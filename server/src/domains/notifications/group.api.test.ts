import { listNotifications, markNotificationsRead } from '@podium/contract/calls/notifications.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { deleteRuns } from '@podium/contract/calls/run-selection.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { createWebhook, listDeliveries } from '@podium/contract/calls/webhooks.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Player } from '../../testing/test-people.ts'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { postDepsOf } from './post-deps.ts'
import { letTimePass } from './testing/let-time-pass.ts'
import { createWebhookSender } from './webhook-sender.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

type Outcome = 'succeeded' | 'failed'
const startMany = async (count: number, who: Player = 'member', stream = fixture.ids.stream) => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await fixture.startAs(who, stream))
  return ids
}
const end = async (id: string, outcome: Outcome = 'succeeded') => {
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.end(fixture.key(id), { outcome })
  await fixture.loop.tick()
}
const endAll = async (ids: readonly string[], outcomeOf: (at: number) => Outcome = () => 'succeeded') => {
  for (const [at, id] of ids.entries()) await end(id, outcomeOf(at))
}
const bellOf = (who: Player = 'member') => fixture.as(who).call(listNotifications)
const textsOf = async (who: Player = 'member') =>
  (await bellOf(who)).notifications.map(({ title, detail }) => `${title}. ${detail}`.trim())
const readAll = () => fixture.as('member').call(markNotificationsRead, { body: {} })
const choose = (body: object) => fixture.as('member').call(keepPreferences, { body })
const pass = (seconds: number) => letTimePass(fixture.deps, seconds)

test('notifies once of 24 runs at once when the last one has ended', async () => {
  const ids = await startMany(24)
  await endAll(ids.slice(1))
  expect(await textsOf()).toEqual([])
  await end(ids[0] ?? '')
  expect(await textsOf()).toEqual(['penguins: all 24 runs succeeded.'])
  const [{ group, ...entry } = await Promise.reject(new Error('no entry'))] = (await bellOf()).notifications
  expect(entry).toMatchObject({ event: 'run.group', run_id: null, read_at: null })
  expect(group).toMatchObject({ stream_name: 'penguins', total: 24, succeeded: 24, failed: 0, stopped: 0 })
  const { stream_id, from, to } = group ?? {}
  const query = { workspace_id: fixture.people.first.id, stream_id, person: 'me', from, to }
  expect((await fixture.as('member').call(listRuns, { query })).total).toBe(24)
})

test('updates the one notification while runs fail, and makes it unread again at the end', async () => {
  const ids = await startMany(24)
  const fails = (at: number) => (at % 8 === 1 ? 'failed' : 'succeeded')
  await endAll(ids.slice(0, 10), fails)
  expect(await textsOf()).toEqual(['penguins: 2 of 24 runs failed. 8 succeeded, 2 failed, 14 go on.'])
  await readAll()
  await endAll(ids.slice(10, 23), (at) => fails(at + 10))
  expect(await textsOf()).toEqual(['penguins: 3 of 24 runs failed. 20 succeeded, 3 failed, 1 goes on.'])
  expect((await bellOf()).unread).toBe(0)
  await end(ids[23] ?? '')
  expect(await textsOf()).toEqual(['penguins: 3 of 24 runs failed. 21 succeeded, 3 failed.'])
  expect((await bellOf()).unread).toBe(1)
})

test('counts runs that are started one after another as one group, without a gap of more than a minute', async () => {
  for (let at = 0; at < 6; at += 1) {
    await end(await fixture.start(), at === 0 ? 'failed' : 'succeeded')
    await pass(55)
  }
  expect(await textsOf()).toEqual(['penguins: 1 of 6 runs failed. 5 succeeded, 1 failed.'])
  await pass(10)
  await endAll(await startMany(2))
  expect(await textsOf()).toEqual([
    'penguins: all 2 runs succeeded.',
    'penguins: 1 of 6 runs failed. 5 succeeded, 1 failed.',
  ])
})

test('keeps a group together that one long run spans', async () => {
  const [long = '', ...others] = await startMany(2)
  await endAll(others)
  await pass(600)
  await end(await fixture.start())
  await end(long)
  expect(await textsOf()).toEqual(['penguins: all 3 runs succeeded.'])
})

test('keeps the groups of two people and of two streams apart', async () => {
  const { stream } = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'walrus')
  const ids = [
    ...(await startMany(3)),
    ...(await startMany(2, 'developer')),
    ...(await startMany(2, 'member', stream)),
    ...(await startMany(1, 'manager')),
  ]
  await endAll(ids, (at) => (at === 4 || at === 7 ? 'failed' : 'succeeded'))
  expect(await textsOf()).toEqual(['walrus: all 2 runs succeeded.', 'penguins: all 3 runs succeeded.'])
  expect(await textsOf('developer')).toEqual(['penguins: 1 of 2 runs failed. 1 succeeded, 1 failed.'])
  expect(await textsOf('manager')).toEqual([expect.stringMatching(/^penguins-6 failed/)])
})

test('exactly one of six runs that two servers end at once is the last', async () => {
  const ids = await startMany(6)
  const [one, other] = [fixture.loop, fixture.newLoop()]
  await Promise.all([one.tick(), other.tick()])
  for (const id of ids) {
    fixture.deps.engine.start(fixture.key(id))
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  }
  await Promise.all([one.tick(), other.tick()])
  expect(await textsOf()).toEqual(['penguins: all 6 runs succeeded.'])
})

test('counts stopped and refused runs, and not those of schedules', async () => {
  const ids = await startMany(4)
  await fixture.deps.database.execute(
    sql`update runs set schedule_id = gen_random_uuid() where id = ${ids[3]}::uuid`,
  )
  await fixture.loop.tick()
  await fixture.as('member').call(stopRun, { params: { id: ids[0] ?? '' } })
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(ids[0] ?? ''), { outcome: 'stopped' })
  await endAll(ids.slice(1))
  expect(await textsOf()).toEqual(['penguins: 3 runs have ended. 2 succeeded, 1 was stopped.'])
})

test('goes on with the notification of a group of which runs were deleted', async () => {
  const ids = await startMany(4)
  await endAll(ids.slice(0, 2), () => 'failed')
  await fixture
    .as('manager')
    .call(deleteRuns, { query: { workspace_id: fixture.people.first.id }, body: { ids: ids.slice(0, 2) } })
  await endAll(ids.slice(2))
  expect(await textsOf()).toEqual(['penguins: all 2 runs succeeded.'])
})

test('tells of a group as of its failures only, if the person did not choose groups', async () => {
  await choose({ bell: ['run.failed'], muted: [] })
  await endAll(await startMany(2))
  expect(await textsOf()).toEqual([])
  await pass(61)
  await endAll(await startMany(2), (at) => (at === 0 ? 'failed' : 'succeeded'))
  expect(await textsOf()).toEqual(['penguins: 1 of 2 runs failed. 1 succeeded, 1 failed.'])
  await choose({ bell: ['run.failed', 'run.group'], muted: [fixture.people.first.id] })
  await pass(61)
  await endAll(await startMany(2))
  expect(await textsOf()).toHaveLength(1)
})

test('sends webhooks a message for each run of a group', async () => {
  const params = { id: fixture.people.first.id }
  const body = { url: 'https://93.184.216.34/', events: ['run.ended' as const], secret: 'copper heron' }
  const { id } = await fixture.as('manager').call(createWebhook, { params, body })
  await endAll(await startMany(3))
  const { deliveries } = await fixture
    .as('manager')
    .call(listDeliveries, { params: { ...params, webhook_id: id } })
  expect(deliveries.map(({ run_name }) => run_name)).toEqual(['penguins-3', 'penguins-2', 'penguins-1'])
})

test("notifies of the wait of a person's oldest run in a stream only", async () => {
  await startMany(3)
  await fixture.startAs('developer', fixture.ids.stream)
  const sender = createWebhookSender({
    database: fixture.deps.database,
    log: pino({ level: 'silent' }),
    ...postDepsOf(fixture.deps),
  })
  await sender.step(sql`now() + interval '11 minutes'`)
  expect(await textsOf()).toEqual([
    'penguins-1 has been waiting for more than 10 minutes. Waiting for its turn.',
  ])
  expect(await textsOf('developer')).toHaveLength(1)
})
