import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { listDataSetFiles } from '@podium/contract/calls/data-set-files.ts'
import { listDataSets } from '@podium/contract/calls/data-sets.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { readRun } from '@podium/contract/calls/runs.ts'
import { listSolutions, readVersion, registerSolution } from '@podium/contract/calls/solutions.ts'
import { ARCHIVE_UPLOAD } from '@podium/contract/rules/archive-uploads.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '../command-line.ts'
import { podium as command } from '../testing/typed-command.ts'

let server: TestApp<MemoryEngine>
let above: string
let folder: string
const started = process.cwd()
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return () => server.close()
})

let printed: string[]
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

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const run = (...words: string[]) => runCommandLine(['run', '--workspace', 'first-ws', '--detach', ...words])

const inFirst = () => ({ workspace_id: server.people.first.id })
const developer = () => server.as('developer')

async function solutions() {
  const { solutions } = await developer().call(listSolutions, { query: inFirst() })
  return solutions.map(({ name, version_count }) => `${name} ${version_count}`)
}

/** The runs, oldest first. */
async function runs() {
  const { stream_histories } = await developer().call(listRuns, { query: { ...inFirst(), page_size: 100 } })
  const all = await Promise.all(
    stream_histories.map(({ id }) => developer().call(readRun, { params: { id } })),
  )
  return all.reverse()
}

/** What the newest run starts. */
async function newestRun() {
  const run = (await runs()).at(-1)
  if (!run) throw new Error('There is no run.')
  const { pipeline } = run.metadata_json as { pipeline: Record<string, unknown>[] }
  return { ...run, program: pipeline[0] ?? {} }
}

async function dataFiles(name: string): Promise<string[]> {
  const { data_sets } = await developer().call(listDataSets, { query: inFirst() })
  const found = data_sets.find((one) => one.name === name)
  if (!found?.version) return []
  const { files } = await developer().call(listDataSetFiles, {
    params: { id: found.id, n: found.version },
    query: {},
  })
  return files.map(({ path }) => path)
}

async function uploadsLeft(): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of server.deps.objects.list('first-bucket', 'uploads/')) paths.push(path)
  return paths.filter((path) => ARCHIVE_UPLOAD.test(path))
}

function git(...args: string[]): void {
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  execFileSync('git', [...person, ...args], { cwd: folder, stdio: 'ignore' })
}

test('registers a folder, starts its program, and makes its flags parameters', async () => {
  await write({ 'train.py': 'print(1)', '.gitattributes': '' })
  await run('train.py', '--epochs', '30', '--lr=1e-3', '--no-amp', 'config.yaml')
  expect(printed).toEqual([
    'Registered nano-gpt v 1.',
    expect.stringMatching(/^Started nano-gpt-1 \([0-9a-f-]{36}\)\.$/),
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/inferenceModel\/run\/[0-9a-f-]{36}$/),
  ])
  expect(await newestRun()).toMatchObject({
    stream_name: 'nano-gpt',
    parameters: { main: { epochs: 30, lr: 0.001, amp: false, 'arg 1': 'config.yaml' } },
    program: {
      command: ['python', 'train.py'],
      arguments: [
        { name: 'epochs', flag: '--epochs' },
        { name: 'lr', flag: '--lr=', text: '1e-3' },
        { name: 'amp', flag: '--amp', off: '--no-amp' },
        { name: 'arg 1' },
      ],
    },
  })
  expect(await uploadsLeft()).toEqual([])
})

test('registers nothing the second time, and a next version when a file changed, in the same stream', async () => {
  await write({ 'train.py': 'print(1)' })
  await run('train.py')
  await run('train.py')
  expect(printed).toContain('Unchanged since v 1.')
  await write({ 'train.py': 'print(2)' })
  await run('.', '--', 'python', 'train.py', '--epochs', '3')
  expect(printed).toContain('Registered nano-gpt v 2.')
  expect((await runs()).map(({ name, version_num }) => `${name} v ${version_num}`)).toEqual([
    'nano-gpt-1 v 1',
    'nano-gpt-2 v 1',
    'nano-gpt-3 v 2',
  ])
  expect((await newestRun()).parameters).toEqual({ main: { epochs: 3 } })
  expect(await solutions()).toEqual(['nano-gpt 2'])
})

test('makes one version for 24 runs, one after the other and at once', async () => {
  await write({ 'train.py': 'print(1)', '.gitignore': 'data/\n', 'data/a.csv': '1' })
  for (let seed = 0; seed < 18; seed += 1) await run('train.py', '--seed', String(seed))
  await Promise.all(Array.from({ length: 6 }, (_, at) => run('train.py', '--seed', String(18 + at))))
  const seeds = (await runs()).map(({ parameters }) => Number(parameters.main?.seed))
  expect(seeds.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, seed) => seed))
  expect(await solutions()).toEqual(['nano-gpt 1'])
})

test('makes one version for commands that start at once in a new folder', async () => {
  await write({ 'train.py': 'print(1)' })
  await Promise.all(Array.from({ length: 6 }, (_, at) => run('train.py', '--seed', String(at))))
  expect([await solutions(), (await runs()).length]).toEqual([['nano-gpt 1'], 6])
})

test('lays ignored data at its path, and sends it once', async () => {
  await write({ '.gitignore': '/data/\nruns/\n', 'data/train/a.csv': '1', 'runs/1/log': '', 'train.py': '' })
  await run('train.py')
  expect(printed).toContain('1/1 files, 1 sent')
  expect(printed).toContain('Left out: runs (results of earlier runs that git ignores).')
  expect(await dataFiles('nano-gpt-files')).toEqual(['data/train/a.csv'])
  printed = []
  await run('train.py')
  expect(printed.join('\n')).not.toContain('sent')
  expect((await newestRun()).program.files_uri).toBe('data-set://nano-gpt-files@v1')
  await write({ 'data/train/b.csv': '2' })
  await run('train.py')
  expect(printed).toContain('Unchanged since v 1.')
  expect((await newestRun()).program.files_uri).toBe('data-set://nano-gpt-files@v2')
})

test('keeps data beside the code where the server would take it as samples', async () => {
  await write({ 'data/train/rows.csv': '1', 'metadata.json': '[1, 2]', 'train.py': '' })
  await run('train.py')
  expect(await dataFiles('nano-gpt-files')).toEqual(['data/train/rows.csv', 'metadata.json'])
})

test('takes the repository as a whole, and starts where the person stands', async () => {
  await write({ 'demo/x.py': '', 'data/a.csv': '1', '.project-root': '' })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  process.chdir(join(folder, 'demo'))
  await run('x.py', '--data', '../data/a.csv')
  expect(printed[0]).toMatch(/^Registered nano-gpt v 1 from main@[0-9a-f]{7}\.$/)
  expect(await newestRun()).toMatchObject({
    program: { command: ['python', 'x.py'], working_directory: 'demo' },
    parameters: { main: { data: '../data/a.csv' } },
  })
  process.chdir(folder)
  await write({ 'demo/y.py': '' })
  await run('demo/y.py')
  expect(printed.join('\n')).toMatch(/Registered nano-gpt v 2 from main@[0-9a-f]{7} with changes\./)
  const { program } = await newestRun()
  expect([program.command, program.working_directory]).toEqual([['python', 'demo/y.py'], undefined])
})

test('mounts a file from outside of the folder, and replaces paths of this machine', async () => {
  await write({ 'train.py': '', '.gitignore': 'model.pt\n', 'model.pt': 'm' })
  await writeFile(join(above, 'outside.csv'), '1')
  await mkdir(join(above, 'images'))
  await writeFile(join(above, 'images', '1.png'), '1')
  await run(
    'train.py',
    '--data',
    '../outside.csv',
    '--images=../images/',
    '--init',
    join(folder, 'model.pt'),
    '--out',
    above,
  )
  expect(await dataFiles('nano-gpt-files')).toEqual([
    '.podium/files/images/1.png',
    '.podium/files/outside.csv',
    'model.pt',
  ])
  expect((await newestRun()).parameters).toEqual({
    main: {
      data: '.podium/files/outside.csv',
      images: '.podium/files/images/',
      init: 'model.pt',
      out: above,
    },
  })
})

test('leaves .env here and says so, and packs the file that a link leads to', async () => {
  await write({ 'train.py': '', '.env': 'KEY=secret', '.streamlit/config.toml': '', 'data/v1.csv': '1' })
  await symlink('v1.csv', join(folder, 'data', 'now.csv'))
  await symlink('/etc', join(folder, 'etc'))
  await run('train.py')
  expect(printed.slice(0, 2)).toEqual([
    'Left out: etc (links that lead nowhere or out of the folder: name a folder around both with --root).',
    '! .env stays here, because it may hold secrets. Give the program what it needs with --variable NAME=value, or as secrets of the workspace.',
  ])
})

test('gives the solution of another person another name, and keeps it', async () => {
  await server.as('member').call(registerSolution, {
    query: inFirst(),
    body: { metadata_json: { name: 'nano-gpt', pipeline: [{ type: 'train', command: ['true'] }] } },
  })
  await write({ 'train.py': '' })
  await run('train.py')
  const own = 'nano-gpt-developer'
  expect(printed[0]).toContain(`so this folder is ${own}.`)
  printed = []
  await run('train.py')
  expect(printed[0]).toBe('Unchanged since v 1.')
  await expect(run('--name', 'nano-gpt', 'train.py')).rejects.toThrow('choose another --name.')
})

test('asks for the folder by its path where a solution has the same name', async () => {
  await write({ 'churn/train.py': '' })
  await developer().call(registerSolution, {
    query: inFirst(),
    body: { metadata_json: { name: 'churn', pipeline: [{ type: 'train', command: ['true'] }] } },
  })
  await expect(command('run', ['churn'], { workspace: 'first-ws' })).rejects.toThrow(
    'churn is a solution and a folder here. For the folder: podium run ./churn. For the solution, say which version: podium run churn --version 1',
  )
  await command('run', ['churn'], { workspace: 'first-ws', version: '1' })
  expect(printed.at(-1)).toMatch(/^Started churn-v1-1 /)
})

test('passes everything behind the program to it', async () => {
  await write({ 'train.py': '', 'run.sh': '' })
  await run('train.py', '--help', '-f', '--workspace', 'second')
  expect((await newestRun()).parameters).toEqual({ main: { help: true, f: true, workspace: 'second' } })
  await run('.', '--', 'torchrun', '--nproc_per_node', '2', 'train.py', '--json')
  const { program, parameters } = await newestRun()
  expect([program.command, parameters]).toEqual([
    ['torchrun', '--nproc_per_node', '2', 'train.py'],
    { main: { json: true } },
  ])
})

test('asks before more than 100 MiB are sent for the first time', async () => {
  await write({ 'train.py': '', '.gitignore': 'data\n', 'data/small.csv': '1' })
  execFileSync('truncate', ['-s', '101M', join(folder, 'data', 'big.bin')])
  const sentence =
    '101 MiB would be sent for the first time: data/big.bin (101 MiB), .gitignore (1 KiB), data/small.csv (1 KiB), train.py (0 KiB). Name what the program does not need in .podiumignore.'
  await expect(run('train.py')).rejects.toThrow(`${sentence} Or send them all with --yes.`)
  const asked = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdin = vi.spyOn(process, 'stdin', 'get')
  const type = (text: string) =>
    stdin.mockReturnValue(
      Object.assign(Readable.from([text]), { isTTY: true }) as unknown as typeof process.stdin,
    )
  type('n\n')
  await expect(run('train.py')).rejects.toThrow('Nothing was sent, and no run was started.')
  expect(asked.mock.calls.join('')).toContain(`${sentence} Send them? [y/N] `)
  expect([await solutions(), await runs()]).toEqual([[], []])
  type('y\n')
  await run('train.py')
  stdin.mockRestore()
  await run('train.py')
  expect((await runs()).length).toBe(2)
})

test('refuses the whole machine and a home folder', async () => {
  await write({ 'train.py': '' })
  vi.stubEnv('HOME', folder)
  await expect(run('train.py')).rejects.toThrow(
    'Your home folder as a whole would go along. Move the program into a folder of its own, or name the folder that goes along with --root.',
  )
  await expect(run('--root', '/', 'train.py')).rejects.toThrow('The whole machine cannot go along.')
})

test('leaves nothing half made after ctrl-C, and a next command works at once', async () => {
  await write({ 'train.py': '' })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const { objects } = server.deps
  const { put } = objects
  objects.put = async () => {
    process.emit('SIGINT')
    await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(130))
    throw new Error('The command has ended.')
  }
  await expect(run('train.py')).rejects.toThrow()
  objects.put = put
  expect(printed).toContain('Stopped: no run was started.')
  expect([await solutions(), await uploadsLeft(), await runs()]).toEqual([[], [], []])
  await run('train.py')
  expect((await runs()).length).toBe(1)
})

test('registers nothing if a file changes while it is packed', async () => {
  await write({ 'train.py': 'one', '.venv/pyvenv.cfg': '' })
  vi.mocked(console.log).mockImplementation((line) => {
    // This is said after the files were hashed, and before they are packed.
    if (String(line).startsWith('Left out')) writeFileSync(join(folder, 'train.py'), 'two')
  })
  await expect(run('train.py')).rejects.toThrow(
    'train.py changes while it is read: wait until no program writes to it, then repeat the command.',
  )
  expect([await solutions(), await uploadsLeft()]).toEqual([[], []])
})

test('adds packages to the list of the folder', async () => {
  await write({ 'train.py': '', 'requirements.txt': 'numpy\n' })
  await run('--with', 'pandas', '--with', 'six', 'train.py')
  await run('--with', 'pandas>=2', 'train.py')
  expect(await readFile(join(folder, '.podium', 'requirements.txt'), 'utf8')).toBe('six\npandas>=2\n')
  const [solution] = (await developer().call(listSolutions, { query: inFirst() })).solutions
  const params = { id: solution?.id ?? '', n: 2 }
  const { metadata_json } = await developer().call(readVersion, { params })
  expect(metadata_json.python).toEqual({
    path: ['.'],
    requirements: ['requirements.txt', '.podium/requirements.txt'],
  })
})

const DECLARED = `
import argparse
import numpy, yaml, shared
parser = argparse.ArgumentParser()
parser.add_argument("data")
parser.add_argument("-e", "--epochs", type=int, default=3, help="How often")
parser.add_argument("--learning-rate", type=float, default=0.1)
parser.parse_args()
`

test('gives parameters the names and descriptions of the program, and its imports as packages', {
  tags: 'python',
}, async () => {
  await write({ 'train.py': DECLARED, 'shared.py': '' })
  await run('train.py', 'a.csv', '-e', '5', '--learning-rate', '1e-3')
  expect(printed.slice(0, 3)).toEqual([
    'No file names packages, and train.py imports numpy, PyYAML.',
    'Added numpy, PyYAML to .podium/requirements.txt.',
    'Registered nano-gpt v 1.',
  ])
  const { parameters, program } = await newestRun()
  expect(parameters).toEqual({ main: { data: 'a.csv', epochs: 5, learning_rate: 0.001 } })
  expect(program.arguments).toEqual([
    { name: 'data' },
    { name: 'epochs', flag: '-e' },
    { name: 'learning_rate', flag: '--learning-rate', text: '1e-3' },
  ])
  const [described] = (program.parameters as { user_parameters: { args: unknown[] }[] }).user_parameters
  expect(described?.args).toContainEqual({
    name: 'epochs',
    type: 'int',
    description: 'How often',
    default: [3],
  })
  await run('train.py', 'a.csv')
  expect(printed).toContain('Unchanged since v 1.')
})

test('asks at a terminal whether imports are to be installed, and does not ask again', {
  tags: 'python',
}, async () => {
  await write({ 'train.py': 'import numpy' })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdin = vi.spyOn(process, 'stdin', 'get')
  stdin.mockReturnValue(
    Object.assign(Readable.from(['n\n']), { isTTY: true }) as unknown as typeof process.stdin,
  )
  await run('train.py')
  await run('train.py')
  expect(await readFile(join(folder, '.podium', 'requirements.txt'), 'utf8')).toBe(
    '# train.py needs no packages. podium run --with NAME adds one.\n',
  )
  expect((await runs()).length).toBe(2)
})

test('runs the only program that a folder names, and lists the commands of several', {
  tags: 'python',
}, async () => {
  await write({
    'main.py': 'import argparse\np = argparse.ArgumentParser()\np.add_argument("--n", type=int, default=2)',
  })
  await run('.')
  expect(printed[0]).toBe('Runs main.py: python main.py --n 2')
  expect((await newestRun()).parameters).toEqual({ main: { n: 2 } })
  await write({ Makefile: 'train:\n\techo\n' })
  await expect(run('.')).rejects.toThrow(
    /^There are several programs here\. Name the one to run:\n +1 +main\.py: podium run \. -- python main\.py --n 2\n/,
  )
})

test("runs the pipeline of the folder's own metadata.json", async () => {
  const parameters = {
    user_parameters: [{ step: 'fit', args: [{ name: 'epochs', type: 'int', default: [3] }] }],
  }
  const pipeline = [{ type: 'train', command: ['python3', 'fit.py'], parameters }]
  await write({ 'metadata.json': JSON.stringify({ name: 'pumps', pipeline }), 'fit.py': '' })
  await run('-p', 'fit.epochs=5', '.')
  expect(await newestRun()).toMatchObject({
    name: 'pumps-1',
    parameters: { fit: { epochs: 5 } },
    program: { command: ['python3', 'fit.py'] },
  })
  await run('.')
  expect(printed).toContain('Unchanged since v 1.')
})

test('prints the run as JSON and nothing else on standard output', async () => {
  await write({ 'train.py': '' })
  const out: string[] = []
  vi.mocked(console.log).mockImplementation((line) => out.push(line))
  await run('--json', 'train.py')
  expect(JSON.parse(out.join('\n'))).toMatchObject({ name: 'nano-gpt-1', state: 'queued' })
})

test.each([
  [
    ['./sub'],
    './sub does not say which program to run. Name it: podium run ./sub -- python train.py --epochs 30',
  ],
  [['./no-such'], 'There is no folder ./no-such on this machine.'],
  [['nowhere.py'], 'There is no file nowhere.py on this machine.'],
  [['./notes.txt'], './notes.txt is not a program that can be run here'],
  [['--version', '2', '.'], 'name the solution instead of a folder.'],
  [['--root', 'sub', 'train.py'], 'train.py does not lie in sub: give another --root.'],
  [['--with', 'a b', 'train.py'], "'a b' is not the name of a package."],
  [['--name', 'No Name', 'train.py'], "'No Name' cannot be the name of a solution."],
])('refuses %j with a sentence', async (words, sentence) => {
  await write({ 'notes.txt': '', 'train.py': '', 'sub/x': '' })
  await expect(run(...words)).rejects.toThrow(sentence)
  expect(await solutions()).toEqual([])
})
