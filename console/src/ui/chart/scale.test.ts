import { expect, test } from 'vitest'
import { placesOf, scaleOver, ticksAround } from './scale.ts'

test('labels round values between the lowest and the highest, and leaves room around them', () => {
  const { at, ticks } = scaleOver([0.65, 0.95], [0, 112])
  expect(ticks).toEqual([0.7, 0.8, 0.9])
  expect([at(0.65), at(0.95)].map(Math.round)).toEqual([9, 103])
})

test('labels powers of ten on a logarithmic scale, or its ends if there is only one', () => {
  const { at, ticks } = scaleOver([0.0001, 0.01], [0, 112], true)
  expect(ticks).toEqual([0.0001, 0.001, 0.01])
  expect(Math.round(at(0.001))).toBe(56)
  expect(scaleOver([2, 50], [0, 100], true).ticks.map(Math.round)).toEqual([2, 50])
})

test('places a single value in the middle, and accepts none', () => {
  expect(scaleOver([3], [0, 100]).at(3)).toBe(50)
  expect(scaleOver([], [0, 100]).ticks.every(Number.isFinite)).toBe(true)
})

test('labels at or below the lowest value and at or above the highest, within the allowed number of steps', () => {
  expect(ticksAround(0, 8.53, 2)).toEqual([0, 5, 10])
  expect(ticksAround(0, 0.0938, 2)).toEqual([0, 0.05, 0.1])
  expect(ticksAround(0.1, 1.1, 7)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2])
  expect(ticksAround(0.3, 0.6, 3)).toEqual([0.3, 0.4, 0.5, 0.6])
  expect(ticksAround(-1, 1, 2)).toEqual([-1, 0, 1])
  expect(ticksAround(19, 41, 2)).toEqual([0, 50])
})

test('gives each text a position, in alphabetical order', () => {
  const { names, at } = placesOf(['net 10', 'net 9', 'net 10', 'cnn'], [0, 90])
  expect(names).toEqual(['cnn', 'net 9', 'net 10'])
  expect(names.map(at)).toEqual([15, 45, 75])
})
