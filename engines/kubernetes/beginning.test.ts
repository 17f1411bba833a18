import { expect, test } from 'vitest'
import type { RunKey, RunSpec } from '../engine.ts'
import { endOf } from '../testing/watching.ts'
import type { ContainerState, Pod } from './resources.ts'
import { kindOf } from './testing/cluster-objects.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { container, ended, running } from './testing/pod-states.ts'

const LIMIT = { pending_limit_minutes: 30 }

const here = useFakeEngine()

/** Submits a run whose pod is on a node and has this state. */
async function placed(
  status: NonNullable<Pod['status']>,
  changes: Partial<RunSpec> = LIMIT,
): Promise<RunSpec> {
  const spec = await here.submitted(changes)
  here.cluster.objects.change('pods', here.podOf(spec), (copy) => {
    copy.spec = { ...Object(copy.spec), nodeName: 'n1' }
  })
  here.say(spec, { phase: 'Pending', ...status })
  return spec
}

function warn(key: RunKey, reason: string, message: string): void {
  const { name, namespace, uid } = here.podOf(key).metadata
  here.cluster.objects.create(kindOf('events'), {
    metadata: { name: `${name}.${reason}`, namespace },
    involvedObject: { kind: 'Pod', uid },
    type: 'Warning',
    reason,
    message,
    // A node repeats the event while it applies.
    lastTimestamp: new Date(Date.now() + 31 * 60_000).toISOString(),
  })
}

/** Checks that the run waits with the sentence, and fails with it when its limit is over. */
async function waitsNoLonger(key: RunKey, sentence: string): Promise<void> {
  await here.waitsFor(key, sentence)
  here.pass(31 * 60)
  expect(await endOf(here.engine, key)).toMatchObject({
    outcome: 'failed',
    started_at: null,
    reason: `The run could not begin within 30 minutes, the limit of its workspace. ${sentence}`,
  })
  expect(here.job(key)).toBeUndefined()
}

const CREATING: ContainerState = { waiting: { reason: 'ContainerCreating' } }
const INITIALIZING: ContainerState = { waiting: { reason: 'PodInitializing' } }

test.each([
  ['FailedMount', 'MountVolume.SetUp failed for volume "secrets": secret "x" not found'],
  ['FailedAttachVolume', 'Multi-Attach error for volume "data"'],
  ['FailedCreatePodSandBox', 'failed to set up network: no free addresses'],
  ['NetworkNotReady', 'network is not ready: cni plugin not initialized'],
])(
  'reports a pod that its node does not start for %s, and waits only up to the limit',
  async (reason, message) => {
    const spec = await placed({ initContainerStatuses: [container('fetch', CREATING)] })
    warn(spec, reason, message)
    await waitsNoLonger(spec, `Its node cannot start its pod (${reason}): ${message}.`)
  },
)

test("forgets the scheduler's message once the pod has a node", async () => {
  const spec = await placed({ initContainerStatuses: [container('fetch', CREATING)] })
  warn(spec, 'FailedScheduling', '0/3 nodes are available')
  expect(await here.engine.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
})

test('reports a pod that cannot reach the servers in the words of its input container', async () => {
  const spec = await placed({ initContainerStatuses: [container('fetch', running)] })
  const words = 'inputs: The server does not answer (ECONNREFUSED). Trying again.'
  here.cluster.logs.set(here.podOf(spec).metadata.name, `${words}\n`)
  await waitsNoLonger(
    spec,
    `Its pod cannot get its code and data: ${words} Pods have to reach Podium at PODIUM_RUNNER_URL: a network policy, a proxy in the pod or a wrong address may be in the way.`,
  )
})

test('sets no limit for a pod that gets large inputs', async () => {
  const spec = await placed({ initContainerStatuses: [container('fetch', running)] })
  here.cluster.logs.set(here.podOf(spec).metadata.name, '')
  here.pass(31 * 60)
  expect(await here.engine.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
})

test('names a container that the cluster added and that does not end', async () => {
  const initContainerStatuses = [container('istio-validation', running), container('fetch', INITIALIZING)]
  const spec = await placed({ initContainerStatuses })
  await waitsNoLonger(spec, 'Waits for the container istio-validation, which the cluster added to its pod.')
})

test('names a container that the cluster added and that fails', async () => {
  const failed = { terminated: { exitCode: 1, reason: 'Error', message: 'iptables: permission denied' } }
  const initContainerStatuses = [container('istio-init', failed), container('fetch', INITIALIZING)]
  const spec = await placed({ phase: 'Failed', initContainerStatuses })
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason:
      'The container istio-init, which the cluster added to its pod, failed (exit code 1): iptables: permission denied. Ask the administrator of the cluster.',
  })
})

test('does not wait for a container that the cluster added and that runs beside the command', async () => {
  const initContainerStatuses = [container('istio-proxy', running), container('fetch', ended(0))]
  const spec = await placed({
    phase: 'Running',
    initContainerStatuses,
    containerStatuses: [container('main', ended(0))],
  })
  await here.sent(spec, 0)
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded', reason: 'Finished.' })
})

const image = (words: string) => `Cannot pull the image mine:3: ${words}.`
const created = (words: string) => `Its container cannot be created: ${words}.`
test.each([
  ['ErrImagePull', image],
  ['ImagePullBackOff', image],
  ['ImageInspectError', image],
  ['RegistryUnavailable', image],
  ['SignatureValidationFailed', image],
  ['ImageVolumeMountFailed', image],
  ['CreateContainerConfigError', created],
  ['CreateContainerError', created],
  ['PreCreateHookError', created],
  ['PreStartHookError', created],
  ['RunContainerError', created],
  ['CrashLoopBackOff', created],
])('reports a container that waits for %s, and waits only up to the limit', async (reason, sentenceOf) => {
  const waiting = { waiting: { reason, message: 'words of the node' } }
  const spec = await placed({ containerStatuses: [container('main', waiting, 'mine:3')] })
  await waitsNoLonger(spec, sentenceOf('words of the node'))
})

test('follows runs even if the server may not read events', async () => {
  here.cluster.forbidden.add('list events')
  const spec = await placed({ initContainerStatuses: [container('fetch', CREATING)] })
  expect(await here.engine.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
  here.say(spec, { phase: 'Failed', reason: 'Evicted', message: 'low on memory' })
  expect(await endOf(here.engine, spec)).toMatchObject({
    reason: expect.stringContaining('The node evicted the run: low on memory.'),
  })
})
