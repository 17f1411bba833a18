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

test('figures whose names end alike share a chart, the shortest name first; resources have none', () => {
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

test('figures of different units do not share a chart', () => {
  expect(groupCurves([series('a/time', { unit: 's' }), series('b/time', { unit: 'ms' })])).toHaveLength(2)
})

test('more lines than there are colours go on in further charts', () => {
  const groups = groupCurves(Array.from({ length: 45 }, (_, at) => series(`layer${at}/norm`)))
  expect(groups.map(({ title, names }) => [title, names.length])).toEqual([
    ['norm, 1 to 20 of 45', 20],
    ['norm, 21 to 40 of 45', 20],
    ['norm, 41 to 45 of 45', 5],
  ])
})
