import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_PATHS } from '../contract/rules/own-paths.ts'
import { readSourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const consoleFiles = readSourceFiles(root)
  .map(({ path }) => path)
  .filter((path) => /^console\/src\/.*\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))

test('takes the addresses of calls from the one place that knows the base path', () => {
  const taken = /import \{[^}]*\b(addressOf|addressAt)\b[^}]*\} from '@podium\/contract\/wire\/call\.ts'/
  expect(consoleFiles.filter((path) => taken.test(textOf(path)))).toEqual(['console/src/api/address-of.ts'])
})

test('leaves out the base path in no link of the console', () => {
  const written = /\b(href|src|action)=(\{?["'`])\/|href=\{[\w.]+\.path\b|fetch\(['"`]\/|\.open\(['"`]\//
  expect(consoleFiles.filter((path) => written.test(textOf(path)))).toEqual([])
})

test('begins addresses of the console and its calls with words that no base path may begin with', () => {
  const paths = [...textOf('console/src/routes.tsx').matchAll(/path: '\/([^/'$]+)/g)].map(
    ([, first]) => first,
  )
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((first) => first !== undefined && !OWN_PATHS.has(first))).toEqual([])
})
