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

test('a run that is stopped before it begins has its Job removed', async () => {
  const spec = await here.submitted()
  await here.engine.stop(spec)
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'stopped',
    reason: 'Stopped on request.',
  })
  expect(here.job(spec)).toBeUndefined()
})

test('a run that is stopped is left to its pod for a while', async () => {
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

test('a run on a node that does not answer ends within a minute when it is stopped', async () => {
  here.controllers.onEnd(() => new Promise(() => undefined))
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  here.pass(46)
  expect(await seen(spec)).toMatchObject({ phase: 'ended', outcome: 'stopped' })
  await jobGone(spec)
})

test('a run whose pod still sends what its command left ends within a minute when it is stopped', async () => {
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

test('a run that is stopped is left to its pod for as long as it asks for', async () => {
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

test('a run that is stopped after its command had ended ends as the command did', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await runs(spec)
  await here.engine.stop(spec)
  await here.sent(spec, 0)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded' })
})
