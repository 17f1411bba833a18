import { expect, test } from 'vitest'
import { readPythonSettings } from './python-settings.ts'
import { readSettings } from './settings.ts'

function read(env: Record<string, string>) {
  const settings = readSettings(env)
  return { read: readPythonSettings(settings), problems: settings.problems }
}

test('without settings pip decides, and environments stay for thirty days', () => {
  expect(read({})).toEqual({
    read: {
      python: null,
      index_url: null,
      extra_index_url: null,
      find_links: null,
      install_minutes: 20,
      keep_days: 30,
      keep_bytes: 20 * 2 ** 30,
    },
    problems: [],
  })
})

test('an address that is none is refused without telling it, as it may hold a password', () => {
  const { problems } = read({
    PODIUM_PYTHON_INDEX_URL: 'reader:copper@packages.example.org',
    PODIUM_PYTHON_EXTRA_INDEX_URL: 'https://one.example.org/simple file:///srv/simple',
    PODIUM_PYTHON_INSTALL_MINUTES: 'soon',
  })
  expect(problems).toEqual([
    'PODIUM_PYTHON_INDEX_URL: give the address of a package index, with https://, http:// or file://.',
    'PODIUM_PYTHON_INSTALL_MINUTES=soon: give a whole number from 0 to 1440.',
  ])
})

test('one index is the first, others are named apart', () => {
  expect(
    read({ PODIUM_PYTHON_INDEX_URL: 'https://one.example.org https://two.example.org' }).problems,
  ).toEqual([
    'PODIUM_PYTHON_INDEX_URL: give one address; more of them belong in PODIUM_PYTHON_EXTRA_INDEX_URL.',
  ])
})
