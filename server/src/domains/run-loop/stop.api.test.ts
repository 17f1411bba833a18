import { listRuns } from '@podium/contract/calls/run-list.ts'
import { retryRun, stopRun } from '@podium/contract/calls/runs.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

const stop = (id: string) => fixture.as('developer').call(stopRun, { params: { id } })

async function actionsOn(id: string): Promise<string[]> {
  const rows = await fixture.deps.database
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.object_id, id))
    .orderBy(auditEvents.id)
  return rows.map(({ action }) => action)
}

describe('stopping a run', () => {
  test('that is queued ends it at once', async () => {
    const id = await fixture.start()
    expect(await stop(id)).toMatchObject({
      state: 'stopped',
      status: 'failed',
      detail: 'Stopped by The developer before it started.',
    })
    await fixture.loop.tick()
    expect(fixture.deps.engine.submitted.some(({ run }) => run === id)).toBe(false)
    expect(await actionsOn(id)).toEqual(['run.start', 'run.stop'])
  })

  test('that is under way remains a request until the engine confirms it', async () => {
    const id = await fixture.start()
    await fixture.loop.tick()
    fixture.deps.engine.start(fixture.key(id))
    await fixture.loop.tick()
    expect(await stop(id)).toMatchObject({ state: 'running', detail: 'The developer asked it to stop.' })
    expect((await fixture.info(id)).stop_requested_at).not.toBeNull()
    expect(await stop(id)).toMatchObject({ state: 'running' })
    await fixture.loop.tick()
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'stopped',
      status: 'failed',
      detail: 'Stopped by The developer.',
      stored: true,
    })
    expect(await actionsOn(id)).toEqual(['run.start', 'run.stop'])
  })

  test.each(['starting', 'running'] as const)(
    'that is %s keeps the sentence although an observation arrives at the same moment',
    async (state) => {
      const id = await fixture.start()
      const { engine } = fixture.deps
      await fixture.loop.tick()
      if (state === 'running') engine.start(fixture.key(id))
      await fixture.loop.tick()
      engine.progress(fixture.key(id), { fraction: 0.5, step: 'train', message: null })
      const original = engine.inspect
      engine.inspect = async (keys) => {
        engine.inspect = original
        await stop(id)
        return original(keys)
      }
      await fixture.loop.tick()
      expect(await fixture.info(id)).toMatchObject({
        state: 'running',
        detail: 'The developer asked it to stop.',
        progress: { fraction: 0.5, step: 'train' },
      })
      await fixture.loop.tick()
      await fixture.loop.tick()
      expect(await fixture.info(id)).toMatchObject({ state: 'stopped', detail: 'Stopped by The developer.' })
    },
  )

  test("that somebody ended outside Podium keeps the engine's reason", async () => {
    const id = await fixture.start()
    await fixture.loop.tick()
    const reason = 'Cancelled in Slurm, not by Podium.'
    fixture.deps.engine.end(fixture.key(id), { outcome: 'stopped', reason })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'stopped', detail: reason })
  })

  test('that was claimed but never reached the engine ends without it', async () => {
    const id = await fixture.start()
    fixture.deps.engine.fail(new Error('away'))
    await fixture.loop.tick().catch(() => undefined)
    fixture.deps.engine.fail(null)
    expect(await stop(id)).toMatchObject({ state: 'starting' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'stopped', detail: 'Stopped by The developer.' })
    expect(fixture.deps.engine.submitted.some(({ run }) => run === id)).toBe(false)
  })

  test('that has already succeeded does not change its state', async () => {
    const id = await fixture.start()
    await fixture.loop.tick()
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    expect(await stop(id)).toMatchObject({ state: 'starting' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', status: 'succeeded' })
  })

  test('that has ended is refused', async () => {
    const id = await fixture.start()
    await stop(id)
    const again = await fixture.as('developer').ask(stopRun, { params: { id } })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ detail: 'This run has already ended.' })
  })
})

describe('a run that fails', () => {
  test('stores the exit code, the sentence and the raw record', async () => {
    const id = await fixture.start()
    await fixture.loop.tick()
    fixture.deps.engine.end(fixture.key(id), {
      outcome: 'failed',
      exit_code: 137,
      reason: 'Out of memory at 1.0 GiB: choose a larger tier.',
      raw: { oom_kills: 1 },
    })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'failed',
      exit_code: 137,
      detail: 'Out of memory at 1.0 GiB: choose a larger tier.',
      raw: { oom_kills: 1 },
      model_version: '',
    })
  })
})

describe('a retry', () => {
  test('is a new run with the same choices, and is refused while the run is live', async () => {
    const id = await fixture.start({ parameters: { train: { train: { epochs: 7 } } }, execution_spec: 'low' })
    const early = await fixture.as('member').ask(retryRun, { params: { id } })
    expect(early.statusCode).toBe(409)
    expect(early.json()).toEqual({ detail: 'This run has not ended yet. Stop it first.' })
    await stop(id)
    const again = await fixture.as('member').call(retryRun, { params: { id } })
    const first = await fixture.info(id)
    expect(again).toMatchObject({
      state: 'queued',
      retry_of: id,
      parameters: first.parameters,
      dataset_uri: first.dataset_uri,
      tier_asked: 'low',
      pipeline: 'train',
    })
    expect(again.id).not.toBe(id)
    expect(again.name).not.toBe(first.name)
    const noted = await fixture.deps.database
      .select({ action: auditEvents.action, after: auditEvents.after })
      .from(auditEvents)
      .where(eq(auditEvents.object_id, again.id))
    expect(noted).toEqual([
      { action: 'run.retry', after: expect.objectContaining({ retry_of: id, retry_of_name: first.name }) },
    ])
  })
})

describe('the states on the wire', () => {
  test('are known to polling clients', async () => {
    const { stream_histories } = await fixture
      .as('member')
      .call(listRuns, { query: { workspace_id: fixture.people.first.id, page_size: 100 } })
    const words = new Set(stream_histories.map(({ state, status }) => `${state}: ${status}`))
    expect([...words].sort()).toEqual([
      'failed: failed',
      'queued: pending',
      'stopped: failed',
      'succeeded: succeeded',
    ])
  })
})
