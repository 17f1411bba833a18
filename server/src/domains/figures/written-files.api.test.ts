// @module-tag python
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { beforeAll, expect, test } from 'vitest'
import { eventOf, scalarValue, versionEvent } from '../../event-files/testing/event-bytes.ts'
import { wandbFile, wandbRecord } from '../../event-files/testing/wandb-bytes.ts'
import { openPythonFixture, type PythonFixture } from '../runs/testing/python-fixture.ts'

let python: PythonFixture
beforeAll(async () => {
  python = await openPythonFixture()
  return () => python.close()
})

/** Lines of a program that write these bytes into its working folder. */
const writes = (path: string, bytes: Buffer, mode = 'wb') => `
os.makedirs(os.path.dirname("${path}"), exist_ok=True)
with open("${path}", "${mode}") as file:
    file.write(bytes.fromhex("${bytes.toString('hex')}"))
`
const loss = (step: number, value: number) =>
  eventOf(step, [scalarValue('loss', value)], 1_700_000_000 + step)
const placesOf = (points: [number, number, number][]) => points.map(([step, , value]) => [step, value])

test('draws what a program writes into its working folder while it goes on, and answers its settings', async () => {
  const events = 'runs/a/events.out.tfevents.1700000000.host'
  const cut = loss(2, 0.25)
  const id = await python.run(`
${writes(events, Buffer.concat([versionEvent(), loss(0, 1), loss(1, 0.5), cut.subarray(0, 20)]))}
wait("rest")
${writes(events, cut.subarray(20), 'ab')}
${writes(
  'wandb/offline-run-1-a/run-a.wandb',
  wandbFile([
    wandbRecord(5, [[['lr'], '0.1']]),
    wandbRecord(2, [
      [['_step'], '3'],
      [['acc'], '0.75'],
    ]),
  ]),
)}
write("logs/version_0/metrics.csv", "epoch,step,val_loss\\n0,7,0.5\\n")
write("eval/metrics.json", '{"f1": 0.5}')
write(os.path.abspath(".hydra/config.yaml"), "model:\\n  layers: [64, 64]\\n")
`)
  await python.until(id, (series) => series.some(({ name, count }) => name === 'loss' && count === 2))
  expect(placesOf(await python.points(id, 'loss'))).toEqual([
    [0, 1],
    [1, 0.5],
  ])
  await python.go(id, 'rest')
  await python.ended(id)
  expect(await python.points(id, 'loss')).toEqual([
    [0, 1_700_000_000_000, 1],
    [1, 1_700_000_001_000, 0.5],
    [2, 1_700_000_002_000, 0.25],
  ])
  const { series, warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
  const figures = series.filter(({ kind }) => kind === 'figure')
  expect(figures.map(({ name, last }) => [name, last])).toEqual([
    ['acc', 0.75],
    ['f1', 0.5],
    ['loss', 0.25],
    ['val_loss', 0.5],
  ])
  expect(warnings).toEqual([])
  expect(placesOf(await python.points(id, 'val_loss'))).toEqual([[7, 0.5]])
  expect(await python.fixture.info(id)).toMatchObject({
    metrics: { acc: 0.75, f1: 0.5, loss: 0.25, val_loss: 0.5 },
    raw: { configuration: { lr: 0.1, 'model.layers': '[64, 64]' } },
  })
})
