import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const rows = readFileSync(join(root, 'docs/operations/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, , tests = '', figure = ''] = line.split('|').map((cell) => cell.trim())
    return /^\d+$/.test(number ?? '') ? [{ number: Number(number), tests, figure }] : []
  })

const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')

test('gives each of the forty-two statements a row, with a figure', () => {
  expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 42 }, (_, at) => at + 1),
  )
  expect(rows.filter(({ figure }) => figure === '')).toEqual([])
})

test('names only test files that exist', () => {
  for (const { number, tests } of rows) {
    expect([number, named(tests).length > 0]).toEqual([number, true])
    expect([number, named(tests).filter((path) => !existsSync(join(root, path)))]).toEqual([number, []])
  }
})
