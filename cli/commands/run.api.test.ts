import type { AddressInfo } from 'node:net'
import { readRun } from '@podium/contract/runs.ts'
import { registerSolution } from '@podium/contract/solutions.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runRun } from './run.ts'
import { runStatus } from './status.ts'

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

test('a text that looks like a number reaches the run as a text', async () => {
  await runRun(['report'], { param: ['output.report_title=2026'], workspace: 'first-ws' })
  const id = /\(([0-9a-f-]+)\)/.exec(printed[0] ?? '')?.[1] ?? ''
  const run = await server.as('developer').call(readRun, { params: { id } })
  expect(run.parameters).toEqual({ output: { report_title: '2026' } })
  await runStatus([run.name], { workspace: 'first-ws' })
  expect(printed.join('\n')).toContain(`Run       ${run.name} (${id})`)
})

test('variables of one run go with it, and what is none is refused', async () => {
  await runRun(['report'], { variable: ['REGION=north=1', 'EMPTY='], workspace: 'first-ws' })
  const id = /\(([0-9a-f-]+)\)/.exec(printed[0] ?? '')?.[1] ?? ''
  const run = await server.as('developer').call(readRun, { params: { id } })
  expect(run.variables).toEqual({ REGION: 'north=1', EMPTY: '' })
  await expect(runRun(['report'], { variable: ['REGION'] })).rejects.toThrow("'REGION' is not a variable.")
})

test('a version that was never there is refused by its number', async () => {
  for (const version of ['0', '9', 'x'])
    await expect(runRun(['report'], { version })).rejects.toThrow(`report has no version ${version}.`)
})

test('a model is named by its alias, and one that no model has is refused', async () => {
  const options = { pipeline: 'inference', alias: 'champion' }
  await expect(runRun(['report'], options)).rejects.toThrow('champion')
})

test('a file that is not there is told before anything is made', async () => {
  for (const data of ['/no/such.csv', './such.csv', '../such.csv', '~/such.csv'])
    await expect(runRun(['report'], { data })).rejects.toThrow(`There is no file ${data} on this machine.`)
})

test('the status warns of a disk with little room, beside what it prints', async () => {
  const warned: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => warned.push(line))
  const GIB = 1024 ** 3
  server.deps.engine.setDisk({ free: GIB, total: 20 * GIB, reserve: 0.5 * GIB })
  await runStatus([], { workspace: 'first-ws' })
  server.deps.engine.setDisk(null)
  await runStatus([], { workspace: 'first-ws' })
  expect(warned).toEqual(['The disk is nearly full: 1 GiB of 20 GiB are free.'])
})
