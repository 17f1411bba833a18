import { stopRun } from '@podium/contract/runs.ts'
import { runSeries } from '@podium/database/schema/runs.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from './testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
})
afterAll(() => fixture.close())

const firstOf = (id: string) => fixture.key(id)
const secondOf = (id: string) => ({ ...fixture.key(id), attempt: 2 })

/** A run whose first attempt has written figures. */
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

test('a run whose place is taken back waits again and begins anew as its next attempt', async () => {
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
  const { metadata_json } = (await fixture.infoFromDatabase(id)) ?? {}
  expect(JSON.stringify(metadata_json)).toContain(`${id}/2/artifacts/`)
  expect(JSON.stringify(metadata_json)).not.toContain(`${id}/1/`)
})

test('one that was to stop ends stopped', async () => {
  const id = await running()
  await fixture.as('member').call(stopRun, { params: { id } })
  const { engine } = fixture.deps
  engine.end(firstOf(id), { outcome: 'preempted' })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'stopped', detail: 'Stopped by The member.' })
  expect(await engine.inspect([firstOf(id)])).toEqual([{ phase: 'absent' }])
})

test('an attempt that the engine could not forget goes with its run', async () => {
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

test('what the workspace says is handed over with each start, as it is then', async () => {
  const settings = { network: true, queue: 'team', pending_limit_minutes: 30, system_user: 'ml' }
  const { database, engine } = fixture.deps
  const isFirst = eq(workspaces.id, fixture.people.first.id)
  await database.update(workspaces).set(settings).where(isFirst)
  const id = await fixture.start()
  await fixture.loop.tick()
  expect(engine.submitted.find(({ run }) => run === id)).toMatchObject(settings)
  engine.end(firstOf(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
})
