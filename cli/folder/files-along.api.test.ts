import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listDataSetFiles } from '@podium/contract/calls/data-set-files.ts'
import { listDataSets } from '@podium/contract/calls/data-sets.ts'
import { listSolutions, readVersion } from '@podium/contract/calls/solutions.ts'
import { expect, test, vi } from 'vitest'
import {
  above,
  developer,
  folder,
  inFirst,
  newestRun,
  printed,
  run,
  runs,
  solutions,
  uploadsLeft,
  useFolder,
  write,
} from './testing/folder-runs.ts'

useFolder()

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

function git(...args: string[]): void {
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  execFileSync('git', [...person, ...args], { cwd: folder, stdio: 'ignore' })
}

test('lays ignored data at its path, and sends it once', async () => {
  await write({ '.gitignore': '/data/\nruns/\n', 'data/train/a.csv': '1', 'runs/1/log': '', 'train.py': '' })
  await run('train.py')
  expect(printed).toContain('1/1 files, 1 sent')
  expect(printed).toContain('Left out: runs (results of earlier runs that git ignores).')
  expect(await dataFiles('nano-gpt-files')).toEqual(['data/train/a.csv'])
  printed.length = 0
  await run('train.py')
  expect(printed.join('\n')).not.toContain('sent')
  const first = await newestRun()
  expect(first.program.files_uri).toBe('data-set://nano-gpt-files@v1')
  // A run that is started from the version elsewhere gets the files too.
  const { metadata_json } = await developer().call(readVersion, { params: { id: first.solution_id, n: 1 } })
  expect(metadata_json).toMatchObject({ pipeline: [{ files_uri: 'data-set://nano-gpt-files@v1' }] })
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
  await run('--with', 'numpy', 'demo/x.py')
  expect(printed.join('\n')).toMatch(/Registered nano-gpt v 2 from main@[0-9a-f]{7}\./)
  await write({ 'demo/y.py': '' })
  await run('demo/y.py')
  expect(printed.join('\n')).toMatch(/Registered nano-gpt v 3 from main@[0-9a-f]{7} with changes\./)
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

test('leaves a private key here that an argument names, whatever was agreed to', async () => {
  await write({ 'train.py': '' })
  await writeFile(join(above, 'id_rsa'), 'key')
  await run('--yes', 'train.py', '--key', '../id_rsa')
  await run('--yes', 'train.py', '--key', '../id_rsa')
  const sentence =
    '! ../id_rsa stays here, because it may hold secrets. Give the program what it needs with --variable NAME=value, or as secrets of the workspace.'
  expect(printed.filter((line) => line === sentence)).toHaveLength(2)
  expect(await dataFiles('nano-gpt-files')).toEqual([])
  expect((await newestRun()).parameters).toEqual({ main: { key: '../id_rsa' } })
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
