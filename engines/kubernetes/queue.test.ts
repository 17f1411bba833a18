import { beforeEach, describe, expect, test } from 'vitest'
import type { RunKey } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, observeUntil, waitFor } from '../testing/watching.ts'
import { attemptName } from './names.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { type FakeKueue, runKueue } from './testing/fake-kueue.ts'
import { container, ended, RUNS } from './testing/pod-states.ts'

const WAITS = 'insufficient unused quota for cpu in flavor default, 1 more needed'
const STARTED_AT = '2026-01-05T10:00:00.000Z'

const here = useFakeEngine()
let kueue: FakeKueue
beforeEach(async () => {
  kueue = runKueue(here, WAITS)
  await here.engine.prepare({ id: 'poc', number: 7, name: 'poc' })
})

async function submitted() {
  const spec = plainSpec({ queue: 'team' })
  await here.engine.submit(spec)
  return spec
}
const podOf = (key: RunKey) =>
  waitFor('the pod', async () => here.controllers.podOf(attemptName(key)) ?? null)
const podGone = (key: RunKey) =>
  waitFor('the pod to go', async () => (here.controllers.podOf(attemptName(key)) ? null : true))

async function running() {
  const spec = await submitted()
  kueue.admit(spec)
  await podOf(spec)
  here.say(spec, RUNS)
  await here.runs(spec)
  await here.attempts.note(spec, { started_at: STARTED_AT })
  return spec
}

test("labels the Job with the workspace's queue, which wins over the installation's", async () => {
  const spec = await submitted()
  expect(here.job(spec)?.metadata.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'team' })
  const other = here.another({ queueLabel: { name: 'scheduling/queue', value: 'all' } })
  const [own, none] = [plainSpec({ queue: 'team' }), plainSpec()]
  for (const each of [own, none]) await other.submit(each)
  expect(here.job(own)?.metadata.labels).toMatchObject({ 'scheduling/queue': 'team' })
  expect(here.job(none)?.metadata.labels).toMatchObject({ 'scheduling/queue': 'all' })
})

test("repeats a submission with the first spec, whatever the workspace's settings are by then", async () => {
  const spec = plainSpec({ queue: 'team' })
  here.cluster.fail(/^POST .*jobs/, { status: 403, reason: 'Forbidden' })
  await expect(here.engine.submit(spec)).rejects.toThrow()
  await here.engine.submit({ ...spec, queue: 'other', network: true })
  await here.engine.submit({ ...spec, queue: null })
  expect(here.jobs()).toHaveLength(1)
  expect(here.job(spec)?.metadata.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'team' })
})

describe('waiting in a queue', () => {
  test("is reported in the queue's words, and never ended by Podium", async () => {
    const spec = await submitted()
    await here.waitsFor(spec, `Waits in the queue of the cluster: ${WAITS}.`)
    here.pass(90 * 24 * 3600)
    await here.waitsFor(spec, `Waits in the queue of the cluster: ${WAITS}.`)
    expect(here.job(spec)?.spec).toMatchObject({ suspend: true })
    kueue.admit(spec)
    await podOf(spec)
    here.say(spec, RUNS)
    await here.runs(spec)
    expect(here.cluster.calls.filter((call) => call.startsWith('PATCH'))).toEqual([])
  })

  test('is asked once for all Jobs that wait in a namespace', async () => {
    const other = here.another({ look_ms: 60_000 })
    const specs = [plainSpec({ queue: 'team' }), plainSpec({ queue: 'team' }), plainSpec({ queue: 'team' })]
    for (const spec of specs) await other.submit(spec)
    here.pass(61)
    for (const spec of specs)
      await observeUntil(other, spec, (each) => each.phase === 'starting' && each.waits_for !== undefined)
    expect(here.cluster.calls.filter((call) => call.includes('/workloads'))).toHaveLength(1)
  })

  test.each([403, 404])('is reported without them if Podium may not ask the queue (%i)', async (status) => {
    const refused = { status, reason: status === 403 ? 'Forbidden' : 'NotFound' }
    here.cluster.fail(/workloads/, ...Array.from({ length: 100 }, () => refused))
    await here.waitsFor(await submitted(), 'Waits in the queue of the cluster.')
  })

  test('begins again if the place is reclaimed before the command began', async () => {
    const spec = await submitted()
    kueue.admit(spec)
    await podOf(spec)
    kueue.evict(spec)
    await here.waitsFor(spec, `Waits in the queue of the cluster: ${WAITS}.`)
    await podGone(spec)
    await here.waitsFor(spec, `Waits in the queue of the cluster: ${WAITS}.`)
    kueue.admit(spec)
    await podOf(spec)
    here.say(spec, RUNS)
    await here.runs(spec)
  })

  test('ends on request', async () => {
    const spec = await submitted()
    await here.engine.stop(spec)
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
    expect(here.job(spec)).toBeUndefined()
  })
})

describe('a place that is reclaimed from a running command', () => {
  const TAKEN = {
    outcome: 'preempted',
    reason: 'The queue of the cluster preempted the run; it starts again when it is admitted again.',
  }

  test('ends the attempt, whose Job is never admitted again', async () => {
    const spec = await running()
    kueue.evict(spec)
    expect(await endOf(here.engine, spec)).toMatchObject(TAKEN)
    expect(here.job(spec)).toBeUndefined()
  })

  test('waits until the pod has gone', async () => {
    let end = () => undefined as unknown
    here.controllers.onEnd(() => new Promise<void>((resolve) => (end = resolve)))
    const spec = await running()
    kueue.evict(spec)
    await podGone(spec)
    expect((await here.engine.inspect([spec]))[0]?.phase).toBe('running')
    end()
    expect(await endOf(here.engine, spec)).toMatchObject(TAKEN)
  })

  test.each([143, 1])('is no failure of a command that was signalled (exit code %i)', async (code) => {
    const spec = await running()
    kueue.evict(spec)
    await here.sent(spec, code)
    expect(await endOf(here.engine, spec)).toMatchObject({ ...TAKEN, exit_code: code })
  })

  test('does not change a success', async () => {
    const spec = await running()
    kueue.evict(spec)
    await here.sent(spec, 0)
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  })

  test('is noticed even if the Job was admitted again before anybody looked', async () => {
    const spec = await running()
    kueue.evict(spec)
    kueue.admit(spec)
    await podOf(spec)
    here.say(spec, { phase: 'Failed', initContainerStatuses: [container('fetch', ended(1))] })
    expect(await endOf(here.engine, spec)).toMatchObject(TAKEN)
  })

  test('stops a run that was to be stopped', async () => {
    const spec = await running()
    await here.engine.stop(spec)
    kueue.evict(spec)
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
  })
})
