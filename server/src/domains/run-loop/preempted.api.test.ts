import { readQuotas } from '@podium/contract/calls/quotas.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { readWorkspaceUse } from '@podium/contract/calls/workspace-use.ts'
import { runSeries, runs } from '@podium/database/schema/runs.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

const HOUR_MS = 3_600_000

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

const firstOf = (id: string) => fixture.key(id)
const secondOf = (id: string) => ({ ...fixture.key(id), attempt: 2 })

/** Starts a run whose first attempt has written figures. */
async function running(): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  engine.start(firstOf(id))
  engine.progress(firstOf(id), { fraction: 0.5, step: 'train', message: null })
  engine.output(firstOf(id), 'metrics.jsonl', '{"step":1,"loss":9}\n{"step":2,"loss":8}\n')
  await fixture.loop.tick()
  await fixture.loop.tick()
  return id
}

const figuresOf = (id: string) =>
  fixture.deps.database.select().from(runSeries).where(eq(runSeries.run_id, id))

test('a preempted run is queued again and starts anew as its next attempt', async () => {
  const id = await running()
  expect((await figuresOf(id)).map(({ name, count }) => [name, count])).toContainEqual(['loss', 2])
  const { engine } = fixture.deps
  engine.end(firstOf(id), { outcome: 'preempted', reason: 'Its place was taken back.' })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({
    state: 'queued',
    status: 'pending',
    detail: 'Its place was taken back.',
    progress: null,
    metrics: {},
  })
  expect(await figuresOf(id)).toEqual([])
  expect(await engine.inspect([firstOf(id)])).toEqual([{ phase: 'absent' }])

  await fixture.loop.tick()
  engine.start(secondOf(id))
  engine.output(secondOf(id), 'model/model.json', '{}')
  engine.end(secondOf(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail: 'Finished.', stored: true })
  const [first, second] = engine.submitted.filter(({ run }) => run === id)
  const asOfSecond = JSON.stringify(first?.metadata).replace(`${id}/1/artifacts/`, `${id}/2/artifacts/`)
  expect(second?.metadata).toEqual(JSON.parse(asOfSecond))
  expect((await fixture.infoFromDatabase(id))?.metadata_json).toEqual(second?.metadata)
})

test('the hours of a preempted attempt count, and still do when the run has ended and is deleted', async () => {
  const { database, engine } = fixture.deps
  const params = { id: fixture.people.first.id }
  async function hours() {
    const { use } = await fixture.as('member').call(readQuotas, { params })
    const { months } = await fixture.as('member').call(readWorkspaceUse, { params })
    const used = months.flatMap(({ usage }) => usage.map(({ amount }) => amount))
    return { quota: use.hours_month, usage: used.reduce((sum, amount) => sum + amount, 0) }
  }
  const before = await hours()
  const id = await running()
  const now = new Date()
  const started_at = new Date(now.getTime() - HOUR_MS).toISOString()
  await database.update(runs).set({ started_at }).where(eq(runs.id, id))
  engine.end(firstOf(id), { outcome: 'preempted' })
  await fixture.loop.tick()
  expect((await fixture.info(id)).state).toBe('queued')

  // the limit is monthly, and the month may have begun within that hour
  const ofMonth = Math.min(1, (now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth())) / HOUR_MS)
  const expectTheHour = async () => {
    const after = await hours()
    expect(after.quota - before.quota).toBeCloseTo(ofMonth, 1)
    expect(after.usage - before.usage).toBeCloseTo(1, 1)
  }
  await expectTheHour()
  await fixture.loop.tick()
  engine.start(secondOf(id))
  engine.end(secondOf(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect((await fixture.info(id)).state).toBe('succeeded')
  await expectTheHour()
  await fixture.as('manager').call(deleteStream, { params: { id } })
  await expectTheHour()
})

test('a preempted run that was asked to stop ends stopped', async () => {
  const id = await running()
  await fixture.as('member').call(stopRun, { params: { id } })
  const { engine } = fixture.deps
  engine.end(firstOf(id), { outcome: 'preempted' })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'stopped', detail: 'Stopped by The member.' })
  expect(await engine.inspect([firstOf(id)])).toEqual([{ phase: 'absent' }])
})

test('an attempt that the engine could not forget is forgotten with its run', async () => {
  const id = await running()
  const { engine } = fixture.deps
  engine.end(firstOf(id), { outcome: 'preempted' })
  const { forget } = engine
  engine.forget = async () => {
    throw new Error('away')
  }
  await fixture.loop.tick()
  engine.forget = forget
  await fixture.loop.tick()
  engine.end(secondOf(id), { outcome: 'failed' })
  await fixture.loop.tick()
  expect(await engine.inspect([firstOf(id), secondOf(id)])).toEqual([
    { phase: 'absent' },
    { phase: 'absent' },
  ])
})

test("passes the workspace's present settings to the engine with each start", async () => {
  const settings = {
    network: true,
    queue: 'team',
    pending_limit_minutes: 30,
    system_user: 'ml',
    stop_grace_seconds: 90,
  }
  const { database, engine } = fixture.deps
  const isFirst = eq(workspaces.id, fixture.people.first.id)
  await database.update(workspaces).set(settings).where(isFirst)
  const id = await fixture.start()
  await fixture.loop.tick()
  expect(engine.submitted.find(({ run }) => run === id)).toMatchObject(settings)
  engine.end(firstOf(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
})
