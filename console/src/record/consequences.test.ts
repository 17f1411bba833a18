import { expect, test } from 'vitest'
import { consequenceWords, namesOf } from './consequences.tsx'

const none = { versions: 0, instances: 0, streams: 0, runs: 0, bytes: 0 }

test.each([
  [{}, 'Deleting p also deletes its files. Nothing uses it.'],
  [{ bytes: 2048 }, 'Deleting p also deletes its files (2.00 k). Nothing uses it.'],
  [{ versions: 1 }, 'Deleting p also deletes 1 version and its files. Nothing uses it.'],
  [{ versions: 2 }, 'Deleting p also deletes 2 versions and their files. Nothing uses it.'],
  [{ runs: 1 }, 'Deleting p also deletes 1 run, its logs, artifacts and models.'],
  [{ versions: 1, instances: 1 }, 'Deleting p also deletes 1 version and 1 instance, their files.'],
  [
    { versions: 2, instances: 1, streams: 2, runs: 1204, bytes: 1_258_291 },
    'Deleting p also deletes 2 versions, 1 instance, 2 streams and 1,204 runs, their logs, artifacts and models (1.20 MB).',
  ],
])('writes %j as: %s', (part, words) => {
  expect(consequenceWords('p', { contains: { ...none, ...part } })).toBe(words)
})

test('lists names, and counts the rest', () => {
  expect(namesOf(['line-1'], 1)).toBe('line-1')
  expect(namesOf(['line-1', 'line-2'], 2)).toBe('line-1 and line-2')
  expect(namesOf(['line-1', 'line-2'], 1206)).toBe('line-1, line-2 and 1,204 more')
})
