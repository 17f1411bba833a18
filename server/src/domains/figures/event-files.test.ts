import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  eventOf,
  histogramValue,
  imageValue,
  recordOf,
  scalarValue,
  tensorValue,
} from '../../event-files/testing/event-bytes.ts'
import { pointsOf } from './reduced.ts'
import { EVENTS, eventFile, runOf } from './testing/written-run.ts'

test('event files of one folder are one curve, which a restarted program continues', async () => {
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

test('event files of another folder get its name, those of parts of the data always', async () => {
  const { write, read } = await runOf()
  for (const folder of ['a', 'b', 'x/b', 'fit/train', 'fit/validation', 'a/loss_val', 'a/1700000001.5'])
    write(`work/${folder}/events.out.tfevents.1700000000.host`, eventFile([1]))
  expect(Object.keys(await read(true))).toEqual(
    ['loss', 'b/loss', '1700000001.5/loss', 'loss_val/loss', 'train/loss', 'validation/loss', 'x/b/loss'].map(
      (name) => `tensorboard: ${name}`,
    ),
  )
})

test('event files give histograms as quantiles, gaps for NaN and infinity, and the settings of a run', async () => {
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

test('names what is damaged in one sentence for all files', async () => {
  const { write, read, run } = await runOf()
  const damaged = eventFile([0.5, 0.25, 0.125])
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
  write('work/b/x.tfevents.1', damaged)
  const broken = eventFile([0.5, 0.25, 0.125])
  broken[9] = 77
  write('work/c/x.tfevents.1', broken)
  write(
    'work/d/x.tfevents.1',
    Buffer.concat([eventFile([0.5, 0.25, 0.125]), recordOf(Buffer.alloc(99), 2n ** 60n)]),
  )
  await read(true)
  expect(run.reported().warnings).toEqual([
    'Damaged, so that the values after the damage are missing: work/c/x.tfevents.1.',
    'Damaged records were left out of work/b/x.tfevents.1.',
    'The last record is not complete: work/d/x.tfevents.1.',
  ])
  write('work/b/x.tfevents.1', eventFile([0.5, 0.25, 0.125]))
  write('work/c/x.tfevents.1', eventFile([0.5, 0.25, 0.125]))
  await read(true)
  expect(run.reported().warnings).toEqual([expect.stringContaining('work/d')])
})

test('names the event files beyond those that are read', async () => {
  const { write, read, run } = await runOf()
  for (let at = 100; at < 602; at += 1) write(`work/${at}/x.tfevents.1`, eventFile([1]))
  await read(true)
  expect(run.reported().warnings[0]).toBe(
    'Only 500 event files are read. Left out: work/600/x.tfevents.1, work/601/x.tfevents.1.',
  )
})

test('hides secrets in tags, folders and settings', async () => {
  const { write, read, run } = await runOf('very-secret-word')
  const file = eventOf(1, [scalarValue('loss/very-secret-word', 1)])
  write(EVENTS, file)
  write('work/very-secret-word/x.tfevents.1', file)
  write('work/params.yaml', 'key: "very-secret-word"\nvery-secret-word: 1\n')
  const found = JSON.stringify([await read(true), run.reported()])
  expect(found).not.toContain('very-secret-word')
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
