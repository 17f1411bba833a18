// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname
const product = readSourceFiles(root)
  .map(({ path }) => path)
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** The tables by the name that Drizzle's statements use. */
const TABLES = new Map(
  product
    .filter((path) => path.startsWith('database/schema/'))
    .flatMap((path) => [...textOf(path).matchAll(/export const (\w+) = \w+\(\s*'(\w+)'/g)])
    .map(([, name = '', table = '']) => [name, table]),
)
const NAMES = new Set(TABLES.values())

test('each table is written by one domain', () => {
  const written = product.flatMap((path) => {
    const domain = /^server\/src\/domains\/([^/]+)\//.exec(path)?.[1]
    return domain ? writtenIn(textOf(path)).map((table) => ({ table, domain })) : []
  })
  const writersOf = (name: string) => [
    ...new Set(written.filter(({ table }) => table === name).map(({ domain }) => domain)),
  ]
  const writers = [...NAMES].map((table) => [table, writersOf(table)] as const)
  expect(writers.filter(([, domains]) => domains.length > 1)).toEqual([])
})

test('each statement that writes names its table', () => {
  const unnamed = /\b(?:insert\s+into|update|delete\s+from)\s+\$\{/i
  expect(
    product.filter((path) => path.startsWith('server/src/domains/') && unnamed.test(textOf(path))),
  ).toEqual([])
})

/** The tables that a file writes by statements of Drizzle or of SQL. */
function writtenIn(text: string): string[] {
  const statements = [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)]
  const sql = [...text.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/gi)]
  return [
    ...statements.map(([, name = '']) => TABLES.get(name) ?? ''),
    ...sql.map(([, table = '']) => table.toLowerCase()),
  ].filter((table) => NAMES.has(table))
}
