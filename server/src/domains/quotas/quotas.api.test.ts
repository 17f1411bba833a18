import { randomUUID } from 'node:crypto'
import { editQuotas, readQuotas } from '@podium/contract/calls/quotas.ts'
import { followRuns, startRun } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { MANY, racing } from '../../testing/racing.ts'
import type { Player } from '../../testing/test-people.ts'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { sentEvents } from '../runs/testing/sent-events.ts'

const MACHINE = { cpu: 4000, memory_mib: 4_000_000, gpu: 4 }
let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture({ engine: createMemoryEngine({ machine: MACHINE }) })
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

type Body = z.input<typeof editQuotas.body>
const params = () => ({ id: fixture.people.first.id })
const set = (body: Body, by: Player = 'admin') => fixture.as(by).call(editQuotas, { params: params(), body })
const refused = async (body: Body, by: Player) => {
  const answer = await fixture.as(by).ask(editQuotas, { params: params(), body })
  return [answer.statusCode, answer.json().detail]
}

async function detailOf(id: string) {
  const { state, detail } = await fixture.info(id)
  return [state, detail]
}

async function endAll() {
  const live = await fixture.deps.database.select().from(runs).where(eq(runs.state, 'starting'))
  for (const run of live) fixture.deps.engine.end(fixture.key(run.id), { outcome: 'succeeded' })
}

test('limits are null by default, a change keeps the limits it does not name, and it is in the audit log', async () => {
  const none = { runs: null, cpu: null, memory_gib: null, gpu: null, hours_month: null, storage_gib: null }
  const before = await fixture.as('member').call(readQuotas, { params: params() })
  expect(before).toMatchObject({ ...none, person: none, use: { runs: 0, storage_gib: 0 }, members: 3 })
  await set({ runs: 8, hours_month: 450.5, person: { runs: 4 } })
  const member = fixture.people.ids.member
  await set({ person: { gpu: 1 }, people: [{ account_id: member, limits: { runs: 6 } }] }, 'manager')
  const after = await set({ runs: null })
  expect(after).toMatchObject({ ...none, hours_month: 450.5, person: { ...none, runs: 4, gpu: 1 } })
  expect(after.people[0]).toMatchObject({ username: 'member', limits: { runs: 6, gpu: 1 }, own: ['runs'] })
  const again = await set({ people: [{ account_id: member, limits: {} }] }, 'manager')
  expect(again.people.map(({ own, limits }) => [own, limits.runs])).toEqual(Array(3).fill([[], 4]))
  const trail = await fixture.deps.database.execute(
    sql`select actor_name, before, after from audit_events where action = 'workspace.limit' order by id`,
  )
  expect(trail.rows.map(({ actor_name }) => actor_name)).toEqual(['admin', 'manager', 'admin', 'manager'])
  expect(trail.rows[2]).toMatchObject({ before: { runs: 8 }, after: { runs: null } })
})

test('administrators set the limits of a workspace, managers divide them among its people', async () => {
  const sentence =
    'Only an administrator may set the limits of the workspace itself. A manager may set the limits of the people in it.'
  expect(await refused({ runs: 9 }, 'manager')).toEqual([403, sentence])
  expect(await refused({ person: { runs: 1 } }, 'developer')).toMatchObject([403, expect.anything()])
  const { loner } = fixture.people.ids
  expect(await refused({ people: [{ account_id: loner, limits: { runs: 1 } }] }, 'manager')).toEqual([
    422,
    'This account is not a member of this workspace.',
  ])
  expect((await refused({ runs: -1 }, 'admin'))[0]).toBe(422)
  expect((await refused({ runs: 1.5 }, 'admin'))[0]).toBe(422)
})

/** Inserts this many queued runs in one statement. */
async function startAlike(count: number): Promise<string[]> {
  const { database } = fixture.deps
  const id = await fixture.start()
  const [first] = await database.select().from(runs).where(eq(runs.id, id))
  if (!first) throw new Error('there is no such run')
  const others = Array.from({ length: count - 1 }, (_, at) => ({
    ...first,
    id: randomUUID(),
    number: 1000 + at,
  }))
  await database.insert(runs).values(others)
  return [id, ...others.map((other) => other.id)]
}

/** The most runs that any workspace, and any person, has under way. */
async function mostUnderWay() {
  const rows = await fixture.deps.database.execute(sql`
    select max(whole)::int as workspace, max(own)::int as person from (
      select count(*) over (partition by workspace_id) as whole,
        count(*) over (partition by workspace_id, created_by) as own
      from runs where state in ('starting', 'running')) counted`)
  return rows.rows[0]
}

test('many concurrent starts and two servers never exceed the limits of workspace and person', {
  tags: ['long'],
}, async () => {
  await set({ runs: 7, person: { runs: 2 } })
  const loops = [fixture.loop, fixture.newLoop()]
  const tick = () => Promise.all(loops.map((loop) => loop.tick()))
  const players = ['member', 'developer', 'manager', 'admin'] as const
  const starting = racing(MANY, (at) =>
    fixture.startAs(players[at % players.length] ?? 'admin', fixture.ids.stream),
  )
  await Promise.all([starting, tick().then(tick).then(tick)])
  for (let round = 0; round < 4; round += 1) {
    await tick()
    // no run ends before endAll(), so an exceeded limit would still be visible here
    expect(await mostUnderWay()).toEqual({ workspace: 7, person: 2 })
    await endAll()
    await tick()
  }
  const waiting = await fixture.deps.database.execute<{ detail: string }>(
    sql`select distinct detail from runs where state = 'queued' order by detail`,
  )
  expect(waiting.rows.map(({ detail }) => detail)).toContain(
    "Waits for the workspace's limit of 7 runs at once.",
  )
})

test('one limit that holds back more runs than a claim reads holds back nobody else', {
  tags: ['long'],
}, async () => {
  await set({ people: [{ account_id: fixture.people.ids.member, limits: { runs: 1 } }] })
  const own = await startAlike(205)
  const other = await fixture.startAs('developer', fixture.ids.stream)
  const { stream } = await addStream(fixture, fixture.people.second.id, metadataForTests(), 'second')
  const elsewhere = await fixture.startAs('outsider', stream)
  await fixture.loop.tick()
  expect((await fixture.info(other)).state).toBe('starting')
  expect((await fixture.infoFromDatabase(elsewhere))?.state).toBe('starting')
  const told = await fixture.deps.database.execute<{ state: string; detail: string }>(sql`
    select state, detail from runs where id = any(${sql.param(own)}::uuid[]) and detail <> 'Waiting for its turn.'`)
  const sentence = "Waits for The member's limit of 1 run at once."
  expect(told.rows.filter(({ state }) => state === 'starting')).toHaveLength(1)
  expect(told.rows.filter(({ detail }) => detail === sentence).length).toBeGreaterThan(150)
})

test('limits of CPU, memory and GPU are each named in the waiting sentence; raising one starts the waiting run', async () => {
  await fixture.setTiers([{ name: 'low', instance: '4cpu-8gib' }])
  const reader = sentEvents(fixture, followRuns, { query: { workspace_id: params().id } })
  const loop = fixture.newLoop()
  loop.start()
  const seen = (id: string, has: (run: { id?: string; state?: string; detail?: string }) => boolean) =>
    reader.until((events) =>
      events.some(({ data }) => (data as { id?: string }).id === id && has(data as object)),
    )
  await set({ cpu: 6 })
  const [first, second] = [
    await fixture.start({ execution_spec: 'low' }),
    await fixture.start({ execution_spec: 'low' }),
  ]
  await seen(first, ({ state }) => state === 'starting')
  await seen(second, ({ detail }) => detail === "Waits for the workspace's limit of 6 vCPU at once.")
  await set({ cpu: null, memory_gib: 12 })
  await seen(
    second,
    ({ detail }) => detail === "Waits for the workspace's limit of 12 GiB of memory at once.",
  )
  await set({ memory_gib: 16 })
  await seen(second, ({ state }) => state === 'starting')
  expect((await fixture.as('member').call(readQuotas, { params: params() })).use).toMatchObject({
    runs: 2,
    cpu: 8,
    memory_gib: 16,
  })
  await loop.close()
})

test('used-up hours of the month keep queued runs waiting, and running ones go on', async () => {
  const { database } = fixture.deps
  await set({ hours_month: 2 })
  const running = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(running))
  await fixture.loop.tick()
  await database.execute(sql`
    insert into use_by_month (workspace_id, account_id, pipeline, month, seconds)
    values (${params().id}::uuid, ${fixture.people.ids.member}::uuid, 'train',
      date_trunc('month', now() at time zone 'UTC')::date, 7200),
      (${params().id}::uuid, ${fixture.people.ids.member}::uuid, 'train', '2020-01-01', 720000)`)
  const waiting = await fixture.start()
  await fixture.loop.tick()
  const [state, detail] = await detailOf(waiting)
  expect(state).toBe('queued')
  expect(detail).toMatch(
    /^Waits because the workspace's limit of 2 hours a month is used up\. The next month begins on 1 \w+ \(UTC\)\.$/,
  )
  expect((await fixture.info(running)).state).toBe('running')
  await set({ hours_month: 2.5, person: { hours_month: 1 } })
  await fixture.loop.tick()
  expect((await detailOf(waiting))[1]).toContain("The member's limit of 1 hour a month")
  await set({ person: { hours_month: null } })
  await fixture.loop.tick()
  expect((await fixture.info(waiting)).state).toBe('starting')
})

test('a run larger than a limit is refused with the numbers, and waits if the limit was set later', async () => {
  await fixture.setTiers([{ name: 'low', instance: '4cpu-8gib' }])
  const queued = await fixture.start({ execution_spec: 'low' })
  await set({ cpu: 2 })
  const answer = await fixture
    .as('member')
    .ask(startRun, { params: { id: fixture.ids.stream }, body: { execution_spec: 'low' } })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    422,
    "This run asks for 4 vCPU, and the workspace's limit is 2 vCPU at once. Choose a smaller tier, or ask an administrator to raise the limit.",
  ])
  await fixture.setTiers([])
  const fits = await fixture.start()
  await fixture.loop.tick()
  expect(await detailOf(queued)).toEqual([
    'queued',
    "Asks for 4 vCPU, more than the workspace's limit of 2 vCPU at once: it waits until the limit is raised.",
  ])
  expect((await fixture.info(fits)).state).toBe('starting')
})

test('a reached limit of GPUs holds back only runs that ask for one', async () => {
  await set({ gpu: 1 })
  const [first, second] = [await fixture.start(), await fixture.start()]
  await fixture.deps.database.execute(sql`update runs set asked_gpu = 1`)
  const withoutGpu = await fixture.start()
  await fixture.loop.tick()
  expect((await fixture.info(first)).state).toBe('starting')
  expect(await detailOf(second)).toEqual(['queued', "Waits for the workspace's limit of 1 GPU at once."])
  expect((await fixture.info(withoutGpu)).state).toBe('starting')
})
