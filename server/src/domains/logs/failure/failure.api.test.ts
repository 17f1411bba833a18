import { monitorEventLoopDelay } from 'node:perf_hooks'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { beforeAll, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

interface Logs {
  process?: string
  pipeline?: string
}

async function failed(
  logs: Logs,
  reason = 'Exit code 1; last line: x',
  exit_code = 1,
  stream = fixture.ids.stream,
) {
  const id = await fixture.startAs('member', stream)
  await fixture.loop.tick()
  const { engine } = fixture.deps
  engine.start(fixture.key(id))
  for (const type of ['process', 'pipeline'] as const)
    if (logs[type]) engine.log(fixture.key(id), type, logs[type].replaceAll('RUN', id))
  engine.end(fixture.key(id), { outcome: 'failed', exit_code, reason })
  await fixture.loop.tick()
  return (await fixture.info(id)).failure
}

const traceback = (line: number, error = "KeyError: 'label_id'") => `reading
Traceback (most recent call last):
  File "/home/runs/w/RUN/1/cwd/steps/labels.py", line ${line}, in main
    table[key]
  File "/env/lib/python3.13/site-packages/pandas/core/frame.py", line 4113, in __getitem__
    raise KeyError(key) from err
${error}
`

test("an exception is the reason, with its place in the run's own code and its line in the log", async () => {
  expect(await failed({ process: traceback(58) })).toMatchObject({
    title: "KeyError: 'label_id'",
    place: 'steps/labels.py:58',
    log_type: 'process',
    line: 1,
    alike: 1,
  })
})

test.each([
  ['a sandbox', '/podium/work'],
  ['a container', '/podium/cwd'],
])("names the place in the run's own code as a path of the solution in %s", async (_, folder) => {
  const process = traceback(58).replace('/home/runs/w/RUN/1/cwd', folder)
  expect(await failed({ process })).toMatchObject({ place: 'steps/labels.py:58' })
})

test('says that an address could not be reached if an exception follows from it', async () => {
  const warning = 'WARNING [Errno -3] Temporary failure in name resolution\n'
  expect(await failed({ process: warning + traceback(59) })).toMatchObject({
    title: "KeyError: 'label_id'; the log also says that an address could not be reached",
  })
})

test('runs fail alike if type and place of their exceptions are equal, whatever their messages', async () => {
  const first = await failed({ process: traceback(60) })
  const second = await failed({ process: traceback(60, "KeyError: 'other'") })
  const elsewhere = await failed({ process: traceback(61) })
  expect(second).toMatchObject({ key: first?.key, alike: 2 })
  expect(elsewhere?.key).not.toBe(first?.key)
})

test('the same place in another solution is another failure', async () => {
  const { stream } = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'seals')
  const here = await failed({ process: traceback(70) })
  const there = await failed({ process: traceback(70) }, undefined, 1, stream)
  expect(there?.key).not.toBe(here?.key)
})

test('the last line with ERROR is the reason if there is no exception, and its numbers make no difference', async () => {
  const log = (rows: number) =>
    `one\n[2026-11-20 09:00:00,000|ALO|ERROR|run.py(40)|run()] ${rows} rows are missing\nthe end\n`
  const first = await failed({ pipeline: log(3) })
  expect(first).toMatchObject({ title: '3 rows are missing', place: null, log_type: 'pipeline', line: 1 })
  expect(await failed({ pipeline: log(12) })).toMatchObject({ key: first?.key, alike: 2 })
})

test.each([
  ['', "Exit code 1: KeyError: 'label_id'."],
  [' The disk was full while it ran.', "Exit code 1: KeyError: 'label_id'. The disk was full while it ran."],
])('shows the failure instead of the last line of the log in lists%s', async (more, detail) => {
  const last = 'Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.'
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  engine.start(fixture.key(id))
  engine.log(fixture.key(id), 'process', `${traceback(75)}${last}\n`)
  const reason = `Exit code 1; last line: ${last}${more}`
  engine.end(fixture.key(id), { outcome: 'failed', exit_code: 1, reason, raw: { last_lines: ['two', last] } })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ detail, failure: { title: "KeyError: 'label_id'" } })
})

test("the engine's sentence is the reason if the log has no exception and no ERROR line", async () => {
  expect(await failed({ process: 'nothing\n' }, 'Exit code 3; last line: nothing')).toMatchObject({
    title: 'Exit code 3; last line: nothing',
    log_type: null,
    line: null,
  })
})

test("the engine's sentence is the reason if the program was killed", async () => {
  const reason = 'Out of memory at 2.0 GiB: choose a larger tier.'
  expect(await failed({ process: traceback(80) }, reason, 137)).toMatchObject({ title: reason, line: null })
})

test('runs killed by the same signal fail alike, and those by another signal do not', async () => {
  const bySignal = [
    ['Exit code 139 (ended by signal 11, a segmentation fault); the log is empty.', 139],
    ['Exit code 137 (ended by signal 9); the log is empty.', 137],
    ['Exit code 141 (ended by signal 13); the log is empty.', 141],
    ['Exit code 129 (ended by signal 1); the log is empty.', 129],
  ] as const
  const keys = new Set<string | undefined>()
  for (const [reason, exit_code] of bySignal) {
    const first = await failed({}, reason, exit_code)
    expect(await failed({}, reason, exit_code)).toMatchObject({ key: first?.key, alike: 2 })
    keys.add(first?.key)
  }
  expect(keys.size).toBe(bySignal.length)
})

test('searches the end of a long log, and counts the line from the beginning', async () => {
  const many = 'a line of a long log, as there are many\n'.repeat(20_000)
  expect(await failed({ process: many + traceback(90) })).toMatchObject({ line: 20_001 })
})

test('does not find an exception before the end of a long log', async () => {
  const many = 'a line of a long log, as there are many\n'.repeat(20_000)
  expect(await failed({ process: traceback(91) + many })).toMatchObject({
    title: 'Exit code 1; last line: x',
  })
})

test('a line of carriage returns does not block the event loop', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await failed({ process: `${'\r'.repeat(128 * 1024)}x\none\rERROR two\r\r\n` })
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(1000)
})

test('the reason is the last state of a line that was overwritten', async () => {
  expect(await failed({ process: 'ERROR one\rERROR two\r\r\n' })).toMatchObject({ title: 'two' })
})

test.each([0, 1])(
  'a run that was killed and left an exception, with exit code %i, fails for the reason of the kill',
  async (exit_code) => {
    const id = await fixture.start()
    await fixture.loop.tick()
    const { engine } = fixture.deps
    engine.start(fixture.key(id))
    engine.log(fixture.key(id), 'process', traceback(76))
    const reason = 'The cluster interrupted the run: Preempted by team/high. Start it again.'
    engine.end(fixture.key(id), { outcome: 'failed', exit_code, reason, interrupted: true })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'failed',
      detail: reason,
      failure: { title: reason, line: null },
    })
  },
)

test('a run that succeeded has no failure', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.log(fixture.key(id), 'process', traceback(1))
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ failure: null, star: false, series: [] })
})

test('preparation before the program begins is a step of the run that ends when the program begins', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  const key = fixture.key(id)
  engine.prepares(key, 'Installing 2 packages.', 'Installing packages')
  await fixture.loop.tick()
  const steps = [{ name: 'Installing packages', ended_at: null }]
  expect(await fixture.info(id)).toMatchObject({ state: 'starting', detail: 'Installing 2 packages.', steps })
  engine.start(key)
  await fixture.loop.tick()
  const begun = await fixture.info(id)
  expect(begun).toMatchObject({ state: 'running', detail: 'Running.', progress: null })
  expect(begun.steps).toMatchObject([{ name: 'Installing packages', ended_at: begun.started_at }])
  engine.progress(key, { fraction: 0.1, step: 'train', message: null })
  await fixture.loop.tick()
  const training = await fixture.info(id)
  expect(training.steps[1]).toMatchObject({ name: 'train', started_at: training.started_at, ended_at: null })
  engine.end(key, { outcome: 'succeeded' })
  await fixture.loop.tick()
})

test("shows the engine's sentence of a live run as long as the engine reports it", async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  engine.start(fixture.key(id))
  const notice = 'Running; what sends its log has ended.'
  const { inspect } = engine
  engine.inspect = async (keys) =>
    (await inspect(keys)).map((seen) => (seen.phase === 'running' ? { ...seen, notice } : seen))
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'running', detail: notice })
  engine.inspect = inspect
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'running', detail: 'Running.' })
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
})

test('stores the steps that a run names with their times, and estimates the remaining time from its progress', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  const key = fixture.key(id)
  const report = async (fraction: number, step: string) => {
    engine.progress(key, { fraction, step, message: null })
    await fixture.loop.tick()
    return fixture.info(id)
  }
  await report(0, 'input')
  const { steps, remaining_seconds } = await report(0.5, 'train')
  expect(steps.map(({ name, ended_at }) => [name, ended_at !== null])).toEqual([
    ['input', true],
    ['train', false],
  ])
  expect(remaining_seconds).toBeGreaterThanOrEqual(0)
  engine.end(key, { outcome: 'succeeded' })
  await fixture.loop.tick()
  const ended = await fixture.info(id)
  expect(ended.steps.every((step) => step.ended_at !== null)).toBe(true)
  expect(ended.remaining_seconds).toBeNull()
})
