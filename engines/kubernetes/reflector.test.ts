import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../testing/watching.ts'
import { type ClusterClient, createClient } from './client.ts'
import { createReflector, type Reflector } from './reflector.ts'
import { type Pod, pathOf } from './resources.ts'
import { kindOf } from './testing/cluster-objects.ts'
import { type FakeCluster, openFakeCluster } from './testing/fake-cluster.ts'

let cluster: FakeCluster
let client: ClusterClient
let pods: Reflector<Pod>

function watchPods(changes: { idle_ms?: number } = {}): Reflector<Pod> {
  return createReflector<Pod>({
    client,
    path: pathOf('pods', null),
    query: { labelSelector: 'ours' },
    keyOf: ({ metadata }) => metadata.labels?.ours ?? '',
    log: () => undefined,
    backOff: () => 5,
    ...changes,
  })
}

beforeEach(async () => {
  cluster = await openFakeCluster()
  client = createClient({ access: cluster.access, tries: 1 })
  add('first')
  pods = watchPods()
  await pods.ready()
  await watching()
})
afterEach(async () => {
  await pods.close()
  client.close()
  await cluster.close()
})

function add(name: string, labels: Record<string, string> = { ours: 'run' }): void {
  cluster.objects.create(kindOf('pods'), { metadata: { name, namespace: 'a', labels } })
}

function remove(name: string): void {
  const pod = cluster.objects.find('pods', 'a', name)
  if (pod) cluster.objects.remove('pods', pod)
}

const names = () =>
  pods
    .find('run')
    .map(({ metadata }) => metadata.name)
    .sort()
const shows = (...expected: string[]) =>
  waitFor(`the pods ${expected}`, async () => (names().join() === expected.join() ? true : null))
const watching = () => waitFor('a watch', async () => (cluster.watching() === 1 ? true : null))

test('shows existing, new, changed and removed objects, and no others', async () => {
  expect(names()).toEqual(['first'])
  add('second')
  add('foreign', { other: 'run' })
  await shows('first', 'second')
  remove('first')
  await shows('second')
  expect(pods.all()).toHaveLength(1)
})

test('continues when a watch breaks off', async () => {
  const lists = cluster.calls.length
  cluster.dropWatches()
  add('in the gap')
  await shows('first', 'in the gap')
  expect(cluster.calls.slice(lists).filter((call) => !call.includes('watch='))).toEqual([])
})

test('lists again when missed changes are no longer stored, and notices removals', async () => {
  cluster.dropWatches()
  remove('first')
  add('second')
  cluster.objects.compact()
  await shows('second')
})

test('needs no new list after a bookmark', async () => {
  for (let each = 0; each < 3; each++) add(`foreign ${each}`, { other: 'run' })
  cluster.bookmark()
  add('second')
  await shows('first', 'second')
  cluster.objects.compact()
  const calls = cluster.calls.length
  cluster.dropWatches()
  add('third')
  await shows('first', 'second', 'third')
  expect(cluster.calls.slice(calls).filter((call) => !call.includes('watch='))).toEqual([])
})

test('drops a connection that is silent', async () => {
  await pods.close()
  pods = watchPods({ idle_ms: 100 })
  await pods.ready()
  await watching()
  cluster.freezeWatches()
  add('second')
  await shows('first', 'second')
})

test('survives refusals and server errors', async () => {
  cluster.fail(
    /watch=/,
    { status: 429, reason: 'TooManyRequests', retryAfter: 1 },
    { status: 500, reason: 'InternalError' },
    'reset',
    { status: 410, reason: 'Expired' },
  )
  cluster.fail(/labelSelector=ours&limit/, { status: 503, reason: 'ServiceUnavailable' })
  cluster.dropWatches()
  add('second')
  await shows('first', 'second')
})

test('reports a cluster that cannot be read at all', async () => {
  cluster.forbidden.add('list pods')
  const refused = watchPods()
  await expect(refused.ready()).rejects.toThrow('forbidden')
  await refused.close()
})
