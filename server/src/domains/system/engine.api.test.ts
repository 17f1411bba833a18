import {
  clearCache,
  clearEnvironment,
  listCaches,
  listEnvironments,
  listNodes,
  listQueue,
  readEngine,
  readEngineRights,
} from '@podium/contract/calls/system.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { EngineNode, EngineRights } from '@podium/engines/engine.ts'
import { createMemoryEngine, type MemoryEngine } from '@podium/engines/memory.ts'
import type { PythonEnvironment } from '@podium/engines/python-environment.ts'
import type { WorkspaceCache } from '@podium/engines/workspace-caches.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type InsertedStream, insertRun, insertStream } from '../streams/testing/insert-stream.ts'

const DOWN = 'The node is down: its machine does not answer.'

let nodes: EngineNode[] | null = null
let rights: EngineRights | null = null
let environments: PythonEnvironment[] = []
const kept = {
  list: async () => environments,
  async clear(id: string) {
    const found = environments.find((one) => one.id === id)
    if (found?.in_use) return 'in use' as const
    environments = environments.filter((one) => one !== found)
    return found ? ('cleared' as const) : ('absent' as const)
  },
}
let caches: WorkspaceCache[] = []
const keptCaches = {
  list: async () => caches,
  async clear(id: string) {
    const found = caches.find((one) => one.id === id)
    if (found?.in_use) return 'in use' as const
    caches = caches.filter((one) => one !== found)
    return found ? ('cleared' as const) : ('absent' as const)
  },
}
let engine: MemoryEngine
let podium: TestApp
beforeAll(async () => {
  const memory = createMemoryEngine({ machine: { cpu: 4, memory_mib: 8704, gpu: 1 } })
  engine = {
    ...memory,
    nodes: async () => nodes ?? memory.nodes(),
    rights: async () => rights,
    environments: kept,
    caches: keptCaches,
  }
  podium = await createTestApp({ engine })
  return () => podium.close()
})

function nodeCalled(name: string, part: Partial<EngineNode> = {}): EngineNode {
  const capacity = { cpu: 8, memory_mib: 32_768, gpu: 2 }
  const free = { cpu: 6.5, memory_mib: 16_384, gpu: 1 }
  return { name, refusal: null, instance_type: 'gpu-small', capacity, free, ...part }
}

test('lists the engine’s machines with their free resources', async () => {
  expect(await podium.as('admin').call(listNodes, {})).toMatchObject({
    nodes: [{ refusal: null, instance_type: '4cpu-8gib', free: { cpu: 8, memory_mib: 8192, gpu: 1 } }],
    total: 1,
    ready: 1,
    capacity: { cpu: 8, memory_mib: 8192, gpu: 1 },
    free: { cpu: 8, memory_mib: 8192, gpu: 1 },
  })
})

test('puts machines where no run starts first, and excludes them from the free resources', async () => {
  nodes = [...['n10', 'n2', 'n1'].map((name) => nodeCalled(name)), nodeCalled('n3', { refusal: DOWN })]
  const page = async (number: number) => {
    const query = { page: number, page_size: 3 }
    const { nodes: shown, ...all } = await podium.as('admin').call(listNodes, { query })
    return { names: shown.map(({ name }) => name), all }
  }
  const all = {
    total: 4,
    ready: 3,
    capacity: { cpu: 24, memory_mib: 98_304, gpu: 6 },
    free: { cpu: 19.5, memory_mib: 49_152, gpu: 3 },
  }
  expect(await page(1)).toEqual({ names: ['n3', 'n1', 'n2'], all })
  expect(await page(2)).toEqual({ names: ['n10'], all })
  expect(nodes.map(({ name }) => name)).toEqual(['n10', 'n2', 'n1', 'n3'])
  nodes = null
})

test('reports a silent engine in a sentence, and the queue without it', async () => {
  engine.fail(new Error('connect ECONNREFUSED 10.0.0.7:6443'))
  const refused = await podium.as('admin').ask(listNodes, {})
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toEqual({
    detail: 'The engine does not answer right now. Please try again in a few seconds.',
  })
  expect((await podium.as('admin').ask(listQueue, {})).statusCode).toBe(200)
  engine.fail(null)
})

test('lists the engine’s rights with a remedy for missing ones, and nothing if it needs none', async () => {
  const ask = () => podium.as('admin').call(readEngineRights, {})
  expect(await ask()).toEqual({ rights: null, remedy: null })
  rights = {
    rights: [
      {
        purpose: 'Start runs',
        asks: [
          { name: 'create jobs', is_allowed: true },
          { name: 'create secrets', is_allowed: false },
        ],
        place: 'namespace team',
        without: null,
      },
    ],
    remedy: { file: 'rights.yaml', content: 'kind: Role\n', command: 'kubectl apply -f rights.yaml' },
  }
  expect(await ask()).toEqual(rights)
  rights = null
})

test('lists the engine’s package environments, last used first, and clears them with an audit event', async () => {
  const { first, second } = podium.people
  const kind = { python: '3.11.2', packages: 3, size: 2048, in_use: false }
  environments = [
    { id: 'old', workspace: first.id, used_at: at('08:00'), ...kind },
    { id: 'new', workspace: second.id, used_at: at('09:00'), ...kind, in_use: true },
    { id: 'lost', workspace: 'gone', used_at: at('09:30'), ...kind },
  ]
  const admin = podium.as('admin')
  expect(await admin.call(listEnvironments, {})).toEqual({
    environments: [
      {
        id: 'new',
        workspace_id: second.id,
        workspace_name: second.name,
        used_at: at('09:00'),
        ...kind,
        in_use: true,
      },
      { id: 'old', workspace_id: first.id, workspace_name: first.name, used_at: at('08:00'), ...kind },
    ],
    total: 2,
    size: 4096,
  })
  const refused = await admin.ask(clearEnvironment, { params: { id: 'new' } })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'A run uses these packages now. Clear them when it has ended.' },
  ])
  expect((await admin.ask(clearEnvironment, { params: { id: 'none' } })).statusCode).toBe(404)
  expect((await podium.as('manager').ask(clearEnvironment, { params: { id: 'old' } })).statusCode).toBe(403)
  expect(await admin.call(clearEnvironment, { params: { id: 'old' } })).toEqual({ id: 'old' })
  expect((await admin.call(listEnvironments, {})).total).toBe(1)
  const { rows } = await podium.deps.database.execute(sql`
    select object_name, before from audit_events where action = 'environment.clear'`)
  expect(rows).toEqual([{ object_name: first.name, before: { python: '3.11.2', packages: 3, size: 2048 } }])
})

test('lists a Python fetched for all workspaces, and clears it with an audit event', async () => {
  const kind = { workspace: null, packages: 0, size: 4096 }
  environments = [
    { id: 'idle', python: '3.13.1', used_at: at('08:00'), in_use: false, ...kind },
    { id: 'used', python: '3.14.0', used_at: at('09:00'), in_use: true, ...kind },
  ]
  const admin = podium.as('admin')
  const { environments: listed, size } = await admin.call(listEnvironments, {})
  expect(listed.map((one) => [one.id, one.workspace_id, one.workspace_name])).toEqual([
    ['used', null, null],
    ['idle', null, null],
  ])
  expect(size).toBe(8192)
  const refused = await admin.ask(clearEnvironment, { params: { id: 'used' } })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'Packages are installed for this Python. Clear those first, when no run uses them.' },
  ])
  expect(await admin.call(clearEnvironment, { params: { id: 'idle' } })).toEqual({ id: 'idle' })
  const { rows } = await podium.deps.database.execute(sql`
    select object_name, object_kind, workspace_id, before from audit_events where action = 'python.clear'`)
  expect(rows).toEqual([
    { object_name: 'Python 3.13.1', object_kind: 'python', workspace_id: null, before: { size: 4096 } },
  ])
})

test('lists the caches of workspaces with their names, and clears them with an audit event', async () => {
  const { first, second } = podium.people
  const kind = { size: 2048, in_use: false }
  caches = [
    { id: 'programs-1', workspace: first.id, used_at: at('08:00'), kind: 'programs', ...kind },
    { id: 'packages-2', workspace: second.id, used_at: at('09:00'), kind: 'packages', ...kind, in_use: true },
    { id: 'programs-3', workspace: 'gone', used_at: at('09:30'), kind: 'programs', ...kind },
  ]
  const admin = podium.as('admin')
  const { caches: listed, ...all } = await admin.call(listCaches, {})
  expect(listed.map(({ id, workspace_name }) => [id, workspace_name])).toEqual([
    ['packages-2', second.name],
    ['programs-1', first.name],
  ])
  expect(all).toEqual({ total: 2, size: 4096 })
  const refused = await admin.ask(clearCache, { params: { id: 'packages-2' } })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'A run of this workspace uses this cache now. Clear it when the run has ended.' },
  ])
  expect((await admin.ask(clearCache, { params: { id: 'none' } })).statusCode).toBe(404)
  expect((await podium.as('manager').ask(clearCache, { params: { id: 'programs-1' } })).statusCode).toBe(403)
  expect(await admin.call(clearCache, { params: { id: 'programs-1' } })).toEqual({ id: 'programs-1' })
  expect((await admin.call(listCaches, {})).total).toBe(1)
  const { rows } = await podium.deps.database.execute(sql`
    select object_name, before from audit_events where action = 'cache.clear'`)
  expect(rows).toEqual([{ object_name: first.name, before: { kind: 'programs', size: 2048 } }])
})

test('lists running and waiting runs per workspace, the longest wait first', async () => {
  expect(await podium.as('admin').call(listQueue, {})).toEqual({
    workspaces: [],
    total: 0,
    queued: 0,
    starting: 0,
    running: 0,
    waiting_since: null,
  })
  const stream = await insertStream(podium)
  const { first, second } = podium.people
  const granted = { granted_cpu: 1.5, granted_memory_mib: 2048, granted_gpu: 1 }
  await insertRun(podium, stream, 'running', granted)
  await insertRun(podium, stream, 'starting', granted)
  await insertRun(podium, stream, 'failed', granted)
  await insertRun(podium, stream, 'queued', { detail: '1 run ahead.', created_at: at('10:05') })
  await insertRun(podium, stream, 'queued', { detail: 'Waits for memory.', created_at: at('10:01') })
  await insertInto(second.id, stream, '10:00')
  const ofSecond = {
    workspace_id: second.id,
    workspace_name: second.name,
    queued: 1,
    starting: 0,
    running: 0,
    granted: { cpu: 0, memory_mib: 0, gpu: 0 },
    waiting_since: at('10:00'),
    waits_for: 'Waits for a GPU.',
  }
  const ofFirst = {
    workspace_id: first.id,
    workspace_name: first.name,
    queued: 2,
    starting: 1,
    running: 1,
    granted: { cpu: 3, memory_mib: 4096, gpu: 2 },
    waiting_since: at('10:01'),
    waits_for: 'Waits for memory.',
  }
  const all = { total: 2, queued: 3, starting: 1, running: 1, waiting_since: at('10:00') }
  expect(await podium.as('admin').call(listQueue, {})).toEqual({ workspaces: [ofSecond, ofFirst], ...all })
  const query = { page: 2, page_size: 1 }
  expect(await podium.as('admin').call(listQueue, { query })).toEqual({ workspaces: [ofFirst], ...all })
})

test('counts a run in the engine’s own queue as waiting, without resources', async () => {
  await podium.deps.database.delete(runs)
  const stream = await insertStream(podium)
  const granted = { granted_cpu: 1, granted_memory_mib: 1024, granted_gpu: 0 }
  const insert = (detail: string, created_at: string, part: object = {}) =>
    insertRun(podium, stream, 'starting', { detail, created_at, ...granted, ...part })
  await insert('Waits in Slurm for resources that other jobs use (Resources).', at('09:30'))
  await insert('Getting its code and data ready.', at('09:10'))
  const progress = { fraction: null, step: 'Installing packages', message: 'Installing 2 packages.' }
  await insert('Installing 2 packages.', at('09:08'), { progress })
  await insert('Its program has ended; its output is being saved.', at('09:11'))
  await insert('Mina asked it to stop.', at('09:12'), { stop_requested_at: at('09:20') })
  const { workspaces } = await podium.as('admin').call(listQueue, {})
  expect(workspaces[0]).toMatchObject({
    workspace_name: podium.people.first.name,
    queued: 1,
    starting: 4,
    granted: { cpu: 4, memory_mib: 4096, gpu: 0 },
    waiting_since: at('09:30'),
    waits_for: 'Waits in Slurm for resources that other jobs use (Resources).',
  })
})

test('shows the engine’s capabilities to everybody, its machines and the queue to administrators', async () => {
  const member = podium.as('manager')
  expect((await member.ask(readEngine, {})).statusCode).toBe(200)
  expect((await member.ask(listNodes, {})).statusCode).toBe(403)
  expect((await member.ask(readEngineRights, {})).statusCode).toBe(403)
  expect((await member.ask(listQueue, {})).statusCode).toBe(403)
})

const at = (time: string) => `2026-11-20T${time}:00.000Z`

async function insertInto(workspace_id: string, stream: InsertedStream, time: string) {
  const detail = 'Waits for a GPU.'
  await insertRun(podium, stream, 'queued', { workspace_id, detail, created_at: at(time) })
}
