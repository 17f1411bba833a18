import type { EnvironmentList } from '@podium/contract/calls/environment-packages.ts'
import { expect, test } from 'vitest'
import { type RequestedPackages, withRequests } from './requested-packages.ts'

type Installed = EnvironmentList['packages'][number]

const one = (name: string, part: Partial<Installed> = {}): Installed => {
  return { name, version: '1.0', source: null, asked_by: [], size: 1, ...part }
}
const line = (name: string, at: number, path = '') => ({ name, path, place: `requirements.txt line ${at}` })
const ASKED: RequestedPackages = { file: 'requirements.txt', folder: '', asks: [], project_lines: [] }

function places(packages: Installed[], asked: Partial<RequestedPackages>) {
  return Object.fromEntries(
    withRequests(packages, { ...ASKED, ...asked }).map(({ name, asked_in }) => [name, asked_in]),
  )
}

test('includes a package that was requested from pip even if another one needs it', () => {
  const packages = [
    one('Line_One', { is_requested: true, asked_by: ['line-two'] }),
    one('line-two', { is_requested: true }),
    one('six', { is_requested: false, asked_by: ['line-two'] }),
    one('pip', { is_requested: false }),
  ]
  expect(places(packages, { asks: [line('line-one', 1), line('six', 2)] })).toEqual({
    Line_One: ['requirements.txt line 1'],
    'line-two': ['requirements.txt'],
    six: [],
    pip: [],
  })
})

test('takes requested packages from the files if the tool does not report them', () => {
  const packages = [
    one('line-one', { asked_by: ['line-two'] }),
    one('line-two'),
    one('six', { asked_by: ['line-two'] }),
    one('lib', { source: './lib' }),
  ]
  const asks = [line('line-one', 1), line('line-one', 3), line('', 4, './lib')]
  expect(places(packages, { asks })).toEqual({
    'line-one': ['requirements.txt line 1', 'requirements.txt line 3'],
    'line-two': ['requirements.txt'],
    six: [],
    lib: ['requirements.txt line 4'],
  })
})

test('includes the requirements of an installed project, with the lines of its file', () => {
  const packages = [
    one('line', { source: './sub', is_requested: true }),
    one('numpy', { asked_by: ['line'], is_requested: false }),
    one('six', { asked_by: ['line'], is_requested: false }),
    one('tqdm', { asked_by: ['numpy'], is_requested: false }),
  ]
  const project_lines = [{ name: 'numpy', path: '', place: 'sub/pyproject.toml line 7' }]
  expect(places(packages, { file: 'sub/pyproject.toml', folder: 'sub/', project_lines })).toEqual({
    line: ['sub/pyproject.toml'],
    numpy: ['sub/pyproject.toml line 7'],
    six: ['sub/pyproject.toml'],
    tqdm: [],
  })
})
