import { expect, test } from 'vitest'
import type { InstalledPackage } from '../calls/run-packages.ts'
import { packageDifferences, pinnedLines, versionsByName } from './package-lines.ts'

const one = (name: string, version: string, source: string | null = null): InstalledPackage => {
  return { name, version, source, asked_by: [], size: 1 }
}

test('finds packages that were added, removed, of another version or from elsewhere', () => {
  const before = [one('a', '1.0'), one('Gone', '2.0'), one('moved', '1.0'), one('py_yaml', '6.0')]
  const now = [
    one('a', '1.1'),
    one('moved', '1.0', 'https://a.example/m.whl'),
    one('new', '3'),
    one('Py-YAML', '6.0'),
  ]
  expect(packageDifferences(before, now)).toEqual([
    { name: 'a', before: '1.0', now: '1.1' },
    { name: 'Gone', before: '2.0', now: null },
    { name: 'moved', before: '1.0', now: '1.0 from https://a.example/m.whl' },
    { name: 'new', before: null, now: '3' },
  ])
  expect(packageDifferences(now, now)).toEqual([])
})

test('writes packages as a requirements file, and those whose password is masked as comments', () => {
  const packages = [
    one('numpy', '2.2.2'),
    one('lines', '0.3', 'git+https://git.example/lines.git@4b1f00d'),
    one('closed', '1.0', 'https://***@packages.example/closed.whl'),
    one('own', '0.1', './lib/own'),
    one('wheel-house', '0.2', '/opt/wheels/house.whl'),
  ]
  expect(pinnedLines({ packages })).toEqual([
    'numpy==2.2.2',
    'lines @ git+https://git.example/lines.git@4b1f00d',
    '# closed==1.0 came from https://***@packages.example/closed.whl: its password is not kept',
    './lib/own',
    'wheel-house @ file:///opt/wheels/house.whl',
  ])
})

test('names versions by the name that indexes compare', () => {
  expect(versionsByName([one('Py_YAML', '6.0')])).toEqual({ 'py-yaml': '6.0' })
})
