import { describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, waitFor } from '../testing/watching.ts'
import { attemptName } from './names.ts'
import { kindOf } from './testing/cluster-objects.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { RUNS } from './testing/pod-states.ts'

const here = useFakeEngine()

interface PodSpec {
  containers: object[]
  restartPolicy: string
  securityContext: object
  automountServiceAccountToken: boolean
}

describe('starting', () => {
  test('creates one restricted Job, whose command never learns the token', async () => {
    const spec = await here.submitted({
      granted: { cpu: 1.5, memory_mib: 2048, gpu: 1 },
      timeout_seconds: 60,
    })
    const { template, backoffLimit } = (here.job(spec)?.spec ?? {}) as {
      template: { spec: PodSpec }
      backoffLimit: number
    }
    expect(backoffLimit).toBe(0)
    const { containers, restartPolicy, securityContext, automountServiceAccountToken } = template.spec
    expect({ restartPolicy, automountServiceAccountToken }).toEqual({
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
    })
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_007, fsGroup: 10_007 })
    const [main, keep] = containers
    const amounts = { cpu: '1500m', memory: '2048Mi', 'nvidia.com/gpu': '1' }
    expect(main).toMatchObject({
      image: 'localhost/run:1',
      resources: { requests: amounts, limits: amounts },
    })
    expect(JSON.stringify(main)).not.toContain('TOKEN')
    expect(JSON.stringify(keep)).toContain('PODIUM_RUN_TOKEN')
    const secret = here.cluster.objects.find('secrets', 'podium-poc', attemptName(spec))
    const { token = '' } = (secret?.stringData ?? {}) as Record<string, string>
    expect(await here.attempts.ownerOf(token)).toMatchObject({ key: { run: spec.run } })
    expect(JSON.stringify(here.job(spec))).not.toContain(token)
  })

  test('keeps secrets in the Secret of the attempt, and neither in its Job nor in its record', async () => {
    const secrets = [
      { name: 'FILE', value: 'canary-1', in_environment: false },
      { name: 'BOTH', value: 'canary-2', in_environment: true },
    ]
    const spec = await here.submitted({ secrets })
    const job = JSON.stringify(here.job(spec))
    expect(job).not.toContain('canary')
    expect(job).toContain('{"key":"secret.FILE","path":"FILE"}')
    expect(job).toContain('{"name":"BOTH","valueFrom":')
    expect(job).not.toContain('{"name":"FILE","valueFrom":')
    const secret = here.cluster.objects.find('secrets', 'podium-poc', attemptName(spec))
    expect(secret?.stringData).toMatchObject({ 'secret.FILE': 'canary-1', 'secret.BOTH': 'canary-2' })
    expect(JSON.stringify(await here.attempts.find(spec))).not.toContain('canary')
    await here.another().submit({ ...spec, secrets: [] })
    expect(here.jobs()).toHaveLength(1)
  })

  test('creates one Job if two servers are asked twice and answers are lost', async () => {
    const spec = plainSpec()
    await here.engine.prepare({ id: 'poc', number: 7, name: 'poc' })
    here.cluster.fail(/^POST .*jobs/, 'lost answer', { status: 409, reason: 'Conflict' })
    const other = here.another()
    await Promise.all([here.engine.submit(spec), other.submit(spec)])
    await other.submit(spec)
    expect(here.jobs()).toHaveLength(1)
  })

  test('does not take another Job of the same name for its own', async () => {
    const spec = await here.submitted()
    await here.attempts.remove(spec)
    const changed = { ...spec, command: ['false'] }
    await expect(here.engine.submit(changed)).rejects.toThrow('another Job named')
  })

  test('recognises a Job of an earlier release, which described runs with fewer fields', async () => {
    const spec = await here.submitted()
    await here.another().submit(Object.assign({ since_this_release: null }, spec))
    expect(here.jobs()).toHaveLength(1)
  })

  test('needs and uses an image of the installation if the pipeline names none', async () => {
    const none = here.another({ runImage: null })
    await expect(none.submit(plainSpec())).rejects.toThrow('ask an administrator to set PODIUM_RUN_IMAGE')
    await expect(none.submit(plainSpec({ image: 'a', command: null }))).rejects.toThrow('names no command')
    const spec = await here.submitted({ image: 'registry/mine:3' })
    expect(JSON.stringify(here.job(spec))).toContain('registry/mine:3')
  })

  test("fails the run with the cluster's message about its image", async () => {
    await here.engine.prepare({ id: 'poc', number: 7, name: 'poc' })
    await expect(here.engine.submit(plainSpec({ image: 'two words' }))).rejects.toThrow(
      'The cluster refuses the run',
    )
  })

  test("sets the label of the cluster's queue", async () => {
    const queued = here.another({ queueLabel: { name: 'kueue.x-k8s.io/queue-name', value: 'team' } })
    const spec = plainSpec()
    await queued.prepare({ id: 'poc', number: 7, name: 'poc' })
    await queued.submit(spec)
    expect(here.job(spec)?.metadata.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'team' })
  })

  test('sets the annotations of the settings on pods', async () => {
    const podAnnotations = { 'sidecar.istio.io/inject': 'false' }
    const annotated = here.another({ podAnnotations })
    const spec = plainSpec()
    await annotated.prepare({ id: 'poc', number: 7, name: 'poc' })
    await annotated.submit(spec)
    expect(here.job(spec)?.spec).toMatchObject({ template: { metadata: { annotations: podAnnotations } } })
  })

  test('stops the earlier attempt when a later one is submitted', async () => {
    const first = await here.submitted()
    await here.submitted({ run: first.run, attempt: 2 })
    expect(await endOf(here.engine, first)).toMatchObject({
      outcome: 'failed',
      reason: 'A later attempt of this run took over.',
    })
  })
})

test('makes no request to the cluster while nothing changes, however often it is asked', async () => {
  const specs: RunSpec[] = []
  for (let each = 0; each < 20; each++) specs.push(await here.submitted())
  for (const spec of specs) here.say(spec, RUNS)
  for (const spec of specs) await here.runs(spec)
  await here.engine.inspect(specs)
  const calls = here.cluster.calls.length
  for (let round = 0; round < 10; round++) await here.engine.inspect(specs)
  expect(here.cluster.calls.slice(calls)).toEqual([])
})

test('keeps runs going and decides nothing while the cluster is away', async () => {
  const spec = await here.submitted()
  here.say(spec, RUNS)
  await here.runs(spec)
  here.cluster.fail(/^GET .*jobs\/run/, 'reset', 'reset', 'reset', 'reset', 'reset')
  expect((await here.seen(spec)).phase).toBe('running')
  here.say(spec, { phase: 'Failed', containerStatuses: [] })
  await waitFor('the refusal', async () =>
    here.seen(spec).then(
      () => null,
      (error: Error) => error.message,
    ),
  )
  expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'lost' })
})

test('reports the same end of an attempt on every server', async () => {
  const spec = await here.submitted()
  const other = here.another()
  await here.sent(spec, 3, 'no such column\n')
  const [one, two] = await Promise.all([endOf(here.engine, spec), endOf(other, spec)])
  expect(one).toEqual(two)
  expect(one.reason).toBe('Exit code 3; last line: no such column')
})

test('limits tiers to the largest node, and knows its type by its label', async () => {
  const labels = { 'node.kubernetes.io/instance-type': 'm5.large' }
  const allocatable = { cpu: '1930m', memory: '7068672Ki' }
  here.cluster.objects.create(kindOf('nodes'), { metadata: { name: 'a', labels }, status: { allocatable } })
  const asked = { cpu: 2, memory_mib: 8192, gpu: 0 }
  expect(await here.engine.admit(asked, [])).toEqual({
    fits: true,
    granted: { cpu: 1.43, memory_mib: 6199, gpu: 0 },
  })
  expect(here.engine.instanceType('m5.large')).toMatchObject({ vcpu: 1.93, memory_gib: 6.7, gpu_count: 0 })
  expect(here.engine.instanceType('other')).toBeNull()
  // Named as tiers of one machine, which keep their meaning when runs move to a cluster.
  expect(here.engine.instanceType('0.5cpu-1gib')).toMatchObject({ vcpu: 0.5, source: 'Kubernetes' })
  const [onType, anywhere] = [{ instance_type: 'm5.large' }, { instance_type: '0.5cpu-1gib' }]
  expect(JSON.stringify(here.job(await here.submitted(onType)))).toContain(
    '"nodeSelector":{"node.kubernetes.io/instance-type":"m5.large"}',
  )
  expect(JSON.stringify(here.job(await here.submitted(anywhere)))).not.toContain('nodeSelector')
  await expect(here.engine.admit({ ...asked, gpu: 1 }, [])).rejects.toThrow(
    'No node of the cluster has a GPU',
  )
  const many = Array.from({ length: 20 }, () => asked)
  expect(await here.engine.admit(asked, many)).toMatchObject({ fits: false, lacks: 'share' })
})
