import { MAX_GAPS } from '@podium/contract/calls/run-series.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { expect, test } from 'vitest'
import type { StoredFigure } from './figures.ts'
import { createGaps } from './gaps.ts'
import { createRunFigures } from './run-figures.ts'

/** The figures and the report of a run that wrote these files. */
async function figuresOf(files: Record<string, string>, before: Record<string, StoredFigure> = {}) {
  const engine = createMemoryEngine()
  const spec = plainSpec()
  await engine.submit(spec)
  for (const [path, text] of Object.entries(files)) engine.output(spec, path, text)
  const run = createRunFigures(engine, spec, new Map(Object.entries(before)), async () => null)
  await run.read(true)
  const seriesOf = (name: string) => {
    const { points, gaps } = run.series.get(name) ?? {}
    return { count: points?.count, steps: points && stepsIn(points.points()), gaps: gaps?.list() }
  }
  return { seriesOf, reported: run.reported() }
}

const stepsIn = (points: Float64Array) => [...points].filter((_, at) => at % 3 === 0)
const linesOf = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const at = (step: number, value: string) => `{"step": ${step}, "time": ${1.7e9 + step}, "loss": ${value}}`
const gap = (kind: string, from: number, to: number, count: number, after: number) => ({
  kind,
  count,
  from,
  to,
  from_time: 1.7e12 + from * 1000,
  to_time: 1.7e12 + to * 1000,
  after,
})

test('values that are not numbers create gaps of their kind at the first step, between numbers and at the last', async () => {
  const { seriesOf, reported } = await figuresOf({
    'metrics.jsonl': linesOf(
      at(0, 'NaN'),
      at(1, '0.5'),
      at(2, '"nan"'),
      at(3, 'NaN'),
      at(4, 'Infinity'),
      at(5, '0.25'),
      at(6, '-Infinity'),
      at(7, '1e999'),
      at(8, 'null'),
    ),
  })
  expect(seriesOf('loss')).toEqual({
    count: 2,
    steps: [1, 5],
    gaps: [
      gap('NaN', 0, 0, 1, 0),
      gap('NaN', 2, 3, 2, 1),
      gap('inf', 4, 4, 1, 1),
      gap('-inf', 6, 6, 1, 2),
      gap('inf', 7, 7, 1, 2),
    ],
  })
  expect(reported.metrics).toEqual({ loss: 0.25 })
  expect(reported.warnings).toContain('metrics.jsonl: only numbers are kept. Left out: loss.')
})

test('a figure that was never a number has a series with a gap and no value', async () => {
  const { seriesOf, reported } = await figuresOf({
    'metrics.jsonl': linesOf(at(40, 'NaN'), at(41, 'NaN')),
    'mlruns/0/a/meta.yaml': 'start_time: 1\n',
    'mlruns/0/a/metrics/grad': '1700000000000 nan 0\n1700000001000 inf 1\n1700000002000 what 2\n',
    'metrics.json': '{"final": NaN}',
  })
  expect(seriesOf('loss')).toEqual({ count: 0, steps: [], gaps: [gap('NaN', 40, 41, 2, 0)] })
  expect(seriesOf('grad').gaps).toEqual([gap('NaN', 0, 0, 1, 0), gap('inf', 1, 1, 1, 0)])
  expect(seriesOf('final').gaps).toMatchObject([{ kind: 'NaN', count: 1 }])
  expect(reported.metrics).toEqual({})
})

test('missing steps are counted across gaps too', async () => {
  const { seriesOf } = await figuresOf({
    'metrics.jsonl': linesOf('{"loss": 1}', '{"loss": NaN}', '{"loss": NaN}', '{"loss": 2}'),
  })
  expect(seriesOf('loss')).toMatchObject({ steps: [0, 3], gaps: [{ from: 1, to: 2, count: 2 }] })
})

test('a gap continues with its times after another server has taken over a file of newest values', async () => {
  const kept = { ...gap('NaN', 0, 0, 1, 0), kind: 'NaN' as const }
  const before = { final: { count: 0, points: new Float64Array(), gaps: [kept] } }
  const { seriesOf } = await figuresOf({ 'metrics.json': '{"final": NaN}' }, before)
  expect(seriesOf('final').gaps).toEqual([kept])
  const { seriesOf: later } = await figuresOf({ 'metrics.json': '{"final": Infinity}' }, before)
  expect(later('final').gaps).toMatchObject([kept, { kind: 'inf', from: 1 }])
})

test('joins the nearest gaps of a kind when there are too many, and counts every value', () => {
  const gaps = createGaps()
  for (let step = 0; step < 100_000; step += 1) {
    gaps.add(step % 4 < 2 ? Number.NaN : Number.POSITIVE_INFINITY, step, step, step)
  }
  gaps.add(Number.NaN, 900_000, 900_000, 100_000)
  const list = gaps.list()
  expect(list).toHaveLength(MAX_GAPS)
  expect(list.at(-1)).toMatchObject({ from: 900_000, count: 1, after: 100_000 })
  expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(100_001)
  expect(Math.min(...list.map(({ from }) => from))).toBe(0)
})
