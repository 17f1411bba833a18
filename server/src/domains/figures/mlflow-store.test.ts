import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { expect, test } from 'vitest'
import { createFigures } from './figures.ts'
import { createMlflowStore } from './mlflow-store.ts'
import { pointsOf } from './reduced.ts'

const idOf = (at: number) => `r${String(at).padStart(5, '0')}`

/** Creates a store of runs in order of their start, with a figure and a parameter each. */
async function storeOf(runs: { name?: string; parent?: number }[]) {
  let now = 0
  const engine = createMemoryEngine({ clock: () => new Date(now++) })
  const spec = plainSpec()
  await engine.submit(spec)
  for (const [at, { name, parent }] of runs.entries()) {
    const write = (path: string, text: string) => engine.output(spec, `mlruns/0/${idOf(at)}/${path}`, text)
    write('meta.yaml', `lifecycle_stage: active\nrun_name: ${name ?? idOf(at)}\nstart_time: ${1000 + at}\n`)
    write('params/lr', '0.1')
    write('metrics/loss', '1700000000000 1 0\n')
    if (parent !== undefined) write('tags/mlflow.parentRunId', idOf(parent))
  }
  const asItIs = (text: string) => text
  const figures = createFigures(new Map(), Date.now, asItIs)
  const store = createMlflowStore((path, from) => engine.openOutput(spec, path, from), figures, asItIs)
  const read = async (atEnd: boolean) => store.take((await engine.outputs(spec)).files, atEnd)
  return { engine, spec, figures, store: { ...store, read } }
}

test('prefixes figures and parameters with the names of the runs they are nested in', async () => {
  const { store, figures } = await storeOf([
    { parent: 1, name: 'early' },
    {},
    { parent: 1, name: 'fold' },
    { parent: 1, name: 'fold' },
    { parent: 2, name: 'a/b' },
    { parent: 99, name: 'lost' },
    { parent: 7, name: 'one' },
    { parent: 6, name: 'other' },
  ])
  await store.read(true)
  const names = ['early/', '', 'fold/', 'fold 2/', 'fold/a-b/', 'lost/', 'other/one/', 'other/']
  expect([...figures.series.keys()].sort()).toEqual(names.map((name) => `${name}loss`).sort())
  expect(Object.keys(store.words()?.params ?? {}).sort()).toEqual(names.map((name) => `${name}lr`).sort())
})

test('reads a store in the working folder', async () => {
  const { engine, spec, store, figures } = await storeOf([])
  engine.output(spec, 'work/mlruns/0/a/meta.yaml', 'run_name: first\nstart_time: 1\n')
  engine.output(spec, 'work/mlruns/0/a/metrics/val/loss', '1700000000000 1 0\n')
  engine.output(spec, 'work/mlruns/0/a/params/lr', '0.1')
  await store.read(true)
  expect([...figures.series.keys()]).toEqual(['val/loss'])
  expect(store.words()?.params).toEqual({ lr: '0.1' })
})

test('reads a metric again that was rewritten with the same length', async () => {
  const { engine, spec, store, figures } = await storeOf([{}])
  await store.read(false)
  engine.output(spec, `mlruns/0/${idOf(0)}/metrics/loss`, '1700000000000 9 0\n')
  await waitFor(async () => {
    await store.read(false)
    expect(figures.series.get('loss')?.points).toMatchObject({ last: 9, count: 1 })
  })
})

test.each([
  ['no steps', ['0', '0', '0'], [0, 0, 0], 'Several values at one step, first of loss at step 0.'],
  ['steps of nanoseconds', ['1764000000000000001', '1764000000000000002'], [0, 1], 'Steps of 2^53 or more'],
])('reports a metric that was logged with %s', async (_, steps, kept, said) => {
  const { engine, spec, store, figures } = await storeOf([{}])
  const lines = steps.map((step, at) => `${1_700_000_000_000 + at} ${at} ${step}\n`)
  engine.output(spec, `mlruns/0/${idOf(0)}/metrics/loss`, lines.join(''))
  await store.read(true)
  const points = pointsOf(figures.series.get('loss')?.points.points() ?? new Float64Array())
  expect(points.map(([step, , value]) => [step, value])).toEqual(kept.map((step, at) => [step, at]))
  expect(figures.sentences()).toEqual([expect.stringContaining(said)])
})

test('a point in the future gets the time it was read at, so that the curve keeps its range', async () => {
  const { engine, spec, store, figures } = await storeOf([{}])
  const began = Date.now()
  engine.output(spec, `mlruns/0/${idOf(0)}/metrics/loss`, `${began} 2 0\n${Date.UTC(2099, 0)} 1 1\n`)
  await store.read(true)
  const [, last] = pointsOf(figures.series.get('loss')?.points.points() ?? new Float64Array())
  expect(last).toEqual([1, expect.any(Number), 1])
  expect(last?.[1]).toBeLessThanOrEqual(Date.now())
  expect(figures.sentences()).toEqual([expect.stringContaining('first of loss (2099-01-01T00:00Z)')])
})

test.each([
  ['nested in each other', (at: number) => ({ parent: at - 1 })],
  ['nested in each other from the last', (at: number) => ({ parent: at + 1 })],
  ['of one name', () => ({ name: 'fold' })],
])('names the runs of a store of 3000 runs %s in linear time', { tags: ['long'] }, async (_, run) => {
  const { store } = await storeOf(Array.from({ length: 3000 }, (_, at) => run(at)))
  const taken = await processorTimeOf(async () => {
    await store.read(false)
    expect(Object.keys(store.words()?.params ?? {})).toHaveLength(500)
  })
  expect(taken).toBeLessThan(5000)
})
