import { compareRuns } from '@podium/contract/calls/run-comparison.ts'
import { type PackageList, readPackages } from '@podium/contract/calls/run-packages.ts'
import { retryRun } from '@podium/contract/calls/runs.ts'
import { packageSets } from '@podium/database/schema/packages.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'
import { dropUnusedSets } from './keep-packages.ts'

const podium: RunFixture<MemoryEngine> = await createRunFixture()
afterAll(() => podium.close())
beforeEach(() => podium.startOver())

function listOf(versions: Record<string, string>): PackageList {
  const packages = Object.entries(versions).map(([name, version]) => {
    return { name, version, source: null, asked_by: [], asked_in: ['requirements.txt line 1'], size: 2048 }
  })
  return { tool: 'pip 25.3', file: 'requirements.txt', python: '3.12.8', packages }
}

/** Runs the run to its end with these packages. */
async function finish(id: string, list: PackageList | null): Promise<string> {
  const { engine } = podium.deps
  await podium.loop.tick()
  if (list) engine.installs(podium.key(id), list)
  engine.start(podium.key(id))
  await podium.loop.tick()
  engine.end(podium.key(id), { outcome: 'succeeded' })
  await podium.loop.tick()
  return id
}

const packagesOf = (id: string) => podium.as('member').call(readPackages, { params: { id } })
const setsKept = async () => (await podium.deps.database.select().from(packageSets)).length

test('stores the packages of a run beyond its environment, and compares them with the run before it', async () => {
  const first = await finish(await podium.start(), listOf({ numpy: '2.2.1', tqdm: '4.67.1' }))
  const without = await finish(await podium.start(), null)
  const second = await finish(await podium.start(), listOf({ numpy: '2.2.2', tqdm: '4.67.1' }))
  expect(await podium.deps.engine.packages(podium.key(first))).toBeNull()
  expect(await packagesOf(first)).toEqual({
    ...listOf({ numpy: '2.2.1', tqdm: '4.67.1' }),
    compared_with: null,
    differences: [],
    shared_by: { total: 1, runs: [{ id: first, name: 'penguins-1', fetched: null }] },
  })
  expect(await packagesOf(second)).toMatchObject({
    compared_with: { id: first, name: 'penguins-1' },
    differences: [{ name: 'numpy', before: '2.2.1', now: '2.2.2' }],
  })
  expect((await podium.info(second)).package_count).toBe(2)
  expect((await podium.info(without)).package_count).toBeNull()
  const refused = await podium.as('member').ask(readPackages, { params: { id: without } })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toContain('has no list of packages')
})

test('compares a retry with the run that it repeats', async () => {
  const first = await finish(await podium.start(), listOf({ numpy: '2.2.1' }))
  await finish(await podium.start(), listOf({ numpy: '2.2.2' }))
  const { id } = await podium.as('member').call(retryRun, { params: { id: first } })
  await finish(id, listOf({ numpy: '2.2.2' }))
  expect(await packagesOf(id)).toMatchObject({
    compared_with: { id: first },
    differences: [{ name: 'numpy', before: '2.2.1', now: '2.2.2' }],
  })
})

test('stores the packages of a run that ends before it was seen running', async () => {
  const id = await podium.start()
  await podium.loop.tick()
  podium.deps.engine.installs(podium.key(id), listOf({ numpy: '2.2.1' }))
  podium.deps.engine.start(podium.key(id))
  podium.deps.engine.end(podium.key(id), { outcome: 'succeeded' })
  await podium.loop.tick()
  expect((await packagesOf(id)).packages).toHaveLength(1)
})

test('stores a list once for all runs that have it, and removes it with the last of them', async () => {
  const { database } = podium.deps
  const list = listOf({ numpy: '2.2.1' })
  const first = await finish(await podium.start(), list)
  const second = await finish(await podium.start(), list)
  expect(await setsKept()).toBe(1)
  await database.delete(runs).where(eq(runs.id, first))
  await dropUnusedSets(database)
  expect(await setsKept()).toBe(1)
  await database.delete(runs).where(eq(runs.id, second))
  await dropUnusedSets(database)
  expect(await setsKept()).toBe(0)
})

test('names the newest runs with the same packages, and the packages that each fetched', async () => {
  const list = listOf({ numpy: '2.2.1' })
  const fetched = { packages: 1, bytes: 2048, seconds: 3 }
  const found = { packages: 0, bytes: 0, seconds: 0 }
  const installing = await finish(await podium.start(), { ...list, fetched })
  await finish(await podium.start(), listOf({ numpy: '2.2.2' }))
  const ids = [installing]
  for (let run = 0; run < 5; run++)
    ids.unshift(await finish(await podium.start(), { ...list, fetched: found }))
  const { shared_by } = await packagesOf(installing)
  expect(shared_by.total).toBe(6)
  expect(shared_by.runs.map(({ id }) => id)).toEqual(ids.slice(0, 5))
  expect(shared_by.runs[0]?.fetched).toEqual(found)
})

test('removes the lists of a workspace when it is deleted', async () => {
  await finish(await podium.start(), listOf({ numpy: '2.2.1' }))
  await podium.deps.database.delete(workspaces).where(eq(workspaces.id, podium.people.first.id))
  expect(await setsKept()).toBe(0)
})

test('shows packages to members of the workspace only', async () => {
  const id = await finish(await podium.start(), listOf({ numpy: '2.2.1' }))
  expect((await podium.as('outsider').ask(readPackages, { params: { id } })).statusCode).toBe(404)
})

test('shows the versions of the packages in a comparison', async () => {
  const ids = [
    await finish(await podium.start(), listOf({ Num_py: '2.2.1' })),
    await finish(await podium.start(), null),
  ]
  const query = { workspace_id: podium.people.first.id, runs: ids.join(',') }
  const compared = await podium.as('member').call(compareRuns, { query })
  expect(compared.runs.map(({ packages }) => packages)).toEqual([{ 'num-py': '2.2.1' }, null])
})

const warned = (list: PackageList): PackageList => {
  const warnings = [{ kind: 'deprecated' as const, reason: 'Use another.' }]
  return { ...list, packages: list.packages.map((one) => ({ ...one, warnings })) }
}
const warningsOf = async (id: string) =>
  (await packagesOf(id)).packages.map(({ warnings }) => warnings?.[0]?.kind)

test('shows the answers of indexes while a run goes on, and stores them when it ends', async () => {
  const { engine } = podium.deps
  const list = listOf({ numpy: '2.2.1' })
  const id = await podium.start()
  await podium.loop.tick()
  engine.installs(podium.key(id), list)
  engine.start(podium.key(id))
  await podium.loop.tick()
  expect(await warningsOf(id)).toEqual([undefined])
  engine.installs(podium.key(id), warned(list))
  expect(await warningsOf(id)).toEqual(['deprecated'])
  engine.end(podium.key(id), { outcome: 'succeeded' })
  await podium.loop.tick()
  expect(await warningsOf(id)).toEqual(['deprecated'])
})

test('shows the stored list of a running run if the engine does not answer', async () => {
  const { engine } = podium.deps
  const id = await podium.start()
  await podium.loop.tick()
  engine.installs(podium.key(id), listOf({ numpy: '2.2.1' }))
  engine.start(podium.key(id))
  await podium.loop.tick()
  engine.fail(new Error('away'))
  expect((await packagesOf(id)).packages).toHaveLength(1)
  engine.fail(null)
})

test('stores the fetched packages with the run, and the list once for all runs that have it', async () => {
  const list = { ...listOf({ numpy: '2.2.1' }), requires_python: '>=3.11' }
  const fetched = { packages: 1, bytes: 2048, seconds: 3 }
  const nothing = { packages: 0, bytes: 0, seconds: 0 }
  const first = await finish(await podium.start(), { ...list, fetched })
  const second = await finish(await podium.start(), { ...list, fetched: nothing })
  expect(await setsKept()).toBe(1)
  expect(await packagesOf(first)).toMatchObject({ fetched, requires_python: '>=3.11' })
  expect(await packagesOf(second)).toMatchObject({ fetched: nothing })
})

test('counts packages that no other needs as requested if the list is older than the record of requirements', async () => {
  const list = listOf({ numpy: '2.2.1', six: '1.17.0' })
  const packages = list.packages.map(({ asked_in: _, ...one }) => ({
    ...one,
    asked_by: one.name === 'six' ? ['numpy'] : [],
  }))
  const id = await finish(await podium.start(), { ...list, packages })
  expect((await packagesOf(id)).packages.map(({ asked_in }) => asked_in)).toEqual([['requirements.txt'], []])
})
