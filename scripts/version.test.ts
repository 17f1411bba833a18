import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NAMING, renumbered } from './set-version.mjs'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const journal = JSON.parse(read('database/migrations/meta/_journal.json')) as { entries: { tag: string }[] }

/**
 * Each version of the product with its number of migrations. A change that adds a migration, or changes the format of
 * exports, needs a new version: add a line, and run `node scripts/set-version.mjs NUMBER`.
 */
const NUMBERS: [version: string, migrations: number][] = [
  ['0.1.0', 17],
  ['0.2.0', 46],
  ['0.2.1', 47],
]

test('requires a new version for a new migration, so that databases of one version are alike', () => {
  expect(NUMBERS.at(-1)).toEqual([version, journal.entries.length])
})

test('raises versions, and never lowers the number of migrations', () => {
  const versions = NUMBERS.map(([each]) => each)
  const ordered = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  expect(versions).toEqual([...new Set(ordered)])
  const counts = NUMBERS.map(([, count]) => count)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
})

test.each(NAMING)('names the version of the product in %s', (path) => {
  expect(read(path)).toContain(version)
})

test('changes a version in names of files, and keeps an address that contains the same digits', () => {
  expect(renumbered('podium-0.2.0.tgz and 10.2.0.0/16 (0.2.0).', '0.2.0', '0.2.1')).toBe(
    'podium-0.2.1.tgz and 10.2.0.0/16 (0.2.1).',
  )
})
