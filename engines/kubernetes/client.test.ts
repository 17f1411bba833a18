import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClusterClient, ClusterUnavailable, createClient } from './client.ts'
import { type Pod, pathOf } from './resources.ts'
import { type FakeCluster, openFakeCluster } from './testing/fake-cluster.ts'

/** Longer than a busy machine needs to answer. */
const IMPATIENCE_MS = 5_000

let cluster: FakeCluster
let client: ClusterClient
const open = (patience_ms?: number) => createClient({ access: cluster.access, patience_ms, backOff: () => 1 })
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
const NAMESPACES = pathOf('namespaces', null)

beforeEach(async () => {
  cluster = await openFakeCluster()
  client = open()
})
afterEach(async () => {
  client.close()
  await cluster.close()
})

test('returns null for a missing object, and removes it without error', async () => {
  expect(await client.get(pathOf('namespaces', null, 'a'))).toBeNull()
  expect(await client.merge(pathOf('namespaces', null, 'a'), {})).toBeNull()
  await client.remove(pathOf('namespaces', null, 'a'))
})

test('retries a call after a reset, silence, a busy server or a server error', async () => {
  cluster.fail(
    /^POST/,
    'reset',
    'silence',
    { status: 429, reason: 'TooManyRequests' },
    { status: 503, reason: '' },
  )
  const impatient = open(IMPATIENCE_MS)
  await impatient.create(NAMESPACES, namespace('a'))
  impatient.close()
  expect(cluster.calls).toHaveLength(5)
  expect(await client.get(pathOf('namespaces', null, 'a'))).not.toBeNull()
})

test('reports AlreadyExists if an answer was lost after the write, so that it can be compared', async () => {
  cluster.fail(/^POST/, 'lost answer')
  await expect(client.create(NAMESPACES, namespace('a'))).rejects.toMatchObject({
    status: 409,
    reason: 'AlreadyExists',
  })
})

test('retries a 409 only if it is the conflict with a quota', async () => {
  await client.create(NAMESPACES, namespace('a'))
  const before = cluster.calls.length
  await expect(client.create(NAMESPACES, namespace('a'))).rejects.toMatchObject({ reason: 'AlreadyExists' })
  expect(cluster.calls.length - before).toBe(1)
  cluster.fail(/^POST/, {
    status: 409,
    reason: 'Conflict',
    message: 'Operation cannot be fulfilled on resourcequotas',
  })
  await client.create(NAMESPACES, namespace('b'))
})

test("reports a refusal in the cluster's words, without a retry", async () => {
  await expect(client.create(NAMESPACES, namespace('No_Name'))).rejects.toMatchObject({
    status: 422,
    reason: 'Invalid',
    message: expect.stringContaining('No_Name'),
  })
  expect(cluster.calls).toHaveLength(1)
})

test('throws one error without credentials while the cluster stays away', async () => {
  cluster.fail(/^GET/, 'reset', 'reset', 'reset', 'reset', 'reset')
  const error = await client.get(pathOf('namespaces', null, 'a')).catch((error: Error) => error)
  expect(error).toBeInstanceOf(ClusterUnavailable)
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('Bearer')
})

test('asks once for new credentials when they are rejected', async () => {
  const asked: boolean[] = []
  const other = createClient({
    access: {
      ...cluster.access,
      async credentials(refresh) {
        asked.push(refresh)
        return { authorization: refresh ? 'Bearer token' : 'Bearer old' }
      },
    },
  })
  await other.create(NAMESPACES, namespace('a'))
  expect(asked).toEqual([false, true])
  other.close()
})

test('reads all pages of a list', async () => {
  for (let each = 0; each < 1203; each++)
    cluster.objects.create(
      { plural: 'pods', kind: 'Pod', apiVersion: 'v1', isNamespaced: true },
      {
        metadata: { name: `pod-${each}`, namespace: 'a' },
      },
    )
  const { items } = await client.list<Pod>(pathOf('pods', null))
  expect(new Set(items.map(({ metadata }) => metadata.name)).size).toBe(1203)
  expect(cluster.calls).toHaveLength(3)
})
