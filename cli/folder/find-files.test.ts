import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFiles } from './find-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'podium-files-'))
  vi.stubEnv('XDG_CONFIG_HOME', join(root, '..', 'no-such-folder'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

async function found() {
  const { source, data, leftOut } = await findFiles(root)
  const paths = (files: { path: string }[]) => files.map(({ path }) => path)
  return {
    source: paths(source),
    data: paths(data),
    leftOut: leftOut.map(({ path, reason }) => `${path} ${reason}`),
  }
}

const name = fc.constantFrom('a', 'b', 'c', 'd.txt', 'e.bin', 'x y', '[f]', 'é', 'à', '.hid', '#g', '!h', 'A')
const segment = fc.oneof(
  name,
  fc.constantFrom(
    '*',
    '**',
    '?',
    '*.txt',
    '*.b*',
    '[a-c]',
    '[!a]',
    '\\[f\\]',
    '\\#g',
    '\\!h',
    'x\\ y',
    'a*',
    '.*',
  ),
)
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/', ' ', '/  '),
  )
  .map(([sign, start, parts, end]) => sign + start + parts.join('/') + end)
const rules = fc
  .tuple(
    fc.array(fc.oneof(pattern, fc.constant(''), fc.constant('# c')), { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([lines, end]) => lines.join(end) + end)
const folder = fc.array(name, { maxLength: 2 }).map((parts) => parts.join('/'))
const tree = fc.record({
  files: fc.array(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    { maxLength: 20 },
  ),
  ignoreFiles: fc.dictionary(folder, rules, { maxKeys: 3 }),
  exclude: rules,
  tracked: fc.array(fc.nat(19), { maxLength: 4 }),
})

/** Writes a file, unless its path is a folder or leads through a file. */
function tryToWrite(path: string, text: string): boolean {
  try {
    write({ [path]: text })
    return true
  } catch {
    return false
  }
}

test('takes as source exactly what git would, and everything else as data', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async ({ files, ignoreFiles, exclude, tracked }) => {
      rmSync(root, { recursive: true })
      mkdirSync(root)
      git('init', '-q')
      const written = files.filter((path) => tryToWrite(path, 'x'))
      for (const at of tracked) if (written[at] !== undefined) git('add', '-f', '--', written[at])
      for (const [place, text] of Object.entries(ignoreFiles)) tryToWrite(join(place, '.gitignore'), text)
      write({ '.git/info/exclude': exclude })
      const listed = git('ls-files', '-z', '-co', '--exclude-standard').split('\0')
      const source = [...new Set(listed)].filter((path) => path !== '').sort()
      const all = git('ls-files', '-z', '-co').split('\0')
      const here = await found()
      expect(here.source).toEqual(source)
      expect([...here.source, ...here.data].sort()).toEqual(
        [...new Set(all)].filter((path) => path !== '').sort(),
      )
    }),
    { numRuns: 200 },
  )
})

test('takes hidden files of a project, and leaves out keys, caches and environments', async () => {
  write({
    '.project-root': '',
    '.github/ci.yml': '',
    '.env': 'KEY=1',
    '.git/HEAD': 'ref: refs/heads/main',
    'a/__pycache__/b.pyc': '',
    'mine/pyvenv.cfg': '',
    'mine/bin/python': '',
    'train.py': '',
  })
  expect(await found()).toEqual({
    source: ['.github/ci.yml', '.project-root', 'train.py'],
    data: [],
    leftOut: ['.env secret', '.git made-again', 'a/__pycache__ made-again', 'mine made-again'],
  })
})

test('takes ignored data, and leaves out ignored results, builds and secrets', async () => {
  write({
    '.gitignore': '/data/\n*.bin\nruns\nbuild/\nsecrets.yaml\nid_rsa\n',
    'data/train/rows.csv': '',
    'model.bin': '',
    'runs/1/log.txt': '',
    'build/x': '',
    'secrets.yaml': '',
    id_rsa: '',
    'train.py': '',
    'src/runs/log.txt': '',
  })
  expect(await found()).toEqual({
    source: ['.gitignore', 'train.py'],
    data: ['data/train/rows.csv', 'model.bin'],
    leftOut: ['build made-again', 'id_rsa secret', 'runs result', 'secrets.yaml secret', 'src/runs result'],
  })
})

test('leaves out keys that git does not track, except those that .podiumignore asks for', async () => {
  write({
    'train.py': '',
    id_rsa: '',
    'tls/server.key': '',
    'tls/ca.pem': '',
    'token.p12': '',
    'secrets.py': '',
  })
  write({ '.podiumignore': '!tls/ca.pem\n' })
  expect(await found()).toEqual({
    source: ['.podiumignore', 'secrets.py', 'tls/ca.pem', 'train.py'],
    data: [],
    leftOut: ['id_rsa secret', 'tls/server.key secret', 'token.p12 secret'],
  })
  git('init', '-q')
  git('add', 'id_rsa')
  expect((await found()).source).toContain('id_rsa')
})

test('takes files with the names of results as source where git does not ignore them', async () => {
  write({ 'runs/base.yaml': '', 'build/make.sh': '' })
  expect(await found()).toEqual({ source: ['build/make.sh', 'runs/base.yaml'], data: [], leftOut: [] })
})

test('leaves out what .podiumignore names, and takes what it names with an exclamation mark', async () => {
  write({
    '.gitignore': 'runs/\n',
    '.podiumignore': 'big/\n*.tmp\n!runs\n',
    'deep/.podiumignore': '/here.txt\n',
    'deep/here.txt': '',
    'deep/er/here.txt': '',
    'big/1.bin': '',
    'a.tmp': '',
    'runs/base.pt': '',
  })
  expect(await found()).toEqual({
    source: ['.gitignore', '.podiumignore', 'deep/.podiumignore', 'deep/er/here.txt'],
    data: ['runs/base.pt'],
    leftOut: ['a.tmp named', 'big named', 'deep/here.txt named'],
  })
})

test('takes tracked files of an ignored folder of results, and leaves out the others', async () => {
  write({ '.gitignore': 'runs/\n', 'runs/base/a.yaml': '', 'runs/base/b.pt': '', 'runs/1/log.txt': '' })
  git('init', '-q')
  git('add', '-f', 'runs/base/a.yaml')
  const { source, data } = await found()
  expect([source, data]).toEqual([['.gitignore', 'runs/base/a.yaml'], []])
})

test('takes the files of a repository within the repository', async () => {
  git('init', '-q')
  write({ 'sub/.git/HEAD': '', 'sub/.gitignore': '*.bin\n', 'sub/a.py': '', 'sub/b.bin': '' })
  const { source, data } = await found()
  expect([source, data]).toEqual([['sub/.gitignore', 'sub/a.py'], ['sub/b.bin']])
})

test('takes the files that links lead to, and leaves out links that lead outside, nowhere or around', async () => {
  write({ 'data/v1/a.csv': 'a', 'train.py': '', '.env': '' })
  await symlink('v1', join(root, 'data/now'))
  await symlink('../train.py', join(root, 'data/linked.py'))
  await symlink('..', join(root, 'data/up'))
  await symlink('/etc/hostname', join(root, 'outside'))
  await symlink('nowhere', join(root, 'broken'))
  await symlink('.env', join(root, 'settings'))
  const { source, leftOut } = await found()
  expect(source).toEqual(['data/linked.py', 'data/now/a.csv', 'data/v1/a.csv', 'train.py'])
  expect(leftOut.filter((line) => line.endsWith(' link'))).toEqual([
    'broken link',
    'data/up link',
    'outside link',
    'settings link',
  ])
})

test('ends where folders link to each other', async () => {
  for (const one of ['a', 'b', 'c', 'd']) {
    await mkdir(join(root, one))
    write({ [`${one}/x`]: '' })
    for (const other of ['a', 'b', 'c', 'd']) await symlink(`../${other}`, join(root, one, `to-${other}`))
  }
  expect((await found()).source).toContain('a/to-b/to-c/to-d/x')
})

test('applies the ignore files above a root within the repository', async () => {
  const top = root
  git('init', '-q')
  write({ '.gitignore': '/part/a.bin\n', 'part/.gitignore': 'b.bin\n', 'part/deep/x': '' })
  root = join(top, 'part')
  write({ 'a.bin': '', 'b.bin': '', 'deep/b.bin': '' })
  const { source, data } = await found()
  root = top
  expect([source, data]).toEqual([
    ['.gitignore', 'deep/x'],
    ['a.bin', 'b.bin', 'deep/b.bin'],
  ])
})

test('names files whose names no archive can hold', async () => {
  await writeFile(Buffer.concat([Buffer.from(`${root}/gr`), Buffer.of(0xfc), Buffer.from('n.csv')]), 'x')
  write({ 'a\\b': '' })
  await expect(found()).rejects.toThrow(
    'a\\b, gr\ufffdn.csv: such a name is not in UTF-8, or has a backslash or a control character. Rename it, or name its folder in .podiumignore.',
  )
})

test('takes of its own folder only the list of packages', async () => {
  write({
    '.podium/requirements.txt': 'numpy',
    '.podium/solution.json': '{}',
    '.podium/host-token': 'x',
    'sub/.podium/x': '',
  })
  expect(await found()).toEqual({
    source: ['.podium/requirements.txt'],
    data: [],
    leftOut: ['sub/.podium made-again'],
  })
})
