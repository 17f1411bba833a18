import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NAMING } from './set-version.mjs'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const journal = JSON.parse(read('database/migrations/meta/_journal.json')) as { entries: { tag: string }[] }

/**
 * Each number of the product with how many migrations it has. A change that brings another migration, or another form of
 * exports, gets a number of its own: add a line, and run `node scripts/set-version.mjs NUMBER`.
 */
const NUMBERS: [version: string, migrations: number][] = [
  ['0.1.0', 17],
  ['0.2.0', 46],
]

test('a new migration has a new number of the product, so that two databases of one number are alike', () => {
  expect(NUMBERS.at(-1)).toEqual([version, journal.entries.length])
})

test('numbers grow, and none has fewer migrations than the one before it', () => {
  const versions = NUMBERS.map(([each]) => each)
  const ordered = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  expect(versions).toEqual([...new Set(ordered)])
  const counts = NUMBERS.map(([, count]) => count)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
})

test.each(NAMING)('%s names the number of the product', (path) => {
  expect(read(path)).toContain(version)
})
