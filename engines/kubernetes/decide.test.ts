import { describe, expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, observeUntil, textOfLog, waitFor } from '../testing/watching.ts'
import { attemptName } from './names.ts'
import type { Pod } from './resources.ts'
import { LOG_BEGINS } from './runner/commands.ts'
import type { Stored } from './testing/cluster-objects.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { container, ended, RUNS, running } from './testing/pod-states.ts'

const here = useFakeEngine()

describe('waiting', () => {
  test('for a node, in the words of the scheduler', async () => {
    const spec = await here.submitted()
    const message = '0/3 nodes are available: 3 Insufficient cpu'
    here.say(spec, {
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
    })
    await here.waitsFor(spec, `Waits for a node: ${message}.`)
  })

  test('for a node no longer than its workspace lets it', async () => {
    const spec = await here.submitted({ pending_limit_minutes: 30 })
    const message = '0/3 nodes are available: 3 Insufficient cpu'
    here.say(spec, {
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
    })
    here.pass(29 * 60)
    await here.waitsFor(spec, `Waits for a node: ${message}.`)
    here.pass(2 * 60)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: `The run could not begin within 30 minutes, the limit of its workspace. Waits for a node: ${message}.`,
    })
    await here.jobGone(spec)
  })

  test('for quota, which only an event tells', async () => {
    here.controllers.refusePods(
      'pods "x" is forbidden: exceeded quota: team, requested: pods=1, used: pods=5',
    )
    const spec = plainSpec()
    await here.engine.prepare({ id: 'poc', number: 7, name: 'poc' })
    await here.engine.submit(spec)
    await here.waitsFor(
      spec,
      'Waits for quota: pods "x" is forbidden: exceeded quota: team, requested: pods=1, used: pods=5.',
    )
  })

  const PULL = { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } }
  test('for an image for some minutes, then no longer', async () => {
    const spec = await here.submitted()
    const conditions = [
      { type: 'PodScheduled', status: 'True' as const, lastTransitionTime: new Date().toISOString() },
    ]
    here.say(spec, { conditions, containerStatuses: [container('main', PULL, 'mine:3')] })
    await here.waitsFor(spec, 'Cannot pull the image mine:3: no such image.')
    here.pass(301)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: 'Cannot pull the image mine:3: no such image.',
    })
    await here.jobGone(spec)
  })

  test('not for an image whose name is none', async () => {
    const spec = await here.submitted()
    const state = { waiting: { reason: 'InvalidImageName', message: 'bad' } }
    here.say(spec, { containerStatuses: [container('main', state, ':')] })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: 'Cannot pull the image :: bad.',
    })
  })
})

describe('ending', () => {
  test('well, once the pod has sent all', async () => {
    const spec = await here.submitted()
    here.say(spec, RUNS)
    expect(await here.runs(spec)).toMatchObject({ started_at: '2026-01-05T10:00:00.000Z' })
    await here.sent(spec, 0)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'succeeded',
      exit_code: 0,
      reason: 'Finished.',
    })
  })

  test('waits for what the pod still sends, and not for a pod that can send no more', async () => {
    const spec = await here.submitted()
    const finishedAt = new Date().toISOString()
    const over = { terminated: { exitCode: 3, startedAt: finishedAt, finishedAt } }
    here.say(spec, {
      phase: 'Running',
      containerStatuses: [container('main', over), container('keep', running)],
    })
    await waitFor('the exit', async () => {
      expect((await here.seen(spec)).phase).not.toBe('ended')
      return (await here.attempts.find(spec))?.exit ?? null
    })
    here.nodeHasLog(spec, 'one\ntwo\n')
    await here.attempts.appendLog(spec, 'process', 0, Buffer.from('one\n'))
    here.say(spec, {
      phase: 'Failed',
      containerStatuses: [container('main', over), container('keep', ended(1))],
    })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      exit_code: 3,
      reason: expect.stringContaining('Some of what it wrote may be missing.'),
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('one\ntwo\n')
  })

  test('takes the log of a pod that never came to send any, from a node that answers only later', async () => {
    const spec = await here.submitted()
    const finishedAt = new Date().toISOString()
    here.nodeHasLog(spec, 'one\ntwo\n')
    const away = { status: 502, reason: 'BadGateway' }
    here.cluster.fail(/\/log\?/, away, away, away, away, away)
    here.say(spec, {
      phase: 'Failed',
      containerStatuses: [
        container('main', { terminated: { exitCode: 3, startedAt: finishedAt, finishedAt } }),
        container('keep', ended(137)),
      ],
    })
    expect(await endOf(here.engine, spec)).toMatchObject({
      exit_code: 3,
      reason: 'Exit code 3; last line: two. Some of what it wrote may be missing.',
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('one\ntwo\n')
  })

  test('waits while the pod sends what its command left, and says so', async () => {
    const spec = await here.commandEnded()
    const sending = { phase: 'running', notice: 'Its program has ended; its output is being saved.' }
    expect(await here.seen(spec)).toMatchObject(sending)
    await here.sent(spec, 0)
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded', reason: 'Finished.' })
  })

  test('goes on where what sends its log was killed, which the page says, and its log is read from the node', async () => {
    const spec = await here.submitted()
    here.nodeHasLog(spec, 'one\n')
    here.say(spec, {
      phase: 'Running',
      containerStatuses: [container('main', running), container('keep', ended(137, 'OOMKilled'))],
    })
    await observeUntil(
      here.engine,
      spec,
      (each) =>
        each.phase === 'running' &&
        each.notice ===
          'Running; what sends its log and outputs has ended (OOMKilled): the log is read from its node now, and files that have not come yet are lost.',
    )
    const logIs = (words: string) =>
      waitFor('the log', async () => {
        await here.seen(spec)
        return (await textOfLog(here.engine, spec, 'process')) === words ? true : null
      })
    await logIs('one\n')
    here.nodeHasLog(spec, 'one\ntwo\n')
    await logIs('one\ntwo\n')
  })

  const MISSING = 'Some of what it wrote may be missing.'
  test.each([
    ['with the whole log', `${LOG_BEGINS}one\ntwo\n`, 0, 'one\ntwo\n', MISSING],
    ['with the end of it', 'two\n', 0, 'two\n', `${MISSING} Part of its log is missing`],
    ['that never shows it', `${LOG_BEGINS}one\ntwo\n`, 500, '', MISSING],
  ])('by a node that was away when its keep was to begin, %s', async (_, log, faults, kept, reason) => {
    const spec = await here.submitted()
    const away = Array.from({ length: faults }, () => ({ status: 502, reason: 'BadGateway' }))
    here.cluster.logs.set(here.controllers.podOf(attemptName(spec))?.metadata.name ?? '', log)
    here.cluster.fail(/\/log\?/, ...away)
    const creating = { waiting: { reason: 'ContainerCreating' } }
    here.say(spec, {
      phase: 'Pending',
      containerStatuses: [container('main', running), container('keep', creating)],
    })
    await here.runs(spec)
    here.pass(1000)
    expect((await here.seen(spec)).phase).toBe('running')
    here.say(spec, {
      phase: 'Failed',
      containerStatuses: [container('main', ended(0)), container('keep', ended(137))],
    })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'succeeded',
      reason: expect.stringContaining(`Finished. ${reason}`),
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe(kept)
  })

  test('for lack of memory', async () => {
    const spec = await here.submitted({ granted: { cpu: 1, memory_mib: 2048, gpu: 0 } })
    here.say(spec, {
      phase: 'Running',
      containerStatuses: [container('main', ended(137, 'OOMKilled')), container('keep', running)],
    })
    await here.sent(spec, 137)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      exit_code: 137,
      reason: 'Out of memory at 2.0 GiB: choose a larger tier.',
    })
  })

  const POD = 'pod of'
  test.each<[string, NonNullable<Pod['status']>, string, string]>([
    [
      'put out by its node',
      { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: ephemeral-storage.' },
      'failed',
      'The node evicted the run: The node was low on resource: ephemeral-storage. Start it again, or make it write less and use less memory.',
    ],
    [
      'interrupted',
      { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status: 'True', message: 'preempting' }] },
      'failed',
      'The cluster interrupted the run: preempting. Start it again.',
    ],
    [
      'past the deadline',
      { phase: 'Failed', reason: 'DeadlineExceeded' },
      'failed',
      'because it took longer',
    ],
    [
      'its files too large',
      { phase: 'Failed', initContainerStatuses: [container('fetch', ended(137, 'OOMKilled'))] },
      'failed',
      'choose a larger tier',
    ],
    [
      'its files not laid out',
      { phase: 'Failed', initContainerStatuses: [container('fetch', ended(1))] },
      'failed',
      'Its code and data could not be prepared (exit code 1)',
    ],
    [
      'what lays them out not started',
      {
        phase: 'Failed',
        initContainerStatuses: [
          container('fetch', {
            terminated: { exitCode: 128, reason: 'StartError', message: 'shim task: context canceled' },
          }),
        ],
      },
      'failed',
      'The node could not prepare its code and data: shim task: context canceled. Start the run again.',
    ],
    [
      'the node gone',
      { phase: 'Failed', reason: 'NodeLost', message: 'gone' },
      'lost',
      'The node ended the run (NodeLost)',
    ],
    ['no word', { phase: 'Failed' }, 'lost', 'Its pod ended without a result'],
  ])(`${POD} %s`, async (_, status, outcome, reason) => {
    const spec = await here.submitted()
    here.say(spec, status)
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome, reason: expect.stringContaining(reason) })
  })

  test('by a pod that somebody deleted, without a second start', async () => {
    const spec = await here.submitted()
    here.say(spec, RUNS)
    await here.runs(spec)
    const pod = here.controllers.podOf(attemptName(spec)) as Stored
    here.cluster.removal.get('pods')?.(pod, null)
    here.say(spec, { phase: 'Failed', initContainerStatuses: [container('fetch', ended(1))] })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('Its pod was deleted outside Podium'),
    })
    await here.jobGone(spec)
  })

  test.each([
    { shown: 'running', main: running },
    { shown: 'not begun', main: { waiting: { reason: 'PodInitializing' } } },
  ])('for lack of memory, which the node says later than the pod its end: $shown', async ({ main }) => {
    const spec = await here.submitted({ granted: { cpu: 1, memory_mib: 2048, gpu: 0 } })
    const now = new Date().toISOString()
    const exit = { exit_code: 137, started_at: now, ended_at: now }
    await here.attempts.note(spec, { exit, is_complete: true })
    here.say(spec, { phase: 'Running', containerStatuses: [container('main', main)] })
    expect((await here.seen(spec)).phase).not.toBe('ended')
    here.say(spec, { phase: 'Failed', containerStatuses: [container('main', ended(137, 'OOMKilled'))] })
    expect(await endOf(here.engine, spec)).toMatchObject({ reason: expect.stringContaining('Out of memory') })
  })

  test('by a pod that was deleted and had the time to say so', async () => {
    const spec = await here.submitted()
    here.say(spec, RUNS)
    await here.runs(spec)
    await here.attempts.note(spec, { started_at: '2026-01-05T10:00:00.000Z' })
    here.controllers.refusePods('no more')
    here.cluster.removal.get('pods')?.(here.controllers.podOf(attemptName(spec)) as Stored, null)
    await here.sent(spec, 143)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      exit_code: 143,
      reason: expect.stringContaining('Its pod was deleted outside Podium'),
    })
  })

  test('put out by its node, which killed its command', async () => {
    const spec = await here.submitted()
    here.say(spec, {
      phase: 'Failed',
      reason: 'Evicted',
      message: 'low on memory.',
      containerStatuses: [container('main', ended(137)), container('keep', ended(137))],
    })
    expect(await endOf(here.engine, spec)).toMatchObject({
      exit_code: 137,
      reason: expect.stringContaining('The node evicted the run: low on memory.'),
    })
  })

  test('by a Job that somebody removed', async () => {
    const spec = await here.submitted()
    await here.seen(spec)
    here.cluster.removal.get('jobs')?.(here.job(spec) as Stored, null)
    here.pass(61)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'lost',
      reason: expect.stringContaining('Its Job was removed from the cluster'),
    })
  })

  test('at the limit of its pipeline', async () => {
    const spec = await here.submitted({ timeout_seconds: 60 })
    here.say(spec, {
      ...RUNS,
      containerStatuses: [container('main', { running: { startedAt: new Date().toISOString() } })],
    })
    await here.runs(spec)
    here.pass(62)
    await here.seen(spec)
    expect((await here.attempts.find(spec))?.stop_reason).toContain('longer than 60 seconds')
    here.pass(46)
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('The run took longer than 60 seconds'),
    })
  })
})
