import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { createMask } from '@podium/engines/masking/mask.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { expect, test } from 'vitest'
import { createFigures } from './figures.ts'
import { createMetricLines } from './metric-lines.ts'
import { objectIn } from './numbers-in.ts'
import { pointsOf } from './reduced.ts'
import { createRunFigures } from './run-figures.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function mebibytesInUse(): number {
  // The first call may only complete a collection that is under way.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

const asItIs = (text: string) => text
const noFigures = () => createFigures(new Map(), Date.now, asItIs)

/** The report of a run with this metrics.json at its end. */
async function reportedOf(metrics: Record<string, unknown>) {
  const engine = createMemoryEngine()
  const spec = plainSpec()
  await engine.submit(spec)
  engine.output(spec, 'metrics.json', JSON.stringify(metrics))
  const run = createRunFigures(engine, spec, new Map(), async () => null)
  await run.read(true)
  return run.reported()
}

test('masks a secret also if a program writes each of its characters as an escape', async () => {
  const secret = 'Grünwald-Sommer-77'
  const codes = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const engine = createMemoryEngine()
  const spec = plainSpec()
  await engine.submit(spec)
  const long = `${codes}${'x'.repeat(200)}`
  engine.output(spec, 'metrics.json', `{"of ${codes}": 1, "${codes}": "NaN", "${long}": 2, "${long}y": []}`)
  engine.output(
    spec,
    'metrics.jsonl',
    `{"step": 1, "loss/${codes}": 0.5, "nan ${codes}": NaN, "word ${codes}": ""}\n`,
  )
  engine.output(spec, 'inference_summary.yaml', `result: "is ${codes}"\nnote: "${codes}"\nscore: 0.5\n`)
  engine.output(spec, 'mlruns/0/a/meta.yaml', 'run_name: first\nstart_time: 1\n')
  engine.output(spec, 'mlruns/0/b/meta.yaml', `run_name: "${codes}"\nstart_time: 2\n`)
  engine.output(spec, 'mlruns/0/b/metrics/f1', '1000 0.5 0\n')
  engine.output(spec, 'mlruns/0/b/params/lr', '0.1')
  const mask = await createMask([secret])
  const run = createRunFigures(engine, spec, new Map(), async () => mask)
  await run.read(true)
  const stars = '*'.repeat(Buffer.byteLength(secret))
  const told = JSON.stringify([run.reported(), [...run.series.keys()]])
  expect(told).not.toContain(secret)
  expect(run.reported()).toMatchObject({
    metrics: { [`of ${stars}`]: 1, [`loss/${stars}`]: 0.5, [`${stars}/f1`]: 0.5, score: 0.5 },
    summary: { result: `is ${stars}`, note: stars },
    mlflow: { params: { [`${stars}/lr`]: '0.1' } },
  })
  expect(
    run
      .reported()
      .warnings.join('\n')
      .match(/\*{19}/g),
  ).toHaveLength(5)
})

test("reads Python's words for NaN and infinity, and does not slow down on blanks before one", async () => {
  expect(objectIn('{"a": NaN, "b":[-Infinity , Infinity], "c": "NaN", "d": 1}')).toEqual({
    a: 'NaN',
    b: ['-Infinity', 'Infinity'],
    c: 'NaN',
    d: 1,
  })
  const taken = await processorTimeOf(() => {
    expect(objectIn(`x${' '.repeat(65_000)}x`)).toBeNull()
    expect(objectIn(`{"a":${' NaN'.repeat(16_000)}`)).toBeNull()
  })
  expect(taken).toBeLessThan(500)
})

test.each([
  ['a number', '1'],
  ['no number', '"a"'],
])('does not store names that are much too long, of %s', { tags: ['long'] }, async (_, value) => {
  function* file() {
    for (let line = 100; line < 200; line += 1)
      yield Buffer.from(`{"${line}${'n'.repeat(1_000_000)}": ${value}}\n`)
  }
  const lines = createMetricLines(async () => Readable.from(file()), noFigures(), asItIs)
  const before = mebibytesInUse()
  await lines.read(false)
  expect(mebibytesInUse() - before).toBeLessThan(16)
  expect(lines.sentences().join('').length).toBeLessThan(1000)
})

test('reports how often a figure was NaN or infinite, and the first step', async () => {
  const lines = [
    '{"step": 39, "loss": 0.1, "grad": Infinity}',
    '{"step": 40, "loss": NaN, "grad": -Infinity, "phase": "warm-up"}',
    '{"step": 41, "loss": "nan", "val": {"f1": NaN}, "phase": "train"}',
    '{"loss": NaN, "lr": "-inf", "words": "infinitely"}',
  ]
  const file = createMetricLines(
    async () => Readable.from([Buffer.from(`${lines.join('\n')}\n`)]),
    noFigures(),
    asItIs,
  )
  await file.read(true)
  expect(file.sentences()).toEqual([
    'metrics.jsonl: loss was NaN 3 times, first at step 40; val/f1 was NaN at step 41; grad was infinite 2 times, first at step 39; lr was infinite.',
    'metrics.jsonl: only numbers are kept. Left out: phase, words.',
  ])
})

/** Reads these lines; returns the stored points and the sentences about the rest. */
async function readLines(lines: readonly string[], now = Date.now) {
  const figures = createFigures(new Map(), now, asItIs)
  const open = async () => Readable.from([Buffer.from(`${lines.join('\n')}\n`)])
  await createMetricLines(open, figures, asItIs).read(true)
  const placesOf = (name: string) => pointsOf(figures.series.get(name)?.points.points() ?? new Float64Array())
  const gapsOf = (name: string) => figures.series.get(name)?.gaps.list()
  return { placesOf, gapsOf, sentences: figures.sentences() }
}

test.each([
  [
    'written twice',
    [
      [5, 1],
      [5, 2],
    ],
    'loss at step 5',
  ],
  [
    'written again from a checkpoint',
    [
      [1, 4],
      [2, 3],
      [3, 2],
      [2, 2.5],
      [3, 1],
    ],
    'loss at step 2',
  ],
  [
    'counted where it is not said',
    [
      [1, 4],
      [2, 3],
      [null, 2],
    ],
    'loss at step 2',
  ],
])('reports a step that is %s, and keeps all its values', async (_, points, first) => {
  const { placesOf, sentences } = await readLines(
    points.map(([step, loss]) => JSON.stringify({ step, loss })),
  )
  expect(placesOf('loss').map(([, , value]) => value)).toEqual(points.map(([, loss]) => loss))
  expect(sentences).toEqual([
    `Several values at one step, first of ${first}. Over steps the last one is drawn, over time all are.`,
  ])
})

test.each([
  [
    'steps that go up and down',
    [
      [1, 4],
      [3, 3],
      [2, 2],
    ],
  ],
  [
    'steps that are not said',
    [
      [null, 4],
      [null, 3],
      [null, 2],
    ],
  ],
  [
    'the largest steps that can be told apart',
    [
      [2 ** 53 - 2, 4],
      [2 ** 53 - 1, 3],
      [1 - 2 ** 53, 2],
    ],
  ],
])('says nothing about %s', async (_, points) => {
  const { sentences } = await readLines(points.map(([step, loss]) => JSON.stringify({ step, loss })))
  expect(sentences).toEqual([])
})

test('says nothing about a NaN beside a number at its step', async () => {
  expect((await readLines(['{"step": 1, "loss": NaN}', '{"step": 1, "loss": 2}'])).sentences).toEqual([])
})

test.each(['9007199254740993', '-9007199254740993', '1764000000000000000', '1e300'])(
  'counts the values of a step of %s, and reports it',
  async (step) => {
    const { placesOf, sentences } = await readLines([
      `{"step": ${step}, "loss": 3}`,
      `{"step": ${step}, "loss": 2}`,
    ])
    expect(placesOf('loss').map(([place, , value]) => [place, value])).toEqual([
      [0, 3],
      [1, 2],
    ])
    expect(sentences).toEqual([
      'Steps of 2^53 or more cannot be told apart, so values of loss were counted instead. Write smaller steps.',
    ])
  },
)

const NOW = Date.UTC(2026, 10, 30, 12)

test.each([
  ['a year', '2028-01-01T00:00:00Z', '2028-01-01T00:00Z'],
  ['the hours of a time zone', '2026-11-30T21:00:00Z', '2026-11-30T21:00Z'],
  ['six minutes', String((NOW + 360_000) / 1000), '2026-11-30T12:06Z'],
  ['seventy years', String(Date.UTC(2096, 0)), '2096-01-01T00:00Z'],
])(
  'places values of a time that is %s in the future at the time they were read, and reports it',
  async (_, time, said) => {
    const written = Number.isNaN(Number(time)) ? JSON.stringify(time) : time
    const lines = [
      `{"time": ${NOW - 1000}, "loss": 3}`,
      `{"time": ${written}, "loss": 2}`,
      `{"time": ${written}, "loss": NaN}`,
    ]
    const { placesOf, gapsOf, sentences } = await readLines(lines, () => NOW)
    expect(placesOf('loss').map(([, at]) => at)).toEqual([NOW - 1000, NOW])
    expect(gapsOf('loss')).toMatchObject([{ from_time: NOW, to_time: NOW }])
    expect(sentences).toEqual([
      `Times in the future, first of loss (${said}). These values are shown at the time at which they were read. Check the clock or the unit of the times.`,
    ])
  },
)

test('accepts a time that is five minutes ahead, as clocks differ', async () => {
  const { placesOf, sentences } = await readLines([`{"time": ${NOW + 300_000}, "loss": 2}`], () => NOW)
  expect([placesOf('loss').map(([, at]) => at), sentences]).toEqual([[NOW + 300_000], []])
})

test('a time that is not an instant is a figure', async () => {
  const { placesOf, sentences } = await readLines(
    ['{"time": 12.5, "loss": 2}', '{"time": 1e18, "loss": 2}'],
    () => NOW,
  )
  expect([placesOf('time').map(([, , value]) => value), sentences]).toEqual([[12.5, 1e18], []])
})

test('names five figures that were NaN, counts the others and shortens long names', async () => {
  const line = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`g${at}`, 'nan']))
  const long = { ['x'.repeat(100_000)]: '-inf' }
  const { warnings } = await reportedOf({ ...line, ...long })
  expect(warnings).toEqual([
    expect.stringMatching(
      /^metrics\.json: g0 was NaN; g1 was NaN; g2 was NaN; g3 was NaN; g4 was NaN; 7 other figures were NaN; x{100}… was infinite\.$/,
    ),
    `Figures with no name, or one of more than 200 characters, were left out: ${'x'.repeat(40)}….`,
  ])
})

test('metrics.json yields no more figures than a run may have, under their stored names', async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f${at}`, at]))
  const { metrics, warnings } = await reportedOf({ 'a\nb': 7, ['x'.repeat(201)]: 1, ...many })
  expect(Object.keys(metrics)).toHaveLength(500)
  expect(metrics).toMatchObject({ 'a b': 7, f0: 0, f498: 498 })
  expect(warnings).toEqual([
    'More than 500 figures were written. Left out: f499, f500, f501, f502, f503 and many others.',
    `Figures with no name, or one of more than 200 characters, were left out: ${'x'.repeat(40)}….`,
  ])
})
