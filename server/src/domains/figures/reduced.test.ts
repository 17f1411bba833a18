import { MAX_POINTS } from '@podium/contract/calls/run-series.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, createReduced, fewer, pointsIn, pointsOf } from './reduced.ts'

function reducedOf(values: number[]) {
  const reduced = createReduced()
  values.forEach((value, index) => {
    reduced.add(index, 1000 + index, value)
  })
  return reduced
}

const valuesOf = (points: Float64Array) => pointsOf(points).map(([, , value]) => value)

test('keeps all points unchanged up to the limit', () => {
  const values = Array.from({ length: MAX_POINTS }, (_, index) => Math.sin(index))
  const reduced = reducedOf(values)
  expect(pointsOf(reduced.points())).toEqual(values.map((value, index) => [index, 1000 + index, value]))
})

test('keeps the first, last, lowest and highest of any number of points, in order', () => {
  const lengths = fc.integer({ min: 1, max: 40_000 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 2 ** 31 }), (length, seed) => {
      const values = Array.from({ length }, (_, index) => ((index * seed) % 10_007) - 5000)
      const reduced = reducedOf(values)
      const points = pointsOf(reduced.points())
      const steps = points.map(([step]) => step)
      const remaining = points.map(([, , value]) => value)
      expect(reduced.count).toBe(length)
      expect(reduced.last).toBe(values.at(-1))
      expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
      expect(points.length).toBeGreaterThanOrEqual(Math.min(length, 400))
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
      expect(points.every(([step, time, value]) => value === values[step] && time === 1000 + step)).toBe(true)
      expect([remaining[0], remaining.at(-1)]).toEqual([values[0], values.at(-1)])
      const lowest = (all: number[]) => all.reduce((a, b) => Math.min(a, b))
      const highest = (all: number[]) => all.reduce((a, b) => Math.max(a, b))
      expect([lowest(remaining), highest(remaining)]).toEqual([lowest(values), highest(values)])
    }),
    { numRuns: 60 },
  )
})

test('keeps a spike of one point among a hundred thousand, also after it is restored and continued', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index === 54_321 ? 1000 : Math.cos(index)))
  const first = reducedOf(values)
  const again = createReduced({ count: first.count, points: pointsIn(bytesOf(first.points())) })
  for (let index = 0; index < 50_000; index += 1) again.add(100_000 + index, index, 0.5)
  const points = pointsOf(again.points())
  expect(points).toContainEqual([54_321, 55_321, 1000])
  expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
  expect([again.count, again.last, points[0]?.[0], points.at(-1)?.[0]]).toEqual([150_000, 0.5, 0, 149_999])
})

test('keeps the extremes in fewer points too', () => {
  const points = reducedOf(
    Array.from({ length: 1000 }, (_, index) => (index === 77 ? -9 : index % 50)),
  ).points()
  for (const most of [2, 3, 4, 7, 100, 999]) {
    const remaining = valuesOf(fewer(points, most))
    expect(remaining.length).toBeLessThanOrEqual(most)
    expect([Math.min(...remaining), Math.max(...remaining)]).toEqual([-9, 49])
  }
  expect(fewer(points, 1000)).toEqual(points)
  const line = reducedOf(Array.from({ length: 1000 }, (_, index) => index)).points()
  expect(valuesOf(fewer(line, 2))).toEqual([0, 999])
})
