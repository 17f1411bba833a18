import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { listInstances } from '@podium/contract/calls/instances.ts'
import { listSolutionStreams, readRun } from '@podium/contract/calls/runs.ts'
import { registerSolution, registerVersion } from '@podium/contract/calls/solutions.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

const pipeline = {
  type: 'train',
  command: ['true'],
  parameters: {
    user_parameters: [
      { step: 'output', args: [{ name: 'report_title', type: 'string', default: ['Report'] }] },
    ],
  },
}

let server: TestApp<MemoryEngine>
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  await server.as('developer').call(registerSolution, {
    query: { workspace_id: server.people.first.id },
    body: {
      metadata_json: { name: 'report', pipeline: [pipeline, { type: 'inference', command: ['true'] }] },
    },
  })
  return () => server.close()
})

let printed: string[]
beforeEach(() => {
  printed = []
  const { port } = server.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', server.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('passes a text that looks like a number to the run as a text', async () => {
  await podium('run', ['report'], { param: ['output.report_title=2026'], workspace: 'first-ws' })
  const id = /\(([0-9a-f-]+)\)/.exec(printed[0] ?? '')?.[1] ?? ''
  const run = await server.as('developer').call(readRun, { params: { id } })
  expect(run.parameters).toEqual({ output: { report_title: '2026' } })
  await podium('status', [run.name], { workspace: 'first-ws' })
  expect(printed.join('\n')).toContain(`Run       ${run.name} (${id})`)
  printed = []
  await podium('status', [id], { json: true })
  expect(JSON.parse(printed.join('\n'))).toEqual(run)
})

test('passes variables for one run, and refuses anything else', async () => {
  await podium('run', ['report'], { variable: ['REGION=north=1', 'EMPTY='], workspace: 'first-ws' })
  const id = /\(([0-9a-f-]+)\)/.exec(printed[0] ?? '')?.[1] ?? ''
  const run = await server.as('developer').call(readRun, { params: { id } })
  expect(run.variables).toEqual({ REGION: 'north=1', EMPTY: '' })
  await expect(podium('run', ['report'], { variable: ['REGION'] })).rejects.toThrow(
    "'REGION' is not a variable.",
  )
})

test('refuses a version that never existed by its number', async () => {
  for (const version of ['0', '9', 'x'])
    await expect(podium('run', ['report'], { version })).rejects.toThrow(`report has no version ${version}.`)
})

test('finds a model by its alias, and refuses an alias that no model has', async () => {
  const options = { pipeline: 'inference', alias: 'champion' }
  await expect(podium('run', ['report'], options)).rejects.toThrow('champion')
})

test('reports a missing file before anything is created', async () => {
  for (const data of ['/no/such.csv', './such.csv', '../such.csv', '~/such.csv'])
    await expect(podium('run', ['report'], { data })).rejects.toThrow(
      `There is no file ${data} on this machine.`,
    )
})

test('warns of little disk space beside the status', async () => {
  const warned: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => warned.push(line))
  const GIB = 1024 ** 3
  server.deps.engine.setDisk({ free: GIB, total: 20 * GIB, reserve: 0.5 * GIB })
  await podium('status', [], { workspace: 'first-ws' })
  server.deps.engine.setDisk(null)
  await podium('status', [], { workspace: 'first-ws' })
  expect(warned).toEqual(['The disk is nearly full: 1 GiB of 20 GiB are free.'])
})

const train = { type: 'train', command: ['true'] }

async function registered(name: string): Promise<string> {
  const metadata_json = { name, pipeline: [train, { type: 'inference', command: ['true'] }] }
  const query = { workspace_id: server.people.first.id }
  const { id } = await server.as('developer').call(registerSolution, { query, body: { metadata_json } })
  return id
}

/** Returns a function with the actions of audit events since the call. */
async function watchHistory(): Promise<() => Promise<string[]>> {
  const read = () => server.deps.database.select().from(auditEvents).orderBy(auditEvents.id)
  const { length } = await read()
  return async () => (await read()).slice(length).map(({ action }) => action)
}

test.each([
  ['has no model', { pipeline: 'inference' }, 'bare has no model yet. Train it first.'],
  ['has no such data', { data: 'datasets/none/' }, 'datasets/none/'],
  ['has no such parameter', { param: ['train.epochs=3'] }, 'parameters.train.train: '],
  ['has no such tier', { tier: 'high-gpu' }, 'GPU'],
])('creates nothing and records no audit event for a refused start that %s', async (why, options, words) => {
  if (why === 'has no model') await registered('bare')
  const historySince = await watchHistory()
  await expect(podium('run', ['bare'], options)).rejects.toThrow(words)
  const query = { workspace_id: server.people.first.id, q: 'bare' }
  expect((await server.as('developer').call(listInstances, { query })).total).toBe(0)
  expect(await historySince()).toEqual([])
})

test('creates no stream for a refused start on another stream of an existing instance', async () => {
  const id = await registered('another')
  await podium('run', ['another'])
  const historySince = await watchHistory()
  await expect(podium('run', ['another'], { stream: 'line-2', pipeline: 'inference' })).rejects.toThrow(
    'another has no model',
  )
  const { total } = await server.as('developer').call(listSolutionStreams, { params: { id }, query: {} })
  expect([total, await historySince()]).toEqual([1, []])
})

test("names for inference on a new version's stream the newest model of the solution, and the command for it", async () => {
  const id = await registered('lines')
  await podium('run', ['lines'])
  const [, trained = ''] = /\(([0-9a-f-]+)\)/.exec(printed[0] ?? '') ?? []
  await server.deps.database.update(runs).set({ model_number: 1 }).where(eq(runs.id, trained))
  const { stream_id } = await server.as('developer').call(readRun, { params: { id: trained } })
  await server.deps.objects.put(
    'first-bucket',
    `streams/${stream_id}/${trained}/1/model.tar.gz`,
    Readable.from(['a model']),
  )
  const metadata_json = { name: 'lines', pipeline: [train, { type: 'inference', command: ['true'] }] }
  await server.as('developer').call(registerVersion, { params: { id }, body: { metadata_json } })
  const command = `podium run lines --pipeline inference --alias ${trained}`
  await expect(podium('run', ['lines'], { pipeline: 'inference' })).rejects.toThrow(
    `This stream has no model yet. Train it first, or use lines-v1 v 1.1, the newest model of lines: ${command}`,
  )
  await podium('run', ['lines'], { pipeline: 'inference', alias: trained })
  expect(printed.at(-1)).toMatch(/^Started lines-v2-1 /)
})
