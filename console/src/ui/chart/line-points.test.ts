import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChartLink } from './chart-link.tsx'
import {
  extentOf,
  lineAlong,
  nearestIndex,
  type Point,
  positive,
  type Range,
  reduceTo,
  roomAround,
  smooth,
  united,
  zoomed,
} from './line-points.ts'

const POINTS: Point[] = [
  [1, 1000, 4],
  [3, 9000, 0],
  [2, 5000, 8],
]

test('places a line along steps, along time, or along the time since its first point', () => {
  expect(lineAlong(POINTS, 'step')).toEqual({ x: Float64Array.of(1, 2, 3), y: Float64Array.of(4, 8, 0) })
  expect(lineAlong(POINTS, 'time').x).toEqual(Float64Array.of(1000, 5000, 9000))
  expect(lineAlong(POINTS, 'elapsed').x).toEqual(Float64Array.of(0, 4000, 8000))
})

test.each<[string, Point[], [number, number][]]>([
  [
    'written twice',
    [
      [1, 0, 4],
      [2, 1, 3],
      [2, 2, 2],
      [3, 3, 1],
    ],
    [
      [1, 4],
      [2, 2],
      [3, 1],
    ],
  ],
  [
    'written again from a checkpoint',
    [
      [1, 0, 4],
      [2, 1, 3],
      [3, 2, 2],
      [2, 3, 2.5],
      [3, 4, 1],
    ],
    [
      [1, 4],
      [2, 2.5],
      [3, 1],
    ],
  ],
  [
    'the only one',
    [
      [0, 0, 4],
      [0, 1, 3],
      [0, 2, 2],
    ],
    [[0, 2]],
  ],
])('draws the last value of a step that is %s, and all over time', (_, points, drawn) => {
  const { x, y } = lineAlong(points, 'step')
  expect([...x].map((step, at) => [step, y[at]])).toEqual(drawn)
  expect([...lineAlong(points, 'time').y]).toEqual(points.map(([, , value]) => value))
})

test('starts smoothing at the first value, keeps a constant, and weighs earlier values', () => {
  const line = { x: Float64Array.of(0, 1, 2), y: Float64Array.of(4, 4, 10) }
  const { y } = smooth(line, 0.5)
  expect([...y.slice(0, 2)]).toEqual([4, 4])
  expect(y[2]).toBeCloseTo(7.428571, 6)
})

test('leaves out values of 0 and below on a logarithmic scale', () => {
  expect([...positive(lineAlong(POINTS, 'step')).x]).toEqual([1, 2])
})

test('keeps extremes, ends and order when it reduces a line, and at most two points a column', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 2000 }),
      fc.integer({ min: 1, max: 50 }),
      (values, columns) => {
        const line = { x: Float64Array.from(values, (_, at) => at), y: Float64Array.from(values) }
        const { x, y } = reduceTo(line, [0, values.length - 1], columns)
        expect(x.length).toBeLessThanOrEqual(Math.max(columns * 2, 1))
        expect(Math.max(...y)).toBe(Math.max(...values))
        expect(Math.min(...y)).toBe(Math.min(...values))
        expect([...x]).toEqual([...x].toSorted((one, other) => one - other))
      },
    ),
  )
})

test('includes one neighbour on each side of a part of a line, so that it runs to the edges', () => {
  const line = { x: Float64Array.of(0, 1, 2, 3, 4), y: Float64Array.of(0, 1, 2, 3, 4) }
  expect([...reduceTo(line, [1.5, 2.5], 100).x]).toEqual([1, 2, 3])
})

test('finds the nearest point on either side, and none in an empty line', () => {
  const x = Float64Array.of(0, 10, 20)
  expect([-5, 4, 6, 14, 99].map((value) => nearestIndex(x, value))).toEqual([0, 0, 1, 1, 2])
  expect(nearestIndex(new Float64Array(), 1)).toBe(-1)
})

test('keeps the position while zooming, and never leaves the whole', () => {
  expect(zoomed([0, 100], [0, 100], 25, 0.5)).toEqual([12.5, 62.5])
  expect(zoomed([0, 50], [0, 100], 0, 2)).toEqual([0, 100])
  expect(zoomed([80, 100], [0, 100], 90, 2)).toEqual([60, 100])
})

test('gives linked charts the extent of all their points, to which an empty one adds nothing', () => {
  const line = (...x: number[]) => ({ x: Float64Array.from(x), y: Float64Array.from(x) })
  const link = createChartLink()
  link.tellExtent('accuracy', extentOf([line(10, 600)]) ?? [0, 0])
  link.tellExtent('loss', extentOf([line(1, 590)]) ?? [0, 0])
  expect(link.whole('loss')).toEqual([1, 600])
  expect(link.whole('accuracy')).toBe(link.whole('accuracy'))
  expect(extentOf([line()])).toBeNull()
  expect(united(null, [1, 2])).toEqual([1, 2])
})

test('keeps the own extent of dissimilar charts, and joins a single position to the chart that contains it', () => {
  const link = createChartLink()
  const extents: Record<string, Range> = {
    loss: [0, 20_000],
    'val loss': [500, 20_000],
    'accuracy by epoch': [0, 9],
    'at a Unix time': [1_764_000_000, 1_764_000_100],
    'at the end': [20_000, 20_000],
  }
  for (const [chart, extent] of Object.entries(extents)) link.tellExtent(chart, extent)
  expect(Object.keys(extents).map((chart) => link.whole(chart))).toEqual([
    [0, 20_000],
    [0, 20_000],
    [0, 9],
    [1_764_000_000, 1_764_000_100],
    [0, 20_000],
  ])
  expect(link.whole('none')).toBeNull()
})

test('aligns the lines of linked charts at the longest value label', () => {
  const link = createChartLink()
  link.widen(24)
  expect(link.gutter()).toBe(40)
  link.widen(58)
  link.widen(31)
  expect(link.gutter()).toBe(58)
})

test('leaves room around a single position: half a step, or half a second', () => {
  expect(roomAround([5, 5], 'step')).toEqual([4.5, 5.5])
  expect(roomAround([5000, 5000], 'time')).toEqual([4500, 5500])
  expect(roomAround(null, 'step')).toEqual([0, 1])
})
