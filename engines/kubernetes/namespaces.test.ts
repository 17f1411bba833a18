import { afterEach, expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { attemptName } from './names.ts'
import { kindOf, type Stored } from './testing/cluster-objects.ts'
import { type FakeEngine, openFakeEngine } from './testing/fake-engine.ts'

let here: FakeEngine
afterEach(() => here.close())
const workspace = { id: 'poc', number: 7, name: 'poc' }
const names = (plural: string, namespace: string | null) =>
  here.cluster.objects
    .select(plural, { namespace, labels: null, fields: null })
    .map(({ metadata }) => metadata.name)

test('gives a workspace a namespace of its own with limits and a network policy, once', async () => {
  here = await openFakeEngine()
  await here.engine.prepare(workspace)
  await here.another().prepare(workspace)
  expect(names('namespaces', null)).toEqual(['podium-poc'])
  for (const kind of ['serviceaccounts', 'resourcequotas', 'limitranges'])
    expect(names(kind, 'podium-poc')).toEqual(['podium-runs'])
  expect(names('networkpolicies', 'podium-poc')).toEqual([
    expect.stringMatching(/^podium-runs-[0-9a-f]{8}$/),
    'podium-runs-network',
  ])
  const calls = here.cluster.calls.length
  await here.engine.prepare(workspace)
  expect(here.cluster.calls.length).toBe(calls)
})

test('lets runs reach the servers at a changed address', async () => {
  here = await openFakeEngine({ runnerUrl: 'http://10.0.0.1:8080' })
  await here.engine.prepare(workspace)
  await here.another({ runnerUrl: 'http://10.0.0.2:8080' }).prepare(workspace)
  const policies = here.cluster.objects.select('networkpolicies', {
    namespace: 'podium-poc',
    labels: null,
    fields: null,
  })
  for (const address of ['10.0.0.1/32', '10.0.0.2/32'])
    expect(JSON.stringify(policies)).toContain(`"cidr":"${address}"`)
})

test('lets runs reach the store at an IP address, and no host if the store has a name', async () => {
  const servers = { runnerUrl: 'https://10.0.0.1' }
  here = await openFakeEngine({ ...servers, storeOrigins: ['https://10.0.0.3:9000', 'https://[fd00::3]'] })
  await here.engine.prepare(workspace)
  const waysOf = () =>
    here.cluster.objects
      .select('networkpolicies', { namespace: 'podium-poc', labels: null, fields: null })
      .filter(({ metadata }) => metadata.name !== 'podium-runs-network')
      .map(({ spec }) => (spec as Policy).egress.slice(1))
  const port = (number: number) => ({ ports: [{ port: number, protocol: 'TCP' }] })
  const toServers = { to: [{ ipBlock: { cidr: '10.0.0.1/32' } }], ...port(443) }
  const toStore = [
    { to: [{ ipBlock: { cidr: '10.0.0.3/32' } }], ...port(9000) },
    { to: [{ ipBlock: { cidr: 'fd00::3/128' } }], ...port(443) },
  ]
  expect(waysOf()).toEqual([[toServers, ...toStore]])
  const storeOrigins = ['https://s3.example.org', 'https://*.s3.example.org', 'http://store.minio.svc:9000']
  const said: unknown[] = []
  await here.another({ storeOrigins, log: (...line) => said.push(line) }).prepare(workspace)
  expect(said).toEqual([[expect.stringContaining('goes through the servers'), { store: storeOrigins }]])
  expect(waysOf()).toHaveLength(2)
  expect(waysOf()).toContainEqual([toServers])
})

test('keeps objects that an administrator made, and does not remove them', async () => {
  here = await openFakeEngine()
  here.cluster.objects.create(kindOf('namespaces'), { metadata: { name: 'podium-poc' } })
  await here.engine.prepare(workspace)
  expect(await here.engine.prepared()).toEqual([])
  await here.engine.release('poc')
  expect(names('namespaces', null)).toEqual(['podium-poc'])
})

test('says what an administrator must do if Podium may not', async () => {
  here = await openFakeEngine()
  here.cluster.forbidden.add('create namespaces')
  await expect(here.engine.prepare(workspace)).rejects.toThrow(
    'ask an administrator of the cluster to create it',
  )
})

test('shows each of two installations in a cluster only its own', async () => {
  here = await openFakeEngine()
  await here.engine.prepare(workspace)
  const other = here.another({ installation: 'other' })
  expect(await other.prepared()).toEqual([])
  await other.release('poc')
  expect(await here.engine.prepared()).toEqual(['poc'])
})

test("changes nothing in a shared namespace but Podium's own objects", async () => {
  here = await openFakeEngine({ namespaces: { kind: 'single', name: 'team' } })
  here.cluster.objects.create(kindOf('namespaces'), { metadata: { name: 'team' } })
  await here.engine.prepare(workspace)
  expect(names('resourcequotas', 'team')).toEqual([])
  expect(await here.engine.prepared()).toEqual(['poc'])
  await here.engine.submit(plainSpec())
  expect(names('jobs', 'team')).toHaveLength(1)
  await here.engine.release('poc')
  expect(await here.engine.prepared()).toEqual(['poc'])
})

test('creates a namespace again that was removed', async () => {
  here = await openFakeEngine()
  await here.engine.prepare(workspace)
  here.cluster.removal.get('namespaces')?.(
    here.cluster.objects.find('namespaces', null, 'podium-poc') as Stored,
    null,
  )
  const spec = plainSpec()
  await expect(here.engine.submit(spec)).rejects.toThrow('not found')
  await here.engine.prepare(workspace)
  await here.engine.submit(spec)
  expect(names('jobs', 'podium-poc')).toHaveLength(1)
})

interface Policy {
  podSelector: { matchLabels: Record<string, string> }
  policyTypes: string[]
  egress: object[]
}

/** Returns the open egress of a Job's pod. */
function waysOut(labels: Record<string, string>): string {
  const policies = here.cluster.objects.select('networkpolicies', {
    namespace: 'podium-poc',
    labels: null,
    fields: null,
  })
  const open = policies
    .map(({ spec }) => spec as Policy)
    .filter(({ podSelector }) =>
      Object.entries(podSelector.matchLabels).every(([name, value]) => labels[name] === value),
    )
  expect(open[0]?.policyTypes).toContain('Ingress')
  return JSON.stringify(open.flatMap(({ egress }) => egress))
}

test('opens the network to the runs of a workspace with that setting, from the next run on', async () => {
  here = await openFakeEngine()
  const labelsOf = async (network: boolean) => {
    const spec = await here.submitted({ network })
    return here.controllers.podOf(attemptName(spec))?.metadata.labels ?? {}
  }
  const [before, during, after] = [await labelsOf(false), await labelsOf(true), await labelsOf(false)]
  expect(waysOut(before)).toContain('"port":53')
  for (const labels of [before, after]) expect(waysOut(labels)).not.toContain('0.0.0.0/0')
  expect(waysOut(during)).toContain('"cidr":"0.0.0.0/0","except":["169.254.0.0/16"]')
})

test("adds the setting's policy to a namespace from before the setting existed", async () => {
  here = await openFakeEngine()
  await here.engine.prepare(workspace)
  const policy = here.cluster.objects.find('networkpolicies', 'podium-poc', 'podium-runs-network') as Stored
  here.cluster.objects.remove('networkpolicies', policy)
  await here.another().prepare(workspace)
  expect(names('networkpolicies', 'podium-poc')).toContain('podium-runs-network')
})
