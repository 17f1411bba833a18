import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Observation } from './engine.ts'
import { attemptName } from './kubernetes/names.ts'
import type { ClusterEvent, Pod } from './kubernetes/resources.ts'
import { kindOf, type Stored } from './kubernetes/testing/cluster-objects.ts'
import { type FakeEngine, openFakeEngine } from './kubernetes/testing/fake-engine.ts'
import { container, ended } from './kubernetes/testing/pod-states.ts'
import { endOfRun } from './slurm/ending.ts'
import type { JobDetails } from './slurm/job.ts'
import { endOf, textOfLog } from './testing/watching.ts'

const CODES = [0, 1, 130, 137, 143, 255] as const
const GRANTED = { cpu: 1, memory_mib: 2048, gpu: 0 }
const LAST_LINE = 'step 100'
/** Ten seconds before the command ended. */
const AT = '2026-01-05T10:04:50Z'

type End = Pick<Extract<Observation, { phase: 'ended' }>, 'outcome' | 'reason'>

interface Interruption {
  /** the pod's state and events in Kubernetes */
  kubernetes: {
    status?: Pod['status']
    metadata?: Partial<Pod['metadata']>
    events?: Partial<ClusterEvent>[]
  }
  slurm: Partial<JobDetails>
  ends: (code: number) => { kubernetes: End; slurm: End }
}

const failed = (reason: string): End => ({ outcome: 'failed', reason })
const disruption = (reason: string, message: string) => ({
  conditions: [
    { type: 'DisruptionTarget', status: 'True' as const, reason, message, lastTransitionTime: AT },
  ],
})

const HELPER = 'A process of it was killed for lack of memory at 2.0 GiB: a larger tier may help.'
const byItself: Record<number, string> = {
  0: 'Finished.',
  1: 'Exit code 1; last line: step 100',
  130: 'Exit code 130 (ended by signal 2); last line: step 100',
  137: 'Exit code 137 (ended by signal 9); last line: step 100',
  143: 'Exit code 143 (ended by signal 15, a request to end); last line: step 100',
  255: 'Exit code 255; last line: step 100',
}

function outOfMemory(code: number): End {
  if (code === 137) return failed('Out of memory at 2.0 GiB: choose a larger tier.')
  const own = (byItself[code] ?? '').replace(/\.$/, '')
  return { outcome: code === 0 ? 'succeeded' : 'failed', reason: `${own}. ${HELPER}` }
}

const INTERRUPTIONS: Record<string, Interruption> = {
  evicted: {
    kubernetes: {
      status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
    },
    slurm: { state: 'CANCELLED', cancelled_by: '0' },
    ends: () => ({
      kubernetes: failed(
        'The node evicted the run: The node was low on resource: memory. Start it again, or make it write less and use less memory.',
      ),
      slurm: { outcome: 'stopped', reason: 'Cancelled in Slurm by user 0, not by Podium.' },
    }),
  },
  drained: {
    kubernetes: {
      status: disruption('EvictionByEvictionAPI', 'Eviction API: evicting'),
      metadata: { deletionTimestamp: '2026-01-05T10:05:50Z', deletionGracePeriodSeconds: 60 },
    },
    slurm: { state: 'NODE_FAIL' },
    ends: () => ({
      kubernetes: failed('The cluster interrupted the run: Eviction API: evicting. Start it again.'),
      slurm: { outcome: 'lost', reason: 'The node of the run failed (n1): start it again.' },
    }),
  },
  preempted: {
    kubernetes: { status: disruption('PreemptionByScheduler', 'Preempted by a pod of higher priority') },
    slurm: { state: 'PREEMPTED' },
    ends: () => ({
      kubernetes: failed(
        'The cluster interrupted the run: Preempted by a pod of higher priority. Start it again.',
      ),
      slurm: failed('Slurm preempted the run for a job of higher priority: start it again.'),
    }),
  },
  'out of memory': {
    kubernetes: {},
    slurm: { state: 'OUT_OF_MEMORY' },
    ends: (code) => ({ kubernetes: outOfMemory(code), slurm: outOfMemory(code) }),
  },
  'its node lost': {
    kubernetes: {
      status: { phase: 'Failed', ...disruption('DeletionByPodGC', 'PodGC: node no longer exists') },
    },
    slurm: { state: 'NODE_FAIL', reason: 'NodeDown' },
    ends: () => ({
      kubernetes: failed('The cluster interrupted the run: PodGC: node no longer exists. Start it again.'),
      slurm: { outcome: 'lost', reason: 'The node of the run failed (n1): start it again.' },
    }),
  },
}

const CELLS = Object.keys(INTERRUPTIONS).flatMap((how) => CODES.map((code) => ({ how, code })))
const ofCell = (how: string) => INTERRUPTIONS[how] as Interruption

describe('Kubernetes', () => {
  let here: FakeEngine
  beforeAll(async () => {
    here = await openFakeEngine()
  })
  afterAll(() => here.close())

  /** Returns the end of a run whose pod has sent everything and is in this state. */
  async function endIn(
    { status, metadata, events = [] }: Interruption['kubernetes'],
    code: number,
    oom = false,
  ) {
    const spec = await here.submitted({ granted: GRANTED })
    const pod = here.controllers.podOf(attemptName(spec)) as Stored
    const involved = { kind: 'Pod', name: pod.metadata.name, uid: pod.metadata.uid }
    for (const [index, event] of events.entries())
      here.cluster.objects.create(kindOf('events'), {
        metadata: { name: `${pod.metadata.name}.${index}`, namespace: pod.metadata.namespace },
        lastTimestamp: AT,
        ...event,
        involvedObject: { ...involved, ...event.involvedObject },
      })
    const main = container('main', ended(code, oom ? 'OOMKilled' : undefined))
    here.cluster.objects.change('pods', pod, (copy) => {
      Object.assign(copy.metadata, metadata)
      copy.status = { phase: 'Running', containerStatuses: [main, container('keep', ended(0))], ...status }
    })
    await here.sent(spec, code, `${LAST_LINE}\n`)
    return endOf(here.engine, spec)
  }

  test.each(CELLS)('says so of a run that is $how and ends with $code', async ({ how, code }) => {
    const { kubernetes, ends } = ofCell(how)
    const seen = await endIn(kubernetes, code, how === 'out of memory')
    expect(seen).toMatchObject({ ...ends(code).kubernetes, exit_code: code })
    expect(seen.interrupted ?? false).toBe(how !== 'out of memory')
  })

  const killing = (name: string) => ({
    reason: 'Killing',
    involvedObject: { fieldPath: `spec.containers{${name}}` },
  })
  const message = 'The node was low on resource: memory.'
  const evicted = ofCell('evicted').ends(0).kubernetes.reason
  const deleted = (before: string) => ({ deletionTimestamp: before, deletionGracePeriodSeconds: 60 })
  test.each<[string, Interruption['kubernetes'], string]>([
    [
      'was evicted, when only events say so',
      { events: [{ reason: 'Evicted', message }, killing('main')] },
      evicted,
    ],
    [
      'was preempted, when only events say so',
      { events: [{ reason: 'Preempted', message: 'by team/high on node n1' }] },
      'The cluster interrupted the run: by team/high on node n1. Start it again.',
    ],
    [
      'was put off a node with a taint, when only events say so',
      { events: [{ reason: 'TaintManagerEviction', message: 'Marking for deletion Pod team/x' }] },
      'The cluster interrupted the run: its node does not answer, or no longer takes pods like it. Start it again.',
    ],
    [
      'was ended by a node that gives no reason',
      { events: [killing('main'), killing('keep')] },
      'Its node ended the run and does not say why, as a node does that is shut down. Start the run again.',
    ],
    [
      'was drained while it ran, when only its pod says so',
      { metadata: deleted('2026-01-05T10:05:50Z') },
      'Its pod was deleted outside Podium: by a person, or because its node was drained or lost. Start the run again.',
    ],
    ['had ended when its pod was drained', { metadata: deleted('2026-01-05T10:06:30Z') }, 'Finished.'],
    [
      'had ended when its node was drained, by the word of the node',
      { metadata: deleted('2026-01-05T10:05:50Z'), events: [killing('keep')] },
      'Finished.',
    ],
    [
      'was to be put off its node and was not',
      { events: [{ reason: 'TaintManagerEviction', message: 'Cancelling deletion of Pod team/x' }] },
      'Finished.',
    ],
  ])('says so of a run that %s and ends with 0', async (_, shown, reason) => {
    const outcome = reason === 'Finished.' ? 'succeeded' : 'failed'
    expect(await endIn(shown, 0)).toMatchObject({ outcome, reason, exit_code: 0 })
  })

  test('keeps the data of a pod that its node removed early, and says who removed it', async () => {
    const spec = await here.submitted()
    const exit = { exit_code: 0, started_at: AT, ended_at: '2026-01-05T10:05:00.000Z' }
    await here.attempts.note(spec, { started_at: AT, exit })
    await here.attempts.appendLog(spec, 'process', 0, Buffer.from('half'))
    here.say(spec, { phase: 'Failed', reason: 'Evicted', message, containerStatuses: [] })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: `${evicted} Some of what it wrote may be missing.`,
    })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('half')
  })

  test('waits for an evicted pod while it may still send', async () => {
    const spec = await here.submitted()
    const { metadata } = here.controllers.podOf(attemptName(spec)) as Stored
    here.cluster.objects.create(kindOf('events'), {
      metadata: { name: `${metadata.name}.evicted`, namespace: metadata.namespace },
      involvedObject: { kind: 'Pod', name: metadata.name, uid: metadata.uid },
      reason: 'Evicted',
      message,
      lastTimestamp: new Date().toISOString(),
    })
    await here.attempts.note(spec, { started_at: AT })
    here.say(spec, { phase: 'Failed', reason: 'Evicted', message, containerStatuses: [] })
    expect(await here.engine.inspect([spec])).toMatchObject([{ phase: 'running' }])
    await here.attempts.appendLog(spec, 'process', 0, Buffer.from('all of it\n'))
    const exit = { exit_code: 0, started_at: AT, ended_at: new Date().toISOString() }
    await here.attempts.note(spec, { exit, is_complete: true })
    expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'failed', reason: evicted })
    expect(await textOfLog(here.engine, spec, 'process')).toBe('all of it\n')
  })

  test('says of a run whose pod was replaced after a drain that the pod was deleted', async () => {
    const spec = await here.submitted()
    here.cluster.removal.get('pods')?.(here.controllers.podOf(attemptName(spec)) as Stored, 0)
    here.say(spec, { phase: 'Failed', initContainerStatuses: [container('fetch', ended(1))] })
    await here.attempts.note(spec, { started_at: AT, exit: { exit_code: 0, started_at: AT, ended_at: AT } })
    expect(await endOf(here.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('Its pod was deleted outside Podium'),
    })
  })
})

describe('Slurm', () => {
  const FACTS = {
    exited_at: '2026-01-05T10:05:00.000Z',
    stop: null,
    is_signalled: false,
    unreadable: null,
    memory_mib: GRANTED.memory_mib,
    last_line: LAST_LINE,
    notes: '',
  }
  const job = { id: '7', name: 'podium-x-a1', reason: 'None', nodes: 'n1', ended_at: AT, cancelled_by: null }

  test.each(CELLS)('says so of a run that is $how and ends with $code', ({ how, code }) => {
    const { slurm, ends } = ofCell(how)
    const isInterrupted = how !== 'out of memory'
    const exit = { exit_code: code, oom_kills: 0, signalled: isInterrupted }
    const seen = endOfRun({ ...FACTS, exit, job: { ...job, state: '', exit: { code, signal: 0 }, ...slurm } })
    expect(seen).toMatchObject({ ...ends(code).slurm, exit_code: code })
    expect(seen.interrupted ?? false).toBe(isInterrupted)
  })

  test.each(['CANCELLED', 'PREEMPTED', 'NODE_FAIL', 'TIMEOUT'])(
    'finishes a run that ended with 0 before its job was %s',
    (state) => {
      const exit = { exit_code: 0, oom_kills: 0 }
      expect(endOfRun({ ...FACTS, exit, job: { ...job, state, exit: null } })).toMatchObject({
        outcome: 'succeeded',
        reason: 'Finished.',
      })
    },
  )
})
