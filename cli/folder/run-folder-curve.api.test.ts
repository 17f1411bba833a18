import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { listSeries } from '@podium/contract/calls/run-series.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { createDataSetInputs } from '@podium/server/domains/data-sets/run-inputs.ts'
import type { RunLoop } from '@podium/server/domains/run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { objectSource } from '@podium/server/start/object-source.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { runCommandLine } from '../command-line.ts'

const objects = createMemoryStore()
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let folder: string
let log: string
beforeAll(async () => {
  home = await openLocalHome(
    objectSource(
      objects,
      createDataSetInputs(() => fixture.deps.database),
    ),
  )
  fixture = await createRunFixture({ engine: home.engine, objects })
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  loop = fixture.newLoop()
  loop.start()
  folder = await mkdtemp(join(tmpdir(), 'podium-curve-'))
  const started = process.cwd()
  process.chdir(folder)
  const { port } = fixture.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.member)
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += text
    return true
  })
  return async () => {
    process.chdir(started)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    process.exitCode = undefined
    await loop.close()
    await fixture.close()
    await home.close()
    await rm(folder, { recursive: true })
  }
})

async function write(files: Record<string, string>): Promise<void> {
  log = ''
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Reads the results of the newest run. */
async function newestRun() {
  const member = fixture.as('member')
  const query = { workspace_id: fixture.people.first.id }
  const [run] = (await member.call(listRuns, { query })).stream_histories
  if (!run) throw new Error('There is no run.')
  const { artifacts } = await member.call(listArtifacts, { params: { id: run.id } })
  const { series } = await member.call(listSeries, { params: { id: run.id }, query: {} })
  const figures = series.filter(({ kind }) => kind === 'figure').map(({ name, count }) => [name, count])
  return { state: run.state, files: artifacts.map(({ path }) => path), figures }
}

const run = (...words: string[]) => runCommandLine(['run', '--workspace', 'first-ws', ...words])

const TRAIN = `
import argparse, json, os, shared
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--data")
args = parser.parse_args()
with open(os.path.join(os.environ["PODIUM_OUTPUT_DIR"], "metrics.jsonl"), "w") as out:
    for step in range(args.epochs):
        out.write(json.dumps({"step": step, "loss": 1 / (step + 1)}) + "\\n")
print(shared.NAME, open(args.data).read(), open("notes/hidden.txt").read())
`

test('runs a folder as it is: its modules, ignored data, a sub-folder and a curve', {
  tags: 'python',
}, async () => {
  await write({
    '.gitignore': '/data/\n',
    '.project-root': '',
    'data/train/rows.csv': 'rows',
    'shared.py': 'NAME = "shared"',
    'demo/train.py': TRAIN,
    'demo/notes/hidden.txt': 'notes',
  })
  process.chdir(join(folder, 'demo'))
  await run('train.py', '--epochs', '7', '--data', '../data/train/rows.csv')
  process.chdir(folder)
  expect(log).toContain('shared rows notes')
  expect(await newestRun()).toMatchObject({ state: 'succeeded', figures: [['loss', 7]] })
  expect(process.exitCode).toBeUndefined()
})

test('ends with 1 where the program fails, and passes it the very words that were typed', {
  tags: 'python',
}, async () => {
  await write({ 'fail.py': 'import sys\nprint(sys.argv[1:])\nsys.exit(3)' })
  await run('fail.py', '--help', '--lr=1e-3', '-x3', '--', '-f', '3.10')
  expect(log).toContain("['--help', '--lr=1e-3', '-x3', '--', '-f', '3.10']")
  expect([(await newestRun()).state, process.exitCode]).toEqual(['failed', 1])
})
