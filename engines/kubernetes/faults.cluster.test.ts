import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunKey, RunSpec } from '../engine.ts'
import { endOf, observeUntil, textOfLog, waitFor } from '../testing/watching.ts'
import { attemptName, LABELS, workspaceName } from './names.ts'
import { type Pod, pathOf } from './resources.ts'
import { openRealCluster, type RealCluster } from './testing/real-cluster.ts'

const WORKSPACE = 'faults'
const NAMESPACE = workspaceName(WORKSPACE)

let here: RealCluster
beforeAll(async () => {
  here = await openRealCluster()
})
afterAll(() => here.close())

const shell = (script: string) => ['sh', '-c', script]
const GOES_ON = shell('echo begun; exec tail -f /dev/null')
const submitted = (changes: Partial<RunSpec>) => here.submitted({ workspace: WORKSPACE, ...changes })
const running = (key: RunKey) => observeUntil(here.engine, key, ({ phase }) => phase === 'running')
const waits = (key: RunKey, words: RegExp) =>
  observeUntil(here.engine, key, (each) => each.phase === 'starting' && words.test(each.waits_for ?? ''))

async function podsOf({ run }: RunKey): Promise<Pod[]> {
  const query = { labelSelector: `${LABELS.run}=${run}` }
  return (await here.client.list<Pod>(pathOf('pods', NAMESPACE), query)).items
}

async function stopped(key: RunKey): Promise<void> {
  await here.engine.stop(key)
  expect(await endOf(here.engine, key)).toMatchObject({ outcome: 'stopped' })
}

test('explains a command that needs more memory than it has', async () => {
  const granted = { cpu: 0.5, memory_mib: 64, gpu: 0 }
  const spec = await submitted({ command: shell('head -c 400000000 /dev/zero | tail -n 1'), granted })
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'failed',
    exit_code: 137,
    reason: 'Out of memory at 0.1 GiB: choose a larger tier.',
  })
})

test('explains an image that does not exist', async () => {
  const spec = await submitted({ image: 'localhost/none:1' })
  await waits(spec, /^Cannot pull the image/)
  await stopped(spec)
})

test('explains a run that fits on no node', async () => {
  const spec = await submitted({ granted: { cpu: 10_000, memory_mib: 64, gpu: 0 } })
  await waits(spec, /^Waits for a node: .*Insufficient cpu/)
  await stopped(spec)
})

test('explains an exhausted quota', async () => {
  await here.engine.prepare({ id: WORKSPACE, number: 7, name: 'faults' })
  const quota = pathOf('resourcequotas', NAMESPACE)
  const none = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'none' },
    spec: { hard: { pods: '0' } },
  }
  await here.client.create(quota, none)
  await waitFor('the quota to count', async () => {
    const found = await here.client.get<{ status?: { hard?: object } }>(`${quota}/none`)
    return found?.status?.hard ? true : null
  })
  const spec = await submitted({})
  await waits(spec, /^Waits for quota: .*exceeded quota: none/)
  await stopped(spec)
  await here.client.remove(`${quota}/none`)
})

test('stops a run past its time limit', async () => {
  const spec = await submitted({ command: GOES_ON, timeout_seconds: 2 })
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('took longer than 2 seconds'),
  })
  expect(await textOfLog(here.engine, spec, 'process')).toBe('begun\n')
})

test('does not start the command again if somebody deletes its pod', async () => {
  const spec = await submitted({ command: GOES_ON })
  await running(spec)
  const [pod] = await podsOf(spec)
  await here.client.remove(pathOf('pods', NAMESPACE, pod?.metadata.name))
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('Its pod was deleted outside Podium'),
  })
  expect(await textOfLog(here.engine, spec, 'process')).toBe('begun\n')
})

test('explains a Job that somebody removes', async () => {
  const spec = await submitted({ command: GOES_ON })
  await running(spec)
  await here.client.remove(pathOf('jobs', NAMESPACE, attemptName(spec)))
  expect(await endOf(here.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('Its pod was deleted outside Podium'),
  })
})
