import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { putObject } from '@podium/contract/calls/objects.ts'
import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { checkArchive, registerArchive } from '@podium/contract/calls/solutions.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import type { RunLoop } from '@podium/server/domains/run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { objectSource } from '@podium/server/start/object-source.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildTemplate } from '../../scripts/build-downloads.mjs'
import { podium } from '../testing/typed-command.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const objects = createMemoryStore()
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let folder: string
let printed: string
beforeAll(async () => {
  home = await openLocalHome(objectSource(objects))
  fixture = await createRunFixture({ engine: home.engine, objects })
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  loop = fixture.newLoop()
  loop.start()
  folder = await mkdtemp(join(tmpdir(), 'podium-init-'))
  const { port } = fixture.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.member)
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((line) => {
    printed += `${line}\n`
  })
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  return async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    process.exitCode = undefined
    await loop.close()
    await fixture.close()
    await home.close()
    await rm(folder, { recursive: true })
  }
})

const inFirst = () => ({ workspace_id: fixture.people.first.id })

/** Reads the results of the newest run. */
async function newestRun() {
  const member = fixture.as('member')
  const { stream_histories } = await member.call(listRuns, { query: inFirst() })
  const [run] = stream_histories
  if (!run) throw new Error('There is no run.')
  const { artifacts } = await member.call(listArtifacts, { params: { id: run.id } })
  const { series } = await member.call(listSeries, { params: { id: run.id }, query: {} })
  const figures = series.filter(({ kind }) => kind === 'figure').map(({ name, count }) => [name, count])
  return { state: run.state, files: artifacts.map(({ path }) => path), figures }
}

test('writes a solution that registers, and whose runs produce a curve, a model and predictions', {
  tags: 'python',
}, async () => {
  const here = { workspace: 'first-ws' }
  const options = { ...here, follow: true }
  await podium('init', [join(folder, 'written')])
  await podium('register', [join(folder, 'written')], here)
  expect(printed).toContain('Registered written v1')
  expect(printed).not.toMatch(/^[!✗]/m)
  await podium('run', ['written'], options)
  expect(await newestRun()).toEqual({
    state: 'succeeded',
    files: ['metrics.json', 'metrics.jsonl', 'model/model.json'],
    figures: [
      ['error', 100],
      ['held_out_error', 100],
    ],
  })
  await podium('run', ['written'], { ...options, pipeline: 'inference' })
  expect(await newestRun()).toMatchObject({
    state: 'succeeded',
    files: ['metrics.json', 'predictions.csv'],
  })
})

test('offers an archive in the console with the same bytes, which registers unchanged', async () => {
  const built = join(folder, 'built')
  const archive = join(built, await buildTemplate(ROOT, built))
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder])
  await podium('init', [join(folder, 'again', 'my-solution')])
  await promisify(execFile)('diff', ['-r', join(folder, 'my-solution'), join(folder, 'again', 'my-solution')])

  const member = fixture.as('member')
  const path = archiveUpload('0'.repeat(32))
  const params = { id: fixture.people.first.id, path }
  await member.ask(putObject, { params, body: await readFile(archive) })
  const { checks, name, solution_id } = await member.call(checkArchive, { query: inFirst(), body: { path } })
  expect(checks.filter(({ level }) => level !== 'good')).toEqual([])
  const body = { path, ...(solution_id !== null && { solution_id }) }
  expect(name).toBe('my-solution')
  expect((await member.call(registerArchive, { query: inFirst(), body })).name).toBe('my-solution')
})
