import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = new URL('../docs/decisions', import.meta.url).pathname

const records = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-.+\.md$/.test(name))
  .sort()

/** Returns a title such as '# 42. TanStack Router and Query' without its number. */
function titleOf(name: string): string {
  const [line = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n')
  return line.replace(/^# \d+[.:]? /, '')
}

test('gives every record its own number, and lists it in the index by its title', () => {
  const numbers = records.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  const missing = records
    .map((name) => `- ${Number(name.slice(0, 4))}. [${titleOf(name)}](${name})`)
    .filter((line) => !index.includes(line))
  expect(missing).toEqual([])
})
