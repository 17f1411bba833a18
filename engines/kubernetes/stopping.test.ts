import { expect, test } from 'vitest'
import { endOf } from '../testing/watching.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { RUNS } from './testing/pod-states.ts'

const here = useFakeEngine()

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
  await here.runs(spec)
  await here.engine.stop(spec)
  expect((await here.seen(spec)).phase).toBe('running')
  expect(here.job(spec)).toBeDefined()
  here.pass(46)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
  expect(here.job(spec)).toBeUndefined()
})

test('ends a stopped run within a minute if its node does not answer', async () => {
  here.controllers.onEnd(() => new Promise(() => undefined))
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await here.runs(spec)
  await here.engine.stop(spec)
  here.pass(46)
  expect(await here.seen(spec)).toMatchObject({ phase: 'ended', outcome: 'stopped' })
  await here.jobGone(spec)
})

test('ends a stopped run within a minute if its pod still sends outputs', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await here.runs(spec)
  await here.engine.stop(spec)
  const now = new Date(Date.now() + 5000).toISOString()
  await here.attempts.note(spec, { exit: { exit_code: 143, started_at: now, ended_at: now } })
  expect(await here.seen(spec)).toMatchObject({ phase: 'running' })
  here.pass(46)
  expect(await here.seen(spec)).toMatchObject({
    phase: 'ended',
    outcome: 'stopped',
    reason: 'Stopped on request. Some of what it wrote may be missing.',
  })
})

test('leaves a stopped run to its pod for the grace period that it asks for', async () => {
  const spec = await here.submitted({ stop_grace_seconds: 300 })
  here.say(spec, RUNS)
  await here.runs(spec)
  await here.engine.stop(spec)
  here.pass(300)
  expect((await here.seen(spec)).phase).toBe('running')
  expect(here.job(spec)).toBeDefined()
  here.pass(36)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'stopped' })
})

test('ends a run that is stopped after its command ended as the command did', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await here.runs(spec)
  await here.engine.stop(spec)
  await here.sent(spec, 0)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded' })
})
