import { Readable } from 'node:stream'
import { createMask } from '@podium/engines/masking/mask.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { describe, expect, test } from 'vitest'
import {
  eventOf,
  histogramValue,
  imageValue,
  recordOf,
  scalarValue,
  tensorValue,
  versionEvent,
} from '../../event-files/testing/event-bytes.ts'
import { wandbFile, wandbRecord } from '../../event-files/testing/wandb-bytes.ts'
import { pointsOf } from './reduced.ts'
import { createRunFigures } from './run-figures.ts'

/** A run whose files a test writes; `read` returns its curves as steps and values, by source and name. */
async function runOf(secret?: string) {
  let now = 0
  const engine = createMemoryEngine({ clock: () => new Date(now++) })
  const spec = plainSpec()
  await engine.submit(spec)
  const mask = secret === undefined ? null : await createMask([secret])
  const run = createRunFigures(engine, spec, new Map(), async () => mask)
  const curves = () =>
    Object.fromEntries(
      [...run.series].map(([name, { points, source }]) => [
        `${source}: ${name}`,
        pointsOf(points.points()).map(([step, , value]) => [step, value]),
      ]),
    )
  return {
    engine,
    spec,
    run,
    write: (path: string, bytes: Buffer | string) => engine.output(spec, path, bytes),
    async read(atEnd = false) {
      await run.read(atEnd)
      return curves()
    },
  }
}

const EVENTS = 'work/runs/a/events.out.tfevents.1700000000.host'
const losses = (values: readonly number[], from = 0) =>
  values.map((value, at) => eventOf(from + at, [scalarValue('loss', value)], 1_700_000_000 + from + at))
const eventFile = (values: readonly number[], from = 0) =>
  Buffer.concat([versionEvent(), ...losses(values, from)])
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

describe('event files', () => {
  test('of one folder are one curve, which a restarted program continues', async () => {
    const { write, read, run } = await runOf()
    write(EVENTS, eventFile([4, 3]))
    await read()
    write('work/runs/a/events.out.tfevents.1700000100.host', eventFile([2, 1], 2))
    await read()
    expect(await read(true)).toEqual({
      'tensorboard: loss': [
        [0, 4],
        [1, 3],
        [2, 2],
        [3, 1],
      ],
    })
    expect(run.reported().warnings).toEqual([])
  })

  test('of another folder get its name, those of parts of the data always', async () => {
    const { write, read } = await runOf()
    for (const folder of ['a', 'b', 'x/b', 'fit/train', 'fit/validation', 'a/loss_val', 'a/1700000001.5'])
      write(`work/${folder}/events.out.tfevents.1700000000.host`, eventFile([1]))
    expect(Object.keys(await read(true))).toEqual(
      [
        'loss',
        'b/loss',
        '1700000001.5/loss',
        'loss_val/loss',
        'train/loss',
        'validation/loss',
        'x/b/loss',
      ].map((name) => `tensorboard: ${name}`),
    )
  })

  test('give histograms as quantiles, gaps for NaN and infinity, and the settings of a run', async () => {
    const { write, read, run } = await runOf()
    const setting = (name: string, value: number[]) => {
      const entry = Buffer.from([10, name.length, ...Buffer.from(name), 18, value.length, ...value])
      return Buffer.from([10, entry.length, ...entry])
    }
    const start = Buffer.concat([
      setting('amp', [32, 1]),
      setting('opt', [26, 3, ...Buffer.from('sgd')]),
      setting('model/lr', [17, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f]),
    ])
    const content = Buffer.from([26, start.length, ...start])
    write(
      EVENTS,
      Buffer.concat([
        eventOf(1, [histogramValue('w', { min: 0, max: 100, limits: [100], counts: [7] })], 0),
        eventOf(1, [scalarValue('bad', Number.NaN)]),
        eventOf(2, [scalarValue('bad', Number.NEGATIVE_INFINITY), imageValue('x', Buffer.alloc(10))]),
        eventOf(0, [tensorValue('_hparams_/session_start_info', 'hparams', null, content)]),
      ]),
    )
    expect(await read(true)).toEqual({
      'tensorboard: w/p05': [[1, 5]],
      'tensorboard: w/p50': [[1, 50]],
      'tensorboard: w/p95': [[1, 95]],
      'tensorboard: bad': [],
    })
    expect(
      run.series
        .get('bad')
        ?.gaps.list()
        .map(({ kind }) => kind),
    ).toEqual(['NaN', '-inf'])
    expect(run.reported()).toMatchObject({
      configuration: { amp: true, opt: 'sgd', 'model.lr': 0.5 },
      warnings: [],
    })
    const [time = 0] = pointsOf(run.series.get('w/p50')?.points.points() ?? new Float64Array()).map(
      (one) => one[1],
    )
    expect(Date.now() - time).toBeLessThan(600_000)
  })

  test('name what is damaged in one sentence for all files', async () => {
    const { write, read, run } = await runOf()
    const damaged = eventFile(VALUES)
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
    write('work/b/x.tfevents.1', damaged)
    const broken = eventFile(VALUES)
    broken[9] = 77
    write('work/c/x.tfevents.1', broken)
    write('work/d/x.tfevents.1', Buffer.concat([eventFile(VALUES), recordOf(Buffer.alloc(99), 2n ** 60n)]))
    await read(true)
    expect(run.reported().warnings).toEqual([
      'Damaged, so that the values after the damage are missing: work/c/x.tfevents.1.',
      'Damaged records were left out of work/b/x.tfevents.1.',
      'The last record is not complete: work/d/x.tfevents.1.',
    ])
    write('work/b/x.tfevents.1', eventFile(VALUES))
    write('work/c/x.tfevents.1', eventFile(VALUES))
    await read(true)
    expect(run.reported().warnings).toEqual([expect.stringContaining('work/d')])
  })

  test('of more folders than are read are named', async () => {
    const { write, read, run } = await runOf()
    for (let at = 100; at < 602; at += 1) write(`work/${at}/x.tfevents.1`, eventFile([1]))
    await read(true)
    expect(run.reported().warnings[0]).toBe(
      'Only 500 event files are read. Left out: work/600/x.tfevents.1, work/601/x.tfevents.1.',
    )
  })

  test('hide secrets in tags, folders and settings', async () => {
    const { write, read, run } = await runOf('very-secret-word')
    const file = eventOf(1, [scalarValue('loss/very-secret-word', 1)])
    write(EVENTS, file)
    write('work/very-secret-word/x.tfevents.1', file)
    write('work/params.yaml', 'key: "very-secret-word"\nvery-secret-word: 1\n')
    const found = JSON.stringify([await read(true), run.reported()])
    expect(found).not.toContain('very-secret-word')
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

test('gives other work turns while it reads a million tags, and keeps 500 curves', {
  tags: ['long'],
}, async () => {
  const { engine, spec, run, write } = await runOf()
  write(EVENTS, '')
  const open = engine.openOutput
  engine.openOutput = async (key, path, from) =>
    path === EVENTS && !from
      ? Readable.from(
          (function* () {
            for (let piece = 0; piece < 1000; piece += 1)
              yield Buffer.concat(
                Array.from({ length: 1000 }, (_, at) =>
                  eventOf(piece, [scalarValue(`tag ${piece * 1000 + at}`, 1)]),
                ),
              )
          })(),
        )
      : open(key, path, from)
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  await run.read(true)
  isRead = true
  expect(spec.run).not.toBe('')
  expect(run.series.size).toBe(500)
  expect(turns).toBeGreaterThan(1000)
  expect(run.reported().warnings.join('').length).toBeLessThan(1000)
})
