import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { readRun } from '@podium/contract/calls/runs.ts'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { ARCHIVE_UPLOAD } from '@podium/contract/rules/archive-uploads.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { runCommandLine } from '../../command-line.ts'

export let server: TestApp<MemoryEngine>
/** A folder named 'Nano GPT', in which the tests stand, and the one that holds it. */
export let folder: string
export let above: string
/** what the command printed */
export let printed: string[]

/** Gives each test of the file a folder, and a server that knows nothing of it. */
export function useFolder(): void {
  const started = process.cwd()
  beforeAll(async () => {
    server = await createTestApp()
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    return () => server.close()
  })
  beforeEach(async () => {
    await server.startOver()
    above = await mkdtemp(join(tmpdir(), 'podium-run-'))
    folder = join(above, 'Nano GPT')
    await mkdir(folder)
    process.chdir(folder)
    printed = []
    const { port } = server.app.server.address() as AddressInfo
    vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
    vi.stubEnv('PODIUM_TOKEN', server.people.tokens.developer ?? '')
    vi.stubEnv('XDG_CONFIG_HOME', above)
    vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
    vi.spyOn(console, 'error').mockImplementation((line) => printed.push(line))
  })
  afterEach(async () => {
    process.chdir(started)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await rm(above, { recursive: true })
  })
}

export async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

export const run = (...words: string[]) =>
  runCommandLine(['run', '--workspace', 'first-ws', '--detach', ...words])

export const inFirst = () => ({ workspace_id: server.people.first.id })
export const developer = () => server.as('developer')

export async function solutions() {
  const { solutions } = await developer().call(listSolutions, { query: inFirst() })
  return solutions.map(({ name, version_count }) => `${name} ${version_count}`)
}

/** The runs, oldest first. */
export async function runs() {
  const { stream_histories } = await developer().call(listRuns, { query: { ...inFirst(), page_size: 100 } })
  const all = await Promise.all(
    stream_histories.map(({ id }) => developer().call(readRun, { params: { id } })),
  )
  return all.reverse()
}

/** What the newest run starts. */
export async function newestRun() {
  const run = (await runs()).at(-1)
  if (!run) throw new Error('There is no run.')
  const { pipeline } = run.metadata_json as { pipeline: Record<string, unknown>[] }
  return { ...run, program: pipeline[0] ?? {} }
}

export async function uploadsLeft(): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of server.deps.objects.list('first-bucket', 'uploads/')) paths.push(path)
  return paths.filter((path) => ARCHIVE_UPLOAD.test(path))
}
