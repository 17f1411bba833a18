import { planOf } from '@podium/contract/python-packages/testing/plan-of.ts'
import { expect, test } from 'vitest'
import { createInstallReport } from './install-report.ts'
import { packageIndexes } from './package-index.ts'

const NO_SETTINGS = { index_url: null, extra_index_url: null, find_links: null }
const PIP = { python: 'python3', uv: null }
const UV = { python: 'python3', uv: 'uv' }

interface Asked {
  files: Record<string, string>
  by?: typeof PIP | typeof UV
  settings?: Partial<Record<keyof typeof NO_SETTINGS, string>>
  output?: string
  uvIndexes?: string
}

async function indexOf(
  { files, by = PIP, settings = {}, output = '', uvIndexes = '' }: Asked,
  name = 'line',
  version = '1.0',
) {
  const plan = await planOf(files)
  if (!plan) return expect.fail('no packages are asked for')
  const { report, read } = createInstallReport()
  for (const line of output.split('\n')) read(line)
  return packageIndexes(plan, by, { ...NO_SETTINGS, ...settings }, { report, uvIndexes })(name, version)
}

const files = { 'requirements.txt': 'line\n' }
const TWO = 'Looking in indexes: https://one.example/simple, https://pypi.org/simple\n'

test('names the one index that pip searches', async () => {
  expect(await indexOf({ files })).toBe('pypi.org')
  expect(await indexOf({ files, output: 'Looking in indexes: https://***@one.example:8443/simple/' })).toBe(
    'one.example:8443',
  )
})

test.each([
  [
    'its file lies there',
    'Downloading https://one.example/f/line-1.0-py3-none-any.whl (1 kB)',
    'one.example',
  ],
  ['pip leaves the address out', 'Using cached line-1.0-py3-none-any.whl (1 kB)', 'pypi.org'],
  ['its file lies elsewhere', 'Downloading https://cdn.example/line-1.0-py3-none-any.whl (1 kB)', null],
  ['pip names no file', '', null],
])('finds out which of several indexes pip used if %s', async (_, output, expected) => {
  expect(await indexOf({ files, output: TWO + output })).toBe(expected)
})

test('names no index if wheels of a folder may have been used', async () => {
  expect(await indexOf({ files, output: 'Looking in links: /opt/wheels' })).toBeNull()
})

test('names the one index that uv was given', async () => {
  expect(await indexOf({ files, by: UV, settings: { index_url: 'https://u:p@one.example/simple' } })).toBe(
    'one.example',
  )
  const own = { 'requirements.txt': '--index-url https://two.example/simple\nline\n' }
  expect(await indexOf({ files: own, by: UV, settings: { index_url: 'https://one.example/simple' } })).toBe(
    'two.example',
  )
})

test.each([
  ['a second index', { files, settings: { extra_index_url: 'https://two.example/simple' } }],
  [
    'a line with a second one',
    { files: { 'requirements.txt': '--extra-index-url https://two.example\nline\n' } },
  ],
  ['settings of uv', { files: { ...files, 'uv.toml': '', 'pyproject.toml': '' } }],
])('names none if uv has %s', async (_, asked) => {
  expect(await indexOf({ by: UV, ...asked })).toBeNull()
})

test('names the index of each package as reported by uv', async () => {
  const uvIndexes = `line==1.0
    # from https://one.example:8443/simple/
line-two==2.0+cpu
    # from https://two.example/simple
line-three==3.0
    # from file:///opt/wheels
line-four==4.0
`
  const asked = { files, by: UV, settings: { extra_index_url: 'https://two.example/simple' }, uvIndexes }
  expect(await indexOf(asked)).toBe('one.example:8443')
  expect(await indexOf(asked, 'Line_Two', '2.0+cpu')).toBe('two.example')
  expect(await indexOf(asked, 'line-three', '3.0')).toBeNull()
  expect(await indexOf(asked, 'line-four', '4.0')).toBeNull()
  expect(await indexOf(asked, 'line', '1.1')).toBeNull()
})

test('names the index of each package as recorded in a lock', async () => {
  const pyproject = '[project]\nname = "own"\nversion = "1"\ndependencies = ["line"]\n'
  const lock = `[[package]]
name = "line"
version = "1.0"
source = { registry = "https://one.example/simple" }

[[package]]
name = "own"
version = "1"
source = { virtual = "." }
`
  const locked = { files: { 'pyproject.toml': pyproject, 'uv.lock': lock }, by: UV }
  expect(await indexOf(locked)).toBe('one.example')
  expect(await indexOf(locked, 'own', '1')).toBeNull()
  const pylock = '[[packages]]\nname = "line"\nversion = "1.0"\nindex = "https://two.example/simple"\n'
  expect(await indexOf({ files: { 'pylock.toml': pylock }, by: UV })).toBe('two.example')
})
