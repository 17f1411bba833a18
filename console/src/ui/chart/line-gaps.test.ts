import type { Gap } from '@podium/contract/calls/run-series.ts'
import { expect, test } from 'vitest'
import { brokenAt, gapSentences, gapsAlong, loneIn, placesOf } from './line-gaps.ts'
import { lineAlong, type Point, reduceTo, smooth } from './line-points.ts'

const point = (step: number): Point => [step, step * 1000, step / 10]
const gap = (from: number, to: number, part: Partial<Gap> = {}): Gap => ({
  kind: 'NaN',
  count: to - from + 1,
  from,
  to,
  from_time: from * 1000,
  to_time: to * 1000,
  after: 0,
  ...part,
})

const lineOf = (...steps: number[]) => lineAlong(steps.map(point), 'step')
const gapsOf = (line: ReturnType<typeof lineOf>, ...gaps: Gap[]) => gapsAlong(gaps, 'step', 0, line)
const brokenSteps = (line: ReturnType<typeof lineOf>, ...gaps: Gap[]) => {
  const { x, y } = brokenAt(line, gapsOf(line, ...gaps))
  return Array.from(y, (value, at) => (value === null ? '|' : x[at]))
}

test('breaks a line between the neighbours of a gap, and not at its ends', () => {
  expect(brokenSteps(lineOf(1, 2, 5, 6), gap(3, 4))).toEqual([1, 2, '|', 5, 6])
  expect(brokenSteps(lineOf(3, 4), gap(0, 2), gap(5, 9))).toEqual([3, 4])
  expect(brokenSteps(lineOf(1, 3, 5), gap(2, 2), gap(4, 4))).toEqual([1, '|', 3, '|', 5])
  expect(loneIn(brokenAt(lineOf(1, 3, 5, 6), gapsOf(lineOf(1, 3, 5, 6), gap(2, 2), gap(4, 4))))).toEqual([
    0, 2,
  ])
})

test('keeps a line whole where numbers are in the gap or at its step', () => {
  expect(brokenSteps(lineOf(1, 2, 3), gap(2, 2))).toEqual([1, 2, 3])
  expect(brokenSteps(lineOf(1, 2, 3, 4, 5), gap(2, 4))).toEqual([1, 2, 3, 4, 5])
  expect(brokenSteps(lineOf(1, 2, 5), gap(2, 4))).toEqual([1, 2, '|', 5])
})

test('keeps the gap of a smoothed and reduced line, without values that are not numbers', () => {
  const line = lineOf(...Array.from({ length: 1000 }, (_, at) => (at < 500 ? at : at + 100)))
  const gaps = gapsOf(line, gap(500, 599))
  const { y } = brokenAt(reduceTo(smooth(line, 0.9), [0, 1100], 50), gaps)
  expect(Array.from(y).filter((value) => value === null)).toHaveLength(1)
  expect(Array.from(y).every((value) => value === null || Number.isFinite(value))).toBe(true)
})

test('says where values were not numbers, by line, kind and axis', () => {
  const line = lineOf(1, 2, 200)
  const sentence = (...gaps: Gap[]) =>
    gapSentences([{ name: 'loss', gaps: gapsOf(line, ...gaps) }], 'step', 'loss')[0]
  expect(sentence(gap(40, 40))).toBe('NaN at step 40.')
  expect(sentence(gap(3, 4), gap(40, 120), gap(130, 130, { kind: '-inf' }))).toBe(
    'NaN at steps 3 to 4 and at steps 40 to 120; minus infinity at step 130.',
  )
  expect(sentence(...[3, 5, 7, 9].map((step) => gap(step, step, { kind: 'inf' })))).toBe(
    'Infinity 4 times between step 3 and step 9.',
  )
  const many = Array.from({ length: 7 }, (_, at) => ({ name: `run ${at}`, gaps: gapsOf(line, gap(3, 3)) }))
  expect(gapSentences(many, 'step').slice(4)).toEqual([
    'run 4: NaN at step 3.',
    '2 other lines have gaps too.',
  ])
  const elapsed = gapsAlong([gap(40, 120)], 'elapsed', 1000, lineAlong([point(1)], 'elapsed'))
  expect(gapSentences([{ name: 'a', gaps: elapsed }], 'elapsed')).toEqual([
    'a: NaN from +0:00:39 to +0:01:59.',
  ])
})

test('makes both ends of a gap readable like values', () => {
  const line = lineOf(1, 2, 10)
  expect([...placesOf(line, gapsOf(line, gap(3, 9), gap(11, 11)))]).toEqual([1, 2, 3, 9, 10, 11])
})
