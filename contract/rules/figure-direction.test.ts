import { expect, test } from 'vitest'
import { bestOf, bestOfEnded, directionOf } from './figure-direction.ts'

test('knows the better direction from some names only', () => {
  expect(
    ['val/loss', 'error_rate', 'val/accuracy', 'f1', 'roc-auc', 'glossary', 'images'].map(directionOf),
  ).toEqual(['down', 'down', 'up', 'up', 'up', undefined, undefined])
  expect(bestOf('loss', [3, 1, 2])).toBe(1)
  expect(bestOf('recall', [0.3, 0.9])).toBe(0.9)
  expect(bestOf('images', [1, 2])).toBeUndefined()
})

test('takes the best value of ended runs, if it is better than another', () => {
  const run = (state: 'running' | 'succeeded', accuracy: number) => ({ state, metrics: { accuracy } })
  const ended = [run('succeeded', 0.8), run('succeeded', 0.9)]
  expect(bestOfEnded('accuracy', [run('running', 0.95), ...ended])).toBe(0.9)
  expect(bestOfEnded('accuracy', ended.slice(1))).toBeUndefined()
  expect(bestOfEnded('accuracy', [run('succeeded', 0.8), run('succeeded', 0.8)])).toBeUndefined()
})
