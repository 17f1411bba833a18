import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Observation, RunKey } from '../engine.ts'
import { endOf, observeUntil, waitFor } from '../testing/watching.ts'
import { type FakeEngine, openFakeEngine } from './testing/fake-engine.ts'
import { RUNS } from './testing/pod-states.ts'

let here: FakeEngine
beforeEach(async () => {
  here = await openFakeEngine()
})
afterEach(() => here.close())

async function seen(key: RunKey): Promise<Observation> {
  return (await here.engine.inspect([key]))[0] ?? { phase: 'absent' }
}
const runs = (key: RunKey) => observeUntil(here.engine, key, ({ phase }) => phase === 'running')
const jobGone = (key: RunKey) => waitFor('the Job to go', async () => (here.job(key) ? null : true))

test('removes the Job of a run that is stopped before it begins', async () => {
  const spec = await here.submitted()
  await here.engine.stop(spec)
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'stopped',
    reason: 'Stopped on request.',
  })
  expect(here.job(spec)).toBeUndefined()
})

test('leaves a stopped run to its pod for a while', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  expect((await seen(spec)).phase).toBe('running')
  expect(here.job(spec)).toBeDefined()
  here.pass(46)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
  expect(here.job(spec)).toBeUndefined()
})

test('ends a stopped run within a minute if its node does not answer', async () => {
  here.controllers.onEnd(() => new Promise(() => undefined))
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  here.pass(46)
  expect(await seen(spec)).toMatchObject({ phase: 'ended', outcome: 'stopped' })
  await jobGone(spec)
})

test('ends a stopped run within a minute if its pod still sends outputs', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  const now = new Date(Date.now() + 5000).toISOString()
  await here.attempts.note(spec, { exit: { exit_code: 143, started_at: now, ended_at: now } })
  expect(await seen(spec)).toMatchObject({ phase: 'running' })
  here.pass(46)
  expect(await seen(spec)).toMatchObject({
    phase: 'ended',
    outcome: 'stopped',
    reason: 'Stopped on request. Some of what it wrote may be missing.',
  })
})

test('leaves a stopped run to its pod for the grace period that it asks for', async () => {
  const spec = await here.submitted({ stop_grace_seconds: 300 })
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  here.pass(300)
  expect((await seen(spec)).phase).toBe('running')
  expect(here.job(spec)).toBeDefined()
  here.pass(36)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
})

test('ends a run that is stopped after its command ended as the command did', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  await here.sent(spec, 0)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded' })
})
