// @module-tag python
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { beforeAll, expect, test } from 'vitest'
import { openPythonFixture, type PythonFixture } from '../runs/testing/python-fixture.ts'

let python: PythonFixture
beforeAll(async () => {
  python = await openPythonFixture()
  return () => python.close()
})

test('keeps and reports several values at one step, inexact steps and times in the future', async () => {
  const id = await python.run(`
write("metrics.jsonl", "\\n".join([
  '{"step": 5, "loss": 3}', '{"step": 5, "loss": 2}', '{"step": 9007199254740993, "acc": 0.5}',
  '{"time": "2090-01-01T00:00:00Z", "late": 1}']))
`)
  await python.ended(id)
  expect((await python.points(id, 'loss')).map(([step, , value]) => [step, value])).toEqual([
    [5, 3],
    [5, 2],
  ])
  expect((await python.points(id, 'acc')).map(([step, , value]) => [step, value])).toEqual([[0, 0.5]])
  const { warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
  expect(warnings).toEqual([
    'Several values at one step, first of loss at step 5. Over steps the last one is drawn, over time all are.',
    'Steps of 2^53 or more cannot be told apart, so values of acc were counted instead. Write smaller steps.',
    expect.stringMatching(/^Times in the future, first of late \(2090-01-01T00:00Z\)\. /),
  ])
  expect((await python.points(id, 'late'))[0]?.[1]).toBeLessThanOrEqual(Date.now())
})
