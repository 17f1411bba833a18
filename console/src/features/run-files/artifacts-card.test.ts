import { expect, test } from 'vitest'
import { treeRows } from './artifacts-card.tsx'

const at = '2026-11-20T09:00:00.000Z'
const artifacts = [
  { path: 'report/b/deep.csv', size: 3, modified_at: at },
  { path: 'report/a.csv', size: 2, modified_at: at },
  { path: 'model/model.json', size: 10, modified_at: at },
  { path: 'about.txt', size: 1, modified_at: at },
]

test('lists folders with their contents before files, each in order', () => {
  const rows = treeRows(artifacts, () => true)
  expect(rows.map(({ path, depth, size }) => [path, depth, size])).toEqual([
    ['model/', 0, 10],
    ['model/model.json', 1, 10],
    ['report/', 0, 5],
    ['report/b/', 1, 3],
    ['report/b/deep.csv', 2, 3],
    ['report/a.csv', 1, 2],
    ['about.txt', 0, 1],
  ])
  expect(rows.map(({ name }) => name).slice(2, 5)).toEqual(['report', 'b', 'deep.csv'])
})

test('hides the contents of a closed folder', () => {
  const rows = treeRows(artifacts, (path) => path === 'report/')
  expect(rows.map(({ path }) => path)).toEqual([
    'model/',
    'report/',
    'report/b/',
    'report/a.csv',
    'about.txt',
  ])
})
