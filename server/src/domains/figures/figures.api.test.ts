// @module-tag python
import { readArtifact } from '@podium/contract/calls/run-files.ts'
import { exportSeries, followSeries, listSeries } from '@podium/contract/calls/run-series.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPythonFixture, type PythonFixture } from '../runs/testing/python-fixture.ts'
import { type SentEvent, sentEvents } from '../runs/testing/sent-events.ts'

let python: PythonFixture
beforeAll(async () => {
  python = await openPythonFixture()
  return () => python.close()
})

const valuesOf = (points: [number, number, number][]) => points.map(([, , value]) => value)
const namesOf = (event?: SentEvent) => (event?.data as { names?: string[] } | undefined)?.names ?? []
const countOf = (name: string, count: number) => (series: { name: string; count: number }[]) =>
  series.some((one) => one.name === name && one.count === count)

async function artifact(id: string, path: string): Promise<string> {
  return (await python.fixture.as('member').ask(readArtifact, { params: { id, path } })).body
}

async function ran(program: string): Promise<string> {
  const id = await python.run(program)
  await python.ended(id)
  return id
}

describe('the podium module', () => {
  test('shows figures and progress as they are written, and the file holds the same points', async () => {
    const id = await python.run(`
import podium
class Raising:
    def __float__(self): raise RuntimeError('2 elements')
podium.progress(0.5, "epoch 1/2", step=podium.parameters("train") and "train")
for step in range(1, 4):
    podium.log(step=step, loss=1 / step)
podium.log({"val/accuracy": 0.9}, step=3)
wait("on")
podium.log(step=4, loss=float("nan"), note=1)
podium.log(step=5, words="converged", nothing=None, pair=[1, 2], lazy=Raising(), time=12.5)
podium.progress(None, "nearly done")
os.environ.update(RANK="1", WORLD_SIZE="2")
podium.log(step=6, loss=9)
os.environ.update(RANK="0")
podium.output("model/weights").write_text("w")
`)
    await python.until(id, (series) => countOf('loss', 3)(series) && countOf('val/accuracy', 1)(series))
    await python.loop.tick()
    expect(await python.fixture.info(id)).toMatchObject({
      state: 'running',
      metrics: { loss: 1 / 3, 'val/accuracy': 0.9 },
      progress: { fraction: 0.5, message: 'epoch 1/2' },
    })
    await python.go(id, 'on')
    await python.ended(id)
    const written = (await artifact(id, 'metrics.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(await python.points(id, 'loss')).toEqual(
      written
        .filter(({ loss }) => typeof loss === 'number')
        .map(({ step, time, loss }) => [step, time, loss]),
    )
    const { warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
    expect(warnings).toEqual([
      'metrics.jsonl: loss was NaN at step 4.',
      'metrics.jsonl: only numbers are kept. Left out: words, nothing, pair, lazy.',
    ])
    expect(valuesOf(await python.points(id, 'time'))).toEqual([12.5])
    expect((await python.fixture.info(id)).ended_in).toEqual({ loss: 'NaN' })
    const { body } = await python.fixture
      .as('member')
      .ask(exportSeries, { params: { id }, query: { names: 'loss' } })
    expect(body.split('\r\n').map((line) => line.split(',').filter((_, at) => at !== 2))).toEqual([
      ['\uFEFFname', 'step', 'value'],
      ['loss', '1', '1'],
      ['loss', '2', '0.5'],
      ['loss', '3', String(1 / 3)],
      ['loss', '4', 'NaN'],
      [''],
    ])
  })
})

describe('lines in PODIUM_METRICS_FILE', () => {
  test('an incomplete line waits for its rest', { tags: ['long'] }, async () => {
    const id = await python.run(`
file = open(os.environ["PODIUM_METRICS_FILE"], "w")
file.write('{"step": 1, "loss": 3}\\n{"step": 2, "lo'); file.flush()
wait("rest")
file.write('ss": 2}\\n{"step": 3, "loss": 1}'); file.flush()
wait("end")
`)
    await python.until(id, countOf('loss', 1))
    await python.go(id, 'rest')
    await python.until(id, countOf('loss', 2))
    await python.go(id, 'end')
    await python.ended(id)
    expect((await python.points(id, 'loss')).map(([step, , value]) => [step, value])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ])
  })

  test('fills in missing steps and times, groups objects, and reports values that are no figures', async () => {
    const id = await ran(`
write("metrics.jsonl", "\\n".join([
  '{"loss": 3, "time": 1700000000}', '{"loss": 2, "time": "2023-11-14T22:13:21Z"}', '{"loss": 1}', 'no json', '[1]',
  '{"val": {"accuracy": 0.5}, "phase": "train", "lr": NaN}', '{"' + "x" * 300 + '": 1}', '{"a\\\\u0000b": 7}']))
`)
    const points = await python.points(id, 'loss')
    expect(points.map(([step]) => step)).toEqual([0, 1, 2])
    expect(points.slice(0, 2).map(([, time]) => time)).toEqual([1_700_000_000_000, 1_700_000_001_000])
    expect(valuesOf(points)).toEqual([3, 2, 1])
    const { series, warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
    const figures = series.filter(({ kind }) => kind === 'figure')
    expect(figures.map(({ name, last, gaps }) => [name, last, gaps.length])).toEqual([
      ['a b', 7, 0],
      ['loss', 1, 0],
      ['lr', null, 1],
      ['val/accuracy', 0.5, 0],
    ])
    expect(warnings).toEqual([
      'metrics.jsonl: line 4 and 1 more are not JSON objects, so they were left out.',
      'metrics.jsonl: lr was NaN.',
      'metrics.jsonl: only numbers are kept. Left out: phase.',
      expect.stringMatching(/^Figures with no name, or one of more than 200 characters, were left out: xxx/),
    ])
  })

  test('leaves out and names a line and a metrics.json of more than 256 KiB', async () => {
    const id = await ran(`
large = json.dumps({"f%d" % n: n for n in range(30000)})
write("metrics.jsonl", '{"loss": 3}\\n' + large + '\\n{"loss": 2}\\n')
write("metrics.json", large)
`)
    expect(valuesOf(await python.points(id, 'loss'))).toEqual([3, 2])
    const { warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
    expect(warnings).toEqual([
      'metrics.jsonl: line 2 is longer than 256 KiB, so it was left out.',
      'metrics.json is larger than 256 KiB, so it was left out.',
    ])
  })

  test('keeps the points that show the shape of a long series, and replaces them if the file is written anew', {
    tags: ['long'],
  }, async () => {
    const id = await python.run(`
write("metrics.jsonl", "".join('{"step": %d, "time": %d, "loss": %s}\\n' % (i, 10**12 + i, 99 if i == 7777 else i % 10) for i in range(30000)))
wait("anew")
write("metrics.jsonl", '{"step": 5, "loss": 8}\\n')
`)
    await python.until(id, countOf('loss', 30_000))
    const points = await python.points(id, 'loss')
    expect(points.length).toBeLessThanOrEqual(2000)
    expect(points).toContainEqual([7777, 10 ** 12 + 7777, 99])
    expect([points[0], points.at(-1)]).toEqual([
      [0, 10 ** 12, 0],
      [29_999, 10 ** 12 + 29_999, 9],
    ])
    await python.go(id, 'anew')
    await python.ended(id)
    expect((await python.points(id, 'loss')).map(([step, , value]) => [step, value])).toEqual([[5, 8]])
  })

  test('keeps five hundred series, and names the others', { tags: ['long'] }, async () => {
    const id = await ran(
      'write("metrics.jsonl", json.dumps({"figure %03d" % i: i for i in range(502)}) + "\\n")',
    )
    const { series, warnings } = await python.fixture.as('member').call(listSeries, { params: { id } })
    expect(series.filter(({ kind }) => kind === 'figure')).toHaveLength(500)
    expect(warnings).toEqual(['More than 500 figures were written. Left out: figure 500, figure 501.'])
  })
})

describe('metrics.json', () => {
  test('stores each new value as a point, and the last values exactly', async () => {
    const id = await python.run(`
write("metrics.json", '{"accuracy": 0.5, "val": {"loss": 2}, "name": "x"}')
wait("second")
write("metrics.json", '{"accuracy": 0.30000000000000004, "val": {"loss": 2}, "rows": 12345678901}')
`)
    await python.until(id, countOf('accuracy', 1))
    await python.go(id, 'second')
    await python.ended(id)
    expect(valuesOf(await python.points(id, 'accuracy'))).toEqual([0.5, 0.30000000000000004])
    expect(valuesOf(await python.points(id, 'val/loss'))).toEqual([2])
    expect((await python.fixture.info(id)).metrics).toEqual({
      accuracy: 0.30000000000000004,
      'val/loss': 2,
      rows: 12_345_678_901,
    })
  })

  test('gives only the last value of a figure that lines have', {
    tags: ['long'],
  }, async () => {
    const id = await ran(`
write("metrics.jsonl", '{"loss": 3}\\n{"loss": 2}\\n')
write("metrics.json", '{"loss": 1}')
`)
    expect(valuesOf(await python.points(id, 'loss'))).toEqual([3, 2])
    expect((await python.fixture.info(id)).metrics).toEqual({ loss: 1 })
  })

  test('keeps five hundred of its figures, and names the others', { tags: ['long'] }, async () => {
    const id = await ran('write("metrics.json", json.dumps({"figure %03d" % i: i for i in range(502)}))')
    const { metrics, raw } = await python.fixture.info(id)
    expect(Object.keys(metrics)).toHaveLength(500)
    expect(raw).toMatchObject({
      warnings: ['More than 500 figures were written. Left out: figure 500, figure 501.'],
    })
  })

  test.each(['', 'no json', '[1]', '{"a":'])('%j does not fail the run', { tags: ['long'] }, async (text) => {
    const id = await ran(`write("metrics.json", ${JSON.stringify(text)})`)
    expect(await python.fixture.info(id)).toMatchObject({
      state: 'succeeded',
      metrics: {},
      raw: { warnings: ['metrics.json is not a JSON object of numbers, so it was left out.'] },
    })
  })
})

describe("MLflow's file store", () => {
  /** As documented: https://mlflow.org/docs/latest/ml/tracking/backend-stores */
  const STORE = `
def run(id, name, start, parent=None):
    folder = "mlruns/0/" + id
    write(folder + "/meta.yaml", "artifact_uri: file:///x\\nend_time: null\\nentry_point_name: ''\\nexperiment_id: '0'\\nlifecycle_stage: active\\nrun_id: %s\\nrun_name: %s\\nstart_time: %d\\nstatus: 1\\ntags: []\\nuser_id: root\\n" % (id, name, start))
    write(folder + "/tags/mlflow.runName", name)
    if parent:
        write(folder + "/tags/mlflow.parentRunId", parent)
    return folder
write("mlruns/0/meta.yaml", "artifact_location: file:///x\\nexperiment_id: '0'\\nlifecycle_stage: active\\nname: Default\\n")
`

  test('reads curves, nested runs, odd names, parameters and tags', async () => {
    const id = await python.run(`${STORE}
parent = run("b" * 32, "sedate-ant-1", 1000)
write(parent + "/metrics/val/accuracy @ 5%", "1700000000000 0.5 0\\n1700000001000 0.75 10\\n")
write(parent + "/metrics/loss", "1700000000000 3 0\\n1700000000500 nan 1\\n")
write(parent + "/params/learning_rate", "0.01")
write(parent + "/tags/team", "penguins")
write(parent + "/tags/mlflow.user", "root")
for number, child in enumerate(("fold/1", "fold 2", "fold 2")):
    write(run("%032d" % number, child, 2000 + number, "b" * 32) + "/metrics/loss", "1700000002000 %d 0\\n" % number)
wait("more")
write(parent + "/metrics/loss", "1700000003000 2 2\\n", "a")
write(run("c" * 32, "second", 5000) + "/metrics/loss", "1700000004000 9 7 data 1a2b\\n")
`)
    await python.until(id, countOf('loss', 1))
    await python.go(id, 'more')
    await python.ended(id)
    expect(await python.points(id, 'val/accuracy @ 5%')).toEqual([
      [0, 1_700_000_000_000, 0.5],
      [10, 1_700_000_001_000, 0.75],
    ])
    expect(await python.points(id, 'loss')).toEqual([
      [0, 1_700_000_000_000, 3],
      [2, 1_700_000_003_000, 2],
    ])
    const info = await python.fixture.info(id)
    expect(info.metrics).toEqual({
      loss: 2,
      'val/accuracy @ 5%': 0.75,
      'fold-1/loss': 0,
      'fold 2/loss': 1,
      'fold 2 2/loss': 2,
      'second/loss': 9,
    })
    expect(info.raw).toMatchObject({
      mlflow: { params: { learning_rate: '0.01' }, tags: { team: 'penguins' } },
      warnings: ['MLflow: loss was NaN at step 1.'],
    })
  })
})

describe('the summary of an inference made with ALO', () => {
  test('score and probability become figures, and texts are stored unchanged', async () => {
    const id = await ran(`
write("inference_summary.yaml", "date: 2026-11-23 02:00:00\\nfile_path: /x\\nnote: 'Line 3: good'\\nprobability:\\n  OK: 0.65\\n  NG: 0.35\\nresult: OK\\nscore: 0.65\\nversion: ''\\n")
`)
    const { metrics, raw } = await python.fixture.info(id)
    expect(metrics).toEqual({ score: 0.65, 'probability/OK': 0.65, 'probability/NG': 0.35 })
    expect(raw).toMatchObject({
      summary: { result: 'OK', note: 'Line 3: good', score: 0.65, probability: { OK: 0.65, NG: 0.35 } },
    })
  })

  test('an invalid summary does not fail the run', async () => {
    const id = await ran('write("inference_summary.yaml", "- a: [b")')
    expect(await python.fixture.info(id)).toMatchObject({
      state: 'succeeded',
      raw: { warnings: ['inference_summary.yaml is not a summary as ALO writes it, so it was left out.'] },
    })
  })
})

test('a server that takes over a run has all points, with the times of lines that have none', async () => {
  const id = await python.run(`
write("metrics.jsonl", '{"loss": 3}\\n{"loss": 2}\\n')
write("metrics.json", '{"accuracy": 0.1}')
wait("after")
write("metrics.jsonl", '{"loss": 1}\\n', "a")
write("metrics.json", '{"accuracy": 0.2}')
`)
  await python.until(id, (series) => countOf('loss', 2)(series) && countOf('accuracy', 1)(series))
  const before = [await python.points(id, 'loss'), await python.points(id, 'accuracy')]
  await python.restart()
  await python.loop.tick()
  expect([await python.points(id, 'loss'), await python.points(id, 'accuracy')]).toEqual(before)
  await python.go(id, 'after')
  await python.ended(id)
  const after = [await python.points(id, 'loss'), await python.points(id, 'accuracy')]
  expect(after.map((points) => points.slice(0, -1))).toEqual(before)
  expect(after.map(valuesOf)).toEqual([
    [3, 2, 1],
    [0.1, 0.2],
  ])
})

test('a run whose program ended while no server was running has its figures when it is shown as ended', async () => {
  const id = await python.run('write("metrics.jsonl", "".join(\'{"loss": %d}\\n\' % i for i in range(50)))')
  await python.ended(id)
  expect(valuesOf(await python.points(id, 'loss'))).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('notifies readers which series have new points, and when no more will come', {
  tags: ['long'],
}, async () => {
  const id = await python.run(`
import podium
podium.log(loss=1)
wait("next")
podium.log(accuracy=1)
wait("end")
`)
  await python.until(id, countOf('loss', 1))
  const reader = sentEvents(python.fixture, followSeries, { params: { id } })
  await reader.until(([first]) => first !== undefined)
  await python.go(id, 'next')
  await python.until(id, countOf('accuracy', 1))
  await reader.until((events) => events.slice(1).some((event) => namesOf(event).includes('accuracy')))
  await python.go(id, 'end')
  await python.ended(id)
  await reader.ended
  const events = await reader.leave()
  expect(namesOf(events[0])).toContain('loss')
  expect(events.at(-1)).toMatchObject({ event: 'end', data: {} })
  expect(events.slice(1).flatMap(namesOf)).not.toContain('loss')
  const second = sentEvents(python.fixture, followSeries, { params: { id } })
  await second.ended
  expect((await second.leave()).map(({ event }) => event)).toEqual(['series', 'end'])
})

test('stores the resource use of a run beside its figures', async () => {
  const id = await python.run(`
wait("end")
`)
  // The first sample may be taken before the program holds any memory.
  const isUsed = ({ name, last }: { name: string; last: number | null }) =>
    name === 'memory' && (last ?? 0) > 0
  const memory = (await python.until(id, (all) => all.some(isUsed))).find(isUsed)
  expect(memory).toMatchObject({ kind: 'resource', unit: 'MiB' })
  expect((await python.fixture.info(id)).metrics).toEqual({})
  await python.go(id, 'end')
  await python.ended(id)
})

test('downloads the points as CSV without formulas that a spreadsheet would run', async () => {
  const id = await ran(`
write("metrics.jsonl", '{"=1+1": -2, "time": 1700000000}\\n{"a,b": 0.5, "time": 1700000000}\\n')
`)
  const member = python.fixture.as('member')
  const named = (query: Record<string, string>) => member.ask(exportSeries, { params: { id }, query })
  const whole = await named({})
  expect(whole.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = whole.body.split('\r\n').filter((line) => !/^(cpu|memory|disk),/.test(line))
  expect(lines).toEqual([
    '\uFEFFname,step,time,value',
    "'=1+1,0,2023-11-14T22:13:20.000Z,-2",
    '"a,b",0,2023-11-14T22:13:20.000Z,0.5',
    '',
  ])
  expect((await named({ names: 'a,b' })).body.split('\r\n')).toEqual([lines[0], lines[2], ''])
  const asked = await member.call(listSeries, { params: { id }, query: { names: 'a,b' } })
  expect(asked.series.map(({ name, points }) => [name, points?.length])).toEqual([['a,b', 1]])
})
