import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { compareRuns } from '@podium/contract/calls/run-comparison.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { runSeries, runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst } from '../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from '../streams/testing/insert-stream.ts'
import { png } from './testing/png.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const ask = (ids: string[], who: 'member' | 'outsider' = 'member', query: object = inFirst) =>
  podium.as(who).ask(compareRuns, { query: { ...query, runs: ids.join(',') } })
const compare = async (ids: string[]) =>
  (await podium.as('member').call(compareRuns, { query: { ...inFirst, runs: ids.join(',') } })).runs

async function put(path: string, content: Buffer) {
  await podium.deps.objects.put(podium.people.first.s3_bucket_name, path, Readable.from([content]))
}

/** Gives the version of the inserted stream a source archive of its own with that program. */
async function giveSource({ solution }: InsertedStream, program: string) {
  const { database } = podium.deps
  const path = `ai-solutions/${solution.name}/v1/train/source/source.tar.gz`
  await put(path, gzipSync(program))
  const address = `s3://${podium.people.first.s3_bucket_name}/${path}`
  const version = eq(solutionVersions.id, solution.versions[0]?.id ?? '')
  const [found] = await database.select().from(solutionVersions).where(version)
  const pipeline = (found?.metadata_json.pipeline ?? []).map((one) => ({ ...one, source_uri: address }))
  const metadata_json = { ...found?.metadata_json, pipeline } as Metadata
  await database.update(solutionVersions).set({ metadata_json }).where(version)
  return metadata_json
}

test('returns the runs in the requested order, with everything in which they may differ', async () => {
  const inserted = await insertStream(podium)
  const [first, second] = [
    await insertRun(podium, inserted, 'succeeded'),
    await insertRun(podium, inserted, 'failed'),
  ]
  const { database } = podium.deps
  const values = {
    metrics: { accuracy: 0.9213 },
    parameters: { train: { epochs: 40, classes: ['a', 'b'] } },
    raw: { configuration: { 'model.lr': 0.01, 'model.name': 'gpt' } },
    dataset_uri: ['datasets/line3/'],
    tier_given: 'standard',
    instance_type: '2cpu-4gib',
    granted_cpu: 2,
    granted_memory_mib: 4096,
    stored: true,
  }
  await database.update(runs).set(values).where(eq(runs.id, first))
  const series = { run_id: first, count: 1, last: 1, points: Buffer.alloc(24) }
  await database.insert(runSeries).values([
    { ...series, kind: 'figure', name: 'loss' },
    { ...series, kind: 'resource', name: 'cpu' },
  ])
  const artifacts = `streams/${inserted.stream.id}/${first}/1/artifacts/`
  await put(`${artifacts}plots/curve.PNG`, png(520, 388))
  await put(`${artifacts}large.jpg`, Buffer.alloc(2 * 1024 * 1024 + 1))
  await put(`${artifacts}report.html`, Buffer.from('<p>'))
  const found = await compare([second, first.toUpperCase(), second])
  expect(found.map(({ id, state }) => [id, state])).toEqual([
    [second, 'failed'],
    [first, 'succeeded'],
  ])
  expect(found[1]).toMatchObject({
    solution_name: inserted.solution.name,
    metrics: { accuracy: 0.9213 },
    parameters: { train: { epochs: 40, classes: ['a', 'b'] } },
    configuration: { 'model.lr': 0.01, 'model.name': 'gpt' },
    series: ['loss'],
    dataset_uri: ['datasets/line3/'],
    tier_given: 'standard',
    instance_type: '2cpu-4gib',
    granted: { cpu: 2, memory_mib: 4096, gpu: 0 },
    pictures: ['plots/curve.PNG'],
  })
  expect(found[0]).toMatchObject({
    configuration: {},
    granted: null,
    tier_given: '',
    series: [],
    pictures: [],
  })
})

test('hides a picture that the artifacts of its run do not show either', async () => {
  const inserted = await insertStream(podium)
  const ids = [await insertRun(podium, inserted, 'succeeded'), await insertRun(podium, inserted, 'succeeded')]
  for (const id of ids) {
    await podium.deps.database.update(runs).set({ stored: true }).where(eq(runs.id, id))
    const artifacts = `streams/${inserted.stream.id}/${id}/1/artifacts/`
    await put(`${artifacts}bomb.png`, png(20_000, 20_000))
    await put(`${artifacts}text.png`, Buffer.from('<script>alert(1)</script>'))
    await put(`${artifacts}drawing.svg`, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))
    await put(`${artifacts}plot.png`, png(520, 388))
  }
  expect((await compare(ids)).map(({ pictures }) => pictures)).toEqual([['plot.png'], ['plot.png']])
})

test('recognises two versions with the same program, wherever their archives are', async () => {
  const versions = [await insertStream(podium), await insertStream(podium), await insertStream(podium)]
  const programs = ['print(1)', 'print(1)', 'print(2)']
  const ids: string[] = []
  for (const [at, inserted] of versions.entries()) {
    await giveSource(inserted, programs[at] ?? '')
    ids.push(await insertRun(podium, inserted, 'succeeded'))
  }
  const [one, same, other] = (await compare(ids)).map(({ code }) => code)
  expect(one).not.toBe('')
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test("shows the code of a Data Wrangler that a run had in place of its version's", async () => {
  const [inserted, other] = [await insertStream(podium), await insertStream(podium)]
  await giveSource(inserted, 'print(3)')
  const metadata_json = await giveSource(other, 'print(4)')
  const ids: string[] = []
  for (const one of [inserted, inserted, other]) ids.push(await insertRun(podium, one, 'succeeded'))
  await podium.deps.database
    .update(runs)
    .set({ metadata_json })
    .where(eq(runs.id, ids[1] ?? ''))
  const [own, wrangled, others] = (await compare(ids)).map(({ code }) => code)
  expect(wrangled).toBe(others)
  expect(wrangled).not.toBe(own)
})

test('leaves out runs of other workspaces, and shows outsiders nothing', async () => {
  const inserted = await insertStream(podium)
  const ids = [await insertRun(podium, inserted, 'succeeded'), await insertRun(podium, inserted, 'running')]
  const { database, people } = { ...podium.deps, people: podium.people }
  const foreign = await insertRun(podium, inserted, 'succeeded')
  await database.update(runs).set({ workspace_id: people.second.id }).where(eq(runs.id, foreign))
  const found = await compare([foreign, ...ids, 'no id', '00000000-0000-4000-8000-000000000000'])
  expect(found.map(({ id }) => id)).toEqual(ids)
  const refused = await ask(ids, 'outsider')
  const inTheirs = await ask(ids, 'outsider', { workspace_id: people.second.id })
  expect([refused.statusCode, inTheirs.json()]).toEqual([404, { runs: [] }])
})

test('refuses one run alone and more than twenty with a sentence', async () => {
  const one = await ask(['a'])
  expect([one.statusCode, one.json().detail]).toEqual([422, 'Choose 2 to 20 runs to compare, not 1.'])
  const many = await ask(Array.from({ length: 21 }, (_, at) => `id-${at}`))
  expect(many.json().detail).toBe('Choose 2 to 20 runs to compare, not 21.')
})
