import { PYTHON_DEFAULTS, pythonNotices } from '@podium/engines/python-settings.ts'
import { expect, test } from 'vitest'
import { readPythonSettings } from './python-settings.ts'
import { readSettings } from './settings.ts'

function read(env: Record<string, string>) {
  const settings = readSettings(env)
  return { read: readPythonSettings(settings, env), problems: settings.problems }
}

test('leaves everything to pip by default, and keeps environments for thirty days', () => {
  expect(read({})).toEqual({
    read: {
      python: null,
      index_url: null,
      extra_index_url: null,
      find_links: null,
      trusted_hosts: [],
      installer: null,
      python_downloads: null,
      authorities: null,
      proxies: {},
      install_minutes: 20,
      keep_days: 30,
      keep_bytes: 20 * 2 ** 30,
    },
    problems: [],
  })
})

test('refuses an invalid address without quoting it, because it may hold a password', () => {
  const { problems } = read({
    PODIUM_PYTHON_INDEX_URL: 'reader:copper@packages.example.org',
    PODIUM_PYTHON_EXTRA_INDEX_URL: 'https://one.example.org/simple file:///usr',
    PODIUM_PYTHON_INSTALL_MINUTES: 'soon',
  })
  expect(problems).toEqual([
    'PODIUM_PYTHON_INDEX_URL: give the address of a package index, with https://, http:// or file://.',
    'PODIUM_PYTHON_INSTALL_MINUTES=soon: give a whole number from 0 to 1440.',
  ])
})

test.each([
  ['on', null, null],
  ['https://mirror.example.org/pythons/', 'https://mirror.example.org/pythons', null],
  ['file:///usr', 'file:///usr', null],
  ['file:///srv/none-of-that-name', expect.anything(), 'cannot be read as a folder'],
  [
    'reader:copper@mirror.example.org',
    expect.anything(),
    'PODIUM_PYTHON_DOWNLOADS: give `on`, or the address',
  ],
])('reads PODIUM_PYTHON_DOWNLOADS=%s', (value, mirror, problem) => {
  const { read: settings, problems } = read({ PODIUM_PYTHON_DOWNLOADS: value })
  expect(settings.python_downloads).toEqual({ mirror })
  expect(problems).toEqual(problem === null ? [] : [expect.stringContaining(problem)])
  expect(problems.join()).not.toContain('copper')
})

test('uses one index as the first, and names others separately', () => {
  expect(
    read({ PODIUM_PYTHON_INDEX_URL: 'https://one.example.org https://two.example.org' }).problems,
  ).toEqual([
    'PODIUM_PYTHON_INDEX_URL: give one address; more of them belong in PODIUM_PYTHON_EXTRA_INDEX_URL.',
  ])
})

test.each([
  ['a relative folder', 'wheels', 'give paths from / on'],
  ['a folder that is missing', '/srv/none-of-that-name', 'cannot be read as a folder'],
])('refuses %s of wheels', (_, place, problem) => {
  const { problems } = read({ PODIUM_PYTHON_FIND_LINKS: `/usr ${place}` })
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test('passes proxies, authorities and trusted hosts to installations', () => {
  const env = {
    HTTPS_PROXY: 'http://proxy.example.org:3128',
    no_proxy: 'example.org',
    SSL_CERT_FILE: '/etc/hosts',
    PODIUM_PYTHON_TRUSTED_HOSTS: 'packages.lan, other.lan',
    PODIUM_PYTHON_INSTALLER: 'uv',
  }
  expect(read(env)).toMatchObject({
    read: {
      proxies: { HTTPS_PROXY: 'http://proxy.example.org:3128', no_proxy: 'example.org' },
      authorities: '/etc/hosts',
      trusted_hosts: ['packages.lan', 'other.lan'],
      installer: 'uv',
    },
    problems: [],
  })
  expect(read({ SSL_CERT_FILE: '/none.pem' }).problems).toEqual([
    expect.stringContaining('/none.pem cannot be read'),
  ])
  expect(read({ PODIUM_PYTHON_INSTALLER: 'conda' }).problems).toEqual([
    'PODIUM_PYTHON_INSTALLER=conda: give one of pip, uv.',
  ])
})

test('reports an http index on another host unless it is trusted', () => {
  const settings = { ...PYTHON_DEFAULTS, index_url: 'http://reader:copper@packages.lan/simple' }
  expect(pythonNotices(settings)).toEqual([
    'PODIUM_PYTHON_INDEX_URL names packages.lan with http: pip refuses packages from there. Use https, or name packages.lan in PODIUM_PYTHON_TRUSTED_HOSTS.',
  ])
  expect(pythonNotices({ ...settings, trusted_hosts: ['packages.lan'] })).toEqual([])
  expect(pythonNotices({ ...settings, index_url: 'http://127.0.0.1:8080/simple' })).toEqual([])
})
