import { describe, expect, test } from 'vitest'
import { eventOf, scalarValue } from '../../event-files/testing/event-bytes.ts'
import { wandbFile, wandbRecord } from '../../event-files/testing/wandb-bytes.ts'
import { pointsOf } from './reduced.ts'
import { createRunFigures } from './run-figures.ts'
import { EVENTS, eventFile, runOf } from './testing/written-run.ts'

const history = (step: number, loss: number) =>
  wandbRecord(2, [
    [['_step'], String(step)],
    [['_timestamp'], String(1_700_000_000 + step)],
    [['train', 'loss'], String(loss)],
  ])
const lines = (all: readonly string[]) => Buffer.from(`${all.join('\n')}\n`)
const stateFile = (values: readonly number[]) =>
  Buffer.from(
    JSON.stringify(
      { epoch: 1, log_history: values.map((loss, step) => ({ loss, step })), note: '[{"step": 9}]' },
      null,
      2,
    ),
  )

/** The file of each writer with three values, and the name of its curve. */
const WRITERS: [writer: string, path: string, name: string, file: (values: number[]) => Buffer][] = [
  ['tensorboard', EVENTS, 'tensorboard: loss', (values) => eventFile(values)],
  [
    "Lightning's CSVLogger",
    'work/logs/csv/version_0/metrics.csv',
    'csv: loss',
    (values) => lines(['epoch,loss,step', ...values.map((value, step) => `0,${value},${step}`)]),
  ],
  [
    "Keras's CSVLogger",
    'work/training.log',
    'csv: loss',
    (values) => lines(['epoch;loss', ...values.map((value, epoch) => `${epoch};${value}`)]),
  ],
  ['transformers', 'work/out/trainer_state.json', 'trainer_state: train/loss', stateFile],
  [
    'DVCLive',
    'work/dvclive/plots/metrics/train/loss.tsv',
    'dvclive: train/loss',
    (values) => lines(['step\tloss', ...values.map((value, step) => `${step}\t${value}`)]),
  ],
  [
    'wandb',
    'work/wandb/offline-run-20260101_000000-abc/run-abc.wandb',
    'wandb: train/loss',
    (values) => wandbFile(values.map((value, step) => history(step, value))),
  ],
]
const VALUES = [0.5, 0.25, 0.125]
const CURVE = VALUES.map((value, step) => [step, value])

describe.each(WRITERS)('files of %s', (_, path, name, file) => {
  test('are drawn, in the outputs as in the working folder', async () => {
    for (const place of [path, path.slice('work/'.length)]) {
      const { write, read, run } = await runOf()
      write(place, file(VALUES))
      expect(await read(true)).toEqual({ [name]: CURVE })
      expect(run.reported().warnings).toEqual([])
    }
  })

  test('give the first values of the curve where they are cut off', async () => {
    const whole = file(VALUES)
    const counts = new Set<number>()
    for (let end = 0; end <= whole.length; end += 7) {
      const { write, read, run } = await runOf()
      write(path, whole.subarray(0, end))
      const points = (await read(true))[name] ?? []
      counts.add(points.length)
      expect(points).toEqual(CURVE.slice(0, points.length))
      expect(run.reported().warnings.length).toBeLessThanOrEqual(1)
    }
    expect(counts.size).toBeGreaterThan(1)
  })

  test('are read on while they grow, wherever a write ends', async () => {
    const { write, read } = await runOf()
    const whole = file(VALUES)
    for (let end = 0; end <= whole.length; end += 7) {
      write(path, whole.subarray(0, end))
      const points = (await read())[name] ?? []
      expect(points).toEqual(CURVE.slice(0, points.length))
    }
    write(path, whole)
    expect(await read(true)).toEqual({ [name]: CURVE })
  })

  test('are drawn anew when they are written anew', async () => {
    const { write, read } = await runOf()
    write(path, file(VALUES))
    await read()
    write(path, file([0.75, 0.5]))
    expect(await read(true)).toEqual({
      [name]: [
        [0, 0.75],
        [1, 0.5],
      ],
    })
  })
})

test('takes the points of a figure that is written twice from the first source, without a warning', async () => {
  const { write, read, run } = await runOf()
  write('work/metrics.csv', 'step,loss,acc\n0,9,0.5\n')
  write('work/eval/metrics.json', '{"loss": 8, "f1": 0.25}')
  write(EVENTS, eventFile([1]))
  expect(await read(true)).toEqual({
    'tensorboard: loss': [[0, 1]],
    'csv: acc': [[0, 0.5]],
    'newest: f1': [[0, 0.25]],
  })
  expect(run.reported()).toMatchObject({ warnings: [], metrics: { acc: 0.5, f1: 0.25 } })
})

test('reads only tables whose head is that of a logger', async () => {
  const { write, read } = await runOf()
  write('work/history.csv', 'epoch,loss\r\n0,1\r\n1,"2"\r\n2,nan\r\n3,\r\n4,NA\r\n5,6,7\r\n')
  write('work/train_log.csv', 'name,loss\na,1\n')
  write('work/data.csv', 'epoch,loss\n0,1\n')
  write('work/numbers_log.csv', '1,2\n3,4\n')
  write('work/training.log', 'epoch 1 of 5\nloss: 3\n')
  expect(await read(true)).toEqual({
    'csv: loss': [
      [0, 1],
      [1, 2],
    ],
  })
})

test('reads the newest log of a trainer, and keeps the times of its points', async () => {
  const { write, read, run } = await runOf()
  write('work/out/checkpoint-2/trainer_state.json', stateFile([4, 3]))
  await read()
  const points = () => pointsOf(run.series.get('train/loss')?.points.points() ?? new Float64Array())
  const before = points()
  write('work/out/checkpoint-10/trainer_state.json', stateFile([4, 3, 2]))
  write('work/out/trainer_state.json', stateFile([4, 3, 2, 1]))
  await read(true)
  expect(points().map(([, , value]) => value)).toEqual([4, 3, 2, 1])
  expect(points().slice(0, 2)).toEqual(before)
})

test('reads the summary of wandb where there is no curve, its settings, and no pictures', async () => {
  const { write, read, run } = await runOf()
  write(
    'work/wandb/offline-run-1-a/run-a.wandb',
    wandbFile([
      wandbRecord(5, [
        [['model'], '{"layers":[64,64],"act":{"name":"relu"}}'],
        [['_wandb'], '{"x":1}'],
        [['lr'], '0.1'],
      ]),
      history(0, 0.5),
      wandbRecord(2, [
        [['_step'], '1'],
        [['train', 'loss'], 'NaN'],
        [['picture', '_type'], '"image-file"'],
        [['picture', 'width'], '64'],
        [['table'], `{"_type":"table","rows":${'1'.repeat(70_000)}}`],
      ]),
      wandbRecord(3, [
        [['train', 'loss'], '0.5'],
        [['best'], '0.25'],
        [['_runtime'], '1'],
      ]),
    ]),
  )
  expect(await read(true)).toEqual({ 'wandb: train/loss': [[0, 0.5]], 'newest: best': [[0, 0.25]] })
  expect(run.reported()).toMatchObject({
    warnings: [],
    metrics: { best: 0.25 },
    configuration: { lr: 0.1, 'model.layers': '[64,64]', 'model.act.name': 'relu' },
  })
})

test('does not take a value of a summary for a last value before its curve has begun', async () => {
  const { write, read, run } = await runOf()
  const path = 'work/wandb/offline-run-1-a/run-a.wandb'
  const records = [0.5, 0.25].flatMap((loss, step) => [
    wandbRecord(3, [[['train', 'loss'], String(loss)]]),
    history(step, loss),
  ])
  for (let count = 1; count <= records.length; count += 1) {
    write(path, wandbFile(records.slice(0, count)))
    await read()
  }
  expect(await read(true)).toEqual({ 'wandb: train/loss': CURVE.slice(0, 2) })
  expect(run.reported().metrics).toEqual({ 'train/loss': 0.25 })
})

test('collects settings from the files of Hydra, DVC, Lightning and wandb, the first source first', async () => {
  const { write, read, run } = await runOf()
  write('work/outputs/2026-01-01/.hydra/config.yaml', 'model:\n  lr: 0.1\n')
  write('work/params.yaml', 'model:\n  lr: 0.2\n  layers:\n  - 64\n  - 32\n')
  write('work/logs/version_0/hparams.yaml', 'amp: true\n')
  write(
    'work/wandb/run-1/files/config.yaml',
    '_wandb:\n  value:\n    cli: x\nseed:\n  desc: null\n  value: 7\n',
  )
  write('work/src/config.yaml', 'other: 1\n')
  await read(true)
  expect(run.reported().configuration).toEqual({
    'model.lr': 0.1,
    'model.layers': '[64, 32]',
    amp: true,
    seed: 7,
  })
})

test('lets other work have turns within an event of many values', async () => {
  const { write, read } = await runOf()
  write(
    EVENTS,
    eventOf(
      0,
      Array.from({ length: 20_000 }, () => scalarValue('loss', 1)),
    ),
  )
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  await read(true)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(40)
})

test('masks secrets that are numbers in settings', async () => {
  const { write, read, run } = await runOf('0087654321')
  write('work/params.yaml', "pin: 0087654321\ntext: '0087654321'\nlr: 0.1\n")
  await read(true)
  expect(run.reported().configuration).toEqual({ text: '**********', lr: 0.1 })
  const { write: writeOther, read: readOther, run: other } = await runOf('87654321')
  writeOther('work/wandb/run-1/run-a.wandb', wandbFile([wandbRecord(5, [[['pin'], '87654321']])]))
  await readOther(true)
  expect(other.reported().configuration).toEqual({ pin: '********' })
})

test('reads nothing of a run whose secrets cannot be masked', async () => {
  const { engine, spec, write } = await runOf()
  write('work/params.yaml', 'token: secret\n')
  write('work/metrics.csv', 'step,loss\n0,1\n')
  write(EVENTS, eventFile([1]))
  const run = createRunFigures(engine, spec, new Map(), async () => 'lost')
  await run.read(true)
  expect(run.series.size).toBe(0)
  expect(run.reported()).toMatchObject({ metrics: {}, configuration: null })
})
