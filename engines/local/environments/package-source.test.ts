import { expect, test } from 'vitest'
import { packageSource } from './package-source.ts'

const git = { vcs: 'git', commit_id: '4b1f00d' }
test.each([
  ['an archive', { url: 'https://packages.example/a.whl' }, 'https://packages.example/a.whl'],
  [
    'a repository at a commit',
    { url: 'https://git.example/a.git', vcs_info: git, subdirectory: 'lib' },
    'git+https://git.example/a.git@4b1f00d#subdirectory=lib',
  ],
  ['a password', { url: 'https://ci:pass@git.example/a' }, 'https://***@git.example/a'],
  ['a password that holds @', { url: 'https://ci:p@ss@git.example/a' }, 'https://***@git.example/a'],
  ['a token as user name', { url: 'ssh://t0ken@git.example/a' }, 'ssh://***@git.example/a'],
  [
    'a token in the query',
    { url: 'https://a.example/a.whl?raw=1&private_token=abc#x' },
    'https://a.example/a.whl?raw=1&private_token=***#x',
  ],
  [
    'a token with a space',
    { url: 'https://a.example/a.whl?token=abc def' },
    'https://a.example/a.whl?token=***',
  ],
  ['a folder of the source', { url: 'file:///runs/work/lib%20a', dir_info: {} }, './lib%20a'],
  ['the source itself', { url: 'file:///runs/work', dir_info: {} }, './'],
  ['a folder of the copy', { url: 'file:///build/source/lib', dir_info: {} }, './lib'],
  ['a folder elsewhere', { url: 'file:///opt/wheels/a.whl' }, '/opt/wheels/a.whl'],
  ['letters beyond ASCII', { url: 'https://a.example/ä\n\ud800' }, 'https://a.example/%C3%A4%0A%EF%BF%BD'],
  ['nothing', null, null],
  ['something else', { url: 7 }, null],
])('gives the source of a package from %s', (_, record, source) => {
  expect(packageSource(record, ['/runs/work', '/build/source'])).toBe(source)
})
