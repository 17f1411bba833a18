import type { Series } from '@podium/contract/calls/run-series.ts'
import { expect, test } from 'vitest'
import { groupCurves } from './curve-groups.ts'

const series = (name: string, part: Partial<Series> = {}): Series => ({
  name,
  kind: 'figure',
  unit: '',
  count: 1,
  last: 0,
  gaps: [],
  ...part,
})

test('groups figures with the same last part into a chart, shortest name first, without resources', () => {
  const groups = groupCurves([
    series('val/loss'),
    series('loss'),
    series('accuracy'),
    series('cpu', { kind: 'resource' }),
  ])
  expect(groups).toEqual([
    { id: 'loss', title: 'loss', names: ['loss', 'val/loss'] },
    { id: 'accuracy', title: 'accuracy', names: ['accuracy'] },
  ])
})

test('groups the data sets of a figure and the quantiles of a histogram, as TensorBoard names them', () => {
  const names = ['loss/train', 'loss/validation', 'weights/first/p05', 'weights/first/p95', 'train']
  expect(groupCurves(names.map((name) => series(name))).map(({ title, names }) => [title, ...names])).toEqual(
    [
      ['loss', 'loss/train', 'loss/validation'],
      ['weights/first', 'weights/first/p05', 'weights/first/p95'],
      ['train', 'train'],
    ],
  )
})

test('gives figures of different units different charts', () => {
  expect(groupCurves([series('a/time', { unit: 's' }), series('b/time', { unit: 'ms' })])).toHaveLength(2)
})

test('continues in another chart after as many lines as there are colours', () => {
  const groups = groupCurves(Array.from({ length: 45 }, (_, at) => series(`layer${at}/norm`)))
  expect(groups.map(({ title, names }) => [title, names.length])).toEqual([
    ['norm, 1 to 20 of 45', 20],
    ['norm, 21 to 40 of 45', 20],
    ['norm, 41 to 45 of 45', 5],
  ])
})
