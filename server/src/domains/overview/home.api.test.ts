import { listAccounts } from '@podium/contract/calls/accounts.ts'
import { noteOverviewVisit, readOverview } from '@podium/contract/calls/overview.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { listRefusedSignIns } from '@podium/contract/calls/sign-in.ts'
import { editWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst } from '../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from '../streams/testing/insert-stream.ts'

let podium: TestApp<MemoryEngine>
let inserted: InsertedStream
beforeAll(async () => {
  podium = await createTestApp()
  inserted = await insertStream(podium)
  return () => podium.close()
})

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test('has every card in an empty workspace, and the administrators’ card for them only', async () => {
  const query = { workspace_id: 'second-ws' }
  const home = await podium.as('outsider').call(readOverview, { query })
  expect(Object.keys(home)).toEqual(['needs', 'runs', 'capacity', 'recent', 'models', 'versions', 'counts'])
  expect(home.needs).toEqual({
    at: expect.any(String),
    problem: '',
    content: {
      since: null,
      failed: { count: 0, newest: null },
      waiting: { count: 0, longest: null },
      own_ends_at: null,
      // the outsider is a manager there
      ending: { count: 0, next: null },
      requests: { count: 0, oldest: null },
    },
  })
  expect(home.runs?.content?.parts).toHaveLength(7)
  expect(home.recent?.content).toEqual({ own: [], all: [] })
  const admin = await podium.as('admin').call(readOverview, { query })
  expect(admin.needs?.content?.locked).toEqual({ count: 0, username: '' })
  expect(admin.administration?.content).toMatchObject({
    sign_ins_refused: 0,
    last_export: null,
    without_workspace: expect.any(Number),
  })
  expect((await podium.as('outsider').ask(readOverview, { query: inFirst })).statusCode).toBe(404)
})

test('points out new failures and long waits, with the numbers of the lists', async () => {
  await insertRun(podium, inserted, 'failed', {
    name: 'long-ago',
    ended_at: hoursAgo(30),
    created_at: hoursAgo(40),
  })
  const failed = await insertRun(podium, inserted, 'failed', {
    name: 'two-days-long',
    detail: 'Out of memory.',
    ended_at: hoursAgo(1),
    created_at: hoursAgo(49),
  })
  const waiting = await insertRun(podium, inserted, 'queued', {
    detail: 'Waits for memory.',
    created_at: hoursAgo(2),
  })
  await insertRun(podium, inserted, 'queued', { created_at: hoursAgo(0) })
  const client = podium.as('member')
  const { needs, ...others } = await client.call(readOverview, { query: { ...inFirst, cards: 'needs' } })
  expect(others).toEqual({})
  expect(needs?.content).toMatchObject({
    failed: { count: 1, newest: { id: failed, name: 'two-days-long', detail: 'Out of memory.' } },
    waiting: { count: 1, longest: { id: waiting, detail: 'Waits for memory.' } },
  })
  const since = hoursAgo(24)
  const proof = await client.call(listRuns, { query: { ...inFirst, state: 'failed', ended_from: since } })
  expect(proof.stream_histories.map(({ id }) => id)).toEqual([failed])
  const longer = await client.call(readOverview, {
    query: { ...inFirst, cards: 'needs', since: hoursAgo(48) },
  })
  expect(longer.needs?.content?.failed.count).toBe(2)
})

test('stores the last visit per account and workspace, and ends it after half an hour', async () => {
  const { database } = podium.deps
  const member = podium.as('member')
  const since = async (asked = {}) => {
    const { needs } = await member.call(readOverview, { query: { ...inFirst, cards: 'needs', ...asked } })
    return [needs?.content?.since, needs?.content?.failed.count]
  }
  const lookedAway = (hours: number) =>
    database.execute(sql`update overview_visits set seen_at = ${hoursAgo(hours)}::timestamptz`)
  await member.call(noteOverviewVisit, { query: inFirst })
  expect(await since()).toEqual([null, 1])
  await lookedAway(31)
  const [ended] = await since()
  expect(ended).toMatch(/^2/)
  expect(await since()).toEqual([ended, 2])
  // seen twice in a row: it is one visit
  await member.call(noteOverviewVisit, { query: inFirst })
  await member.call(noteOverviewVisit, { query: inFirst })
  expect(await since()).toEqual([ended, 2])
  const other = hoursAgo(2)
  expect(await since({ since: other })).toEqual([other, 1])
  await lookedAway(0.6)
  expect((await since())[1]).toBe(0)
  expect((await podium.as('host').ask(noteOverviewVisit, { query: inFirst })).statusCode).toBe(200)
  expect(await database.$count(sql`overview_visits`)).toBe(1)
})

test('counts refused sign-ins and people without a workspace like the lists', async () => {
  const admin = podium.as('admin')
  for (const [id, hours] of [
    ['member', 1],
    ['loner', 2],
    ['member', 25],
  ] as const)
    await podium.deps.database.execute(sql`
      insert into login_history (account_id, result, kind, address, created_at)
      values (${podium.people.ids[id]}::uuid, '001', 'browser', '10.0.0.7', ${hoursAgo(hours)}::timestamptz)`)
  const query = { ...inFirst, cards: 'administration' }
  const { administration } = await admin.call(readOverview, { query })
  const told = administration?.content
  const refused = await admin.call(listRefusedSignIns, { query: { from: hoursAgo(24) } })
  expect([refused.total, told?.sign_ins_refused]).toEqual([2, 2])
  const list = { workspaces: 'none', role: 'DEVELOPER' }
  const { total, accounts } = await admin.call(listAccounts, { query: list })
  expect([total, accounts.length]).toEqual([told?.without_workspace, told?.without_workspace])
  expect(accounts.every(({ workspace_count }) => workspace_count === 0)).toBe(true)
  const { total: all } = await admin.call(listAccounts, { query: { role: 'DEVELOPER' } })
  const { total: some } = await admin.call(listAccounts, { query: { ...list, workspaces: 'some' } })
  expect(some).toBe(all - total)
})

test('counts runs in days of the time zone, and by hour for one day', async () => {
  const query = { ...inFirst, cards: 'runs' }
  const zone = { ...query, time_zone: 'Asia/Kolkata' }
  const { runs: month } = await podium.as('member').call(readOverview, { query: { ...zone, days: 30 } })
  const parts = month?.content?.parts ?? []
  expect(parts).toHaveLength(30)
  // midnight in India is 18:30 UTC on the previous day
  expect(parts.every(({ from }) => from.endsWith('T18:30:00.000Z'))).toBe(true)
  expect(parts.flatMap(({ runs }) => Object.values(runs)).reduce((sum, runs) => sum + runs, 0)).toBe(4)
  const { runs: day } = await podium.as('member').call(readOverview, { query: { ...query, days: 1 } })
  expect(day?.content?.parts).toHaveLength(24)
  expect(day?.content?.parts.filter(({ runs }) => runs.queued === 1)).toHaveLength(2)
  for (const part of parts.filter(({ runs }) => (runs.failed ?? 0) > 0)) {
    const to = new Date(Date.parse(part.from) + 24 * HOUR_MS).toISOString()
    const proof = await podium
      .as('member')
      .call(listRuns, { query: { ...inFirst, state: 'failed', from: part.from, to } })
    expect(proof.total).toBe(part.runs.failed)
  }
})

test('reads a card once that is named twice', async () => {
  const asked = vi.spyOn(podium.deps.engine, 'nodes')
  await podium.as('member').call(readOverview, { query: { ...inFirst, cards: 'capacity,capacity' } })
  expect(asked).toHaveBeenCalledTimes(1)
})

test('shows for each tier what runs, waits and still fits, and works without the engine', async () => {
  await podium.as('admin').call(editWorkspace, {
    query: { workspace_id: podium.people.first.id },
    body: { execution_specs: [{ name: 'standard', instance: '2cpu-4gib' }] },
  })
  await insertRun(podium, inserted, 'running', { tier_given: 'standard', instance_type: '2cpu-4gib' })
  const query = { ...inFirst, cards: 'capacity' }
  const { capacity } = await podium.as('member').call(readOverview, { query })
  const [standard] = capacity?.content?.tiers ?? []
  expect(standard).toEqual({
    tier: 'standard',
    instance_type: '2cpu-4gib',
    asks: { cpu: 2, memory_mib: 4096, gpu: 0 },
    own: 1,
    waiting: 0,
    others: 0,
    free: expect.any(Number),
  })
  podium.deps.engine.fail(new Error('away'))
  vi.spyOn(podium.deps.engine, 'disk').mockRejectedValueOnce(new Error('away'))
  const { capacity: away } = await podium.as('member').call(readOverview, { query })
  const admin = await podium.as('admin').call(readOverview, { query: inFirst })
  podium.deps.engine.fail(null)
  expect(away?.content?.tiers).toEqual([{ ...standard, free: null }])
  expect(admin.administration).toMatchObject({
    problem: 'This could not be read. Try again in a moment.',
    content: null,
  })
  expect(admin.recent?.content?.all.length).toBeGreaterThan(0)
})

test('separates a person’s own runs from everybody’s', async () => {
  const own = await insertRun(podium, inserted, 'succeeded', {
    created_by: podium.people.ids.developer,
    created_at: hoursAgo(0),
    model_number: 1,
  })
  const { recent, models, versions } = await podium.as('developer').call(readOverview, { query: inFirst })
  expect(recent?.content?.own.map(({ id }) => id)).toEqual([own])
  expect(recent?.content?.all[0]?.id).toBe(own)
  expect(models?.content).toMatchObject({ models: [{ id: own }], total: 1 })
  expect(versions?.content?.versions).toHaveLength(1)
})

test.each([
  [{ cards: 'needs,weather' }, "There is no card 'weather'. The cards are needs, runs,"],
  [{ time_zone: 'Mars/Olympus' }, "There is no time zone 'Mars/Olympus'. Write one such as"],
  [{ since: 'yesterday' }, "'since' must be an instant like 2026-11-20T09:30:00Z."],
])('%o is refused with a sentence', async (asked, sentence) => {
  const answer = await podium.as('member').ask(readOverview, { query: { ...inFirst, ...asked } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContain(sentence)
})
