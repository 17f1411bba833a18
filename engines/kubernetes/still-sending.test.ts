import { describe, expect, test } from 'vitest'
import type { Observation, RunKey, RunSpec } from '../engine.ts'
import { textOfLog, waitFor } from '../testing/watching.ts'
import { attemptName } from './names.ts'
import type { Stored } from './testing/cluster-objects.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { container, ended, RUNS } from './testing/pod-states.ts'

const NINE_MINUTES = 9 * 60
const MISSING = 'Some of what it wrote may be missing.'
const SENDING = { phase: 'ended', is_sending: true }

const here = useFakeEngine()

async function endedSending(exitCode = 0): Promise<RunSpec> {
  const spec = await here.commandEnded(exitCode)
  here.pass(NINE_MINUTES)
  expect(await here.seen(spec)).toMatchObject(SENDING)
  return spec
}

/** Looks until nothing more comes. */
async function settled(key: RunKey): Promise<Observation> {
  return waitFor('the end of sending', async () => {
    const observation = await here.seen(key)
    return observation.phase === 'ended' && !observation.is_sending ? observation : null
  })
}

function storeIsAway(): () => void {
  const { appendLog, openLog } = here.attempts
  const away = () => Promise.reject(new Error('The store is away.'))
  Object.assign(here.attempts, { appendLog: away, openLog: away })
  return () => Object.assign(here.attempts, { appendLog, openLog })
}

describe('a run whose pod still sends', () => {
  test('ends nine minutes after its command, and its pod may go on', async () => {
    const spec = await here.commandEnded()
    const token = await here.attempts.makeToken(spec)
    here.pass(NINE_MINUTES - 10)
    expect(await here.seen(spec)).toMatchObject({ phase: 'running' })
    here.pass(10)
    expect(await here.seen(spec)).toMatchObject({ ...SENDING, outcome: 'succeeded', reason: 'Finished.' })
    expect(here.job(spec)).toBeDefined()
    expect(await here.attempts.ownerOf(token)).not.toBeNull()
  })

  test('is whole once its pod has sent all, for another server too', async () => {
    const spec = await endedSending()
    const other = here.another()
    here.pass(5 * 3600)
    expect(await here.seen(spec, other)).toMatchObject(SENDING)
    await here.attempts.note(spec, { is_complete: true })
    const whole = await here.seen(spec, other)
    expect(whole).toMatchObject({ phase: 'ended', outcome: 'succeeded', reason: 'Finished.' })
    expect(whole).not.toHaveProperty('is_sending')
    expect(here.job(spec)).toBeDefined()
  })

  test('says the last line that its node has of a log that has not come', async () => {
    const spec = await here.commandEnded(3)
    here.nodeHasLog(spec, 'one\ntwo\n')
    await here.attempts.appendLog(spec, 'process', 0, Buffer.from('one\n'))
    here.pass(NINE_MINUTES)
    expect(await here.seen(spec)).toMatchObject({
      ...SENDING,
      reason: 'Exit code 3; last line: two',
      raw: { last_lines: ['two'] },
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('one\n')
  })

  test('ends in time although it was asked to stop and may take longer to save', async () => {
    const spec = await here.commandEnded(0, { stop_grace_seconds: 300 })
    here.pass(NINE_MINUTES - 10)
    await here.engine.stop(spec)
    expect(await here.seen(spec)).toMatchObject({ phase: 'running' })
    here.pass(10)
    expect(await here.seen(spec)).toMatchObject({ ...SENDING, outcome: 'succeeded' })
  })

  test('ends the following of its log', async () => {
    const spec = await here.commandEnded()
    await here.attempts.appendLog(spec, 'process', 0, Buffer.from('one\n'))
    const { signal } = new AbortController()
    const log = here.engine.follow(spec, 'process', 0, signal)[Symbol.asyncIterator]()
    expect((await log.next()).value).toMatchObject({ offset: 0 })
    const next = log.next()
    here.pass(NINE_MINUTES)
    expect(await here.seen(spec)).toMatchObject(SENDING)
    expect(await next).toMatchObject({ done: true })
  })

  test('can be forgotten, and nothing of it stays', async () => {
    const spec = await endedSending()
    const token = await here.attempts.makeToken(spec)
    await here.engine.forget(spec)
    expect(here.job(spec)).toBeUndefined()
    expect(here.cluster.objects.select('secrets', { namespace: null, labels: null, fields: null })).toEqual(
      [],
    )
    expect(await here.attempts.find(spec)).toBeNull()
    expect(await here.attempts.ownerOf(token)).toBeNull()
  })
})

describe('a pod that goes while it still sends', () => {
  const goes: Record<string, (spec: RunSpec) => void> = {
    fails: (spec) => here.say(spec, { phase: 'Failed', containerStatuses: [container('keep', ended(137))] }),
    'is evicted': (spec) =>
      here.say(spec, {
        phase: 'Failed',
        reason: 'Evicted',
        message: 'low on memory.',
        containerStatuses: [],
      }),
    'loses its node': (spec) =>
      here.say(spec, {
        phase: 'Failed',
        conditions: [{ type: 'DisruptionTarget', status: 'True', message: 'PodGC: node no longer exists' }],
      }),
    'is removed with its Job': (spec) => here.cluster.removal.get('jobs')?.(here.job(spec) as Stored, null),
    'is suspended by its queue': (spec) => here.controllers.suspend(attemptName(spec), true),
  }

  test.each(Object.keys(goes))(
    'leaves its run the outcome when it %s, and says what is missing',
    async (how) => {
      const spec = await endedSending()
      here.nodeHasLog(spec, 'one\n')
      goes[how]?.(spec)
      expect(await settled(spec)).toMatchObject({ outcome: 'succeeded', reason: `Finished. ${MISSING}` })
      expect((await here.attempts.find(spec))?.ended?.reason).toBe('Finished.')
    },
  )

  test('has the log that its node has taken over when the store is back', async () => {
    const spec = await endedSending(3)
    here.nodeHasLog(spec, 'one\ntwo\n')
    const comeBack = storeIsAway()
    here.say(spec, { phase: 'Failed', containerStatuses: [container('keep', ended(137))] })
    await waitFor('the end of the pod', async () => (hasFailed(spec) ? true : null))
    expect(await here.seen(spec)).toMatchObject(SENDING)
    expect(here.job(spec)).toBeDefined()
    comeBack()
    expect(await settled(spec)).toMatchObject({
      reason: expect.stringMatching(`^Exit code 3; .*\\. ${MISSING}`),
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('one\ntwo\n')
  })

  test('is given up after six hours, though the store is still away', async () => {
    const spec = await endedSending()
    here.nodeHasLog(spec, 'one\n')
    storeIsAway()
    here.say(spec, { phase: 'Failed', containerStatuses: [container('keep', ended(137))] })
    await waitFor('the end of the pod', async () => (hasFailed(spec) ? true : null))
    here.pass(6 * 3600)
    expect(await settled(spec)).toMatchObject({ reason: `Finished. ${MISSING}` })
  })
})

describe('while the store is away', () => {
  test('a run ends nine minutes after a command whose pod is lost', async () => {
    const spec = await here.commandEnded()
    storeIsAway()
    here.cluster.removal.get('jobs')?.(here.job(spec) as Stored, null)
    here.pass(NINE_MINUTES)
    await waitFor('the end', async () =>
      (await here.seen(spec).catch(() => null))?.phase === 'ended' ? true : null,
    )
  })

  test('a run whose pod is lost with its command ends at once, and its log is taken later', async () => {
    const spec = await here.submitted()
    here.say(spec, RUNS)
    await waitFor('the start', async () => ((await here.seen(spec)).phase === 'running' ? true : null))
    here.nodeHasLog(spec, 'one\n')
    const comeBack = storeIsAway()
    here.say(spec, { phase: 'Failed', reason: 'NodeLost', message: 'gone', containerStatuses: [] })
    await waitFor('the end', async () => ((await here.seen(spec)).phase === 'ended' ? true : null))
    expect(await here.seen(spec)).toMatchObject({ ...SENDING, outcome: 'lost' })
    comeBack()
    expect(await settled(spec)).toMatchObject({ outcome: 'lost' })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('one\n')
  })
})

test('a pod has six hours beyond the limit of its pipeline to send what is left', async () => {
  const spec = await here.submitted({ timeout_seconds: 60 })
  expect(here.job(spec)?.spec).toMatchObject({
    template: { spec: { activeDeadlineSeconds: 60 + 7 * 3600 } },
  })
})

function hasFailed(key: RunKey): boolean {
  return (here.podOf(key).status as { phase: string }).phase === 'Failed'
}
