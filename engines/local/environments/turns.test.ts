// @module-tag python
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { attemptOf } from '../../attempt/attempt.ts'
import { attemptDirectory } from '../../attempt/attempt-directory.ts'
import { Deferred } from '../../attempt/deferred.ts'
import { type ObjectSource, type RunSpec, StartRefused } from '../../engine.ts'
import { commandLinesWith } from '../../testing/command-lines.ts'
import { useInstalling } from '../../testing/installing.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { wheelOf } from '../../testing/python-index.ts'
import { endOf, runToEnd, textOfLog, waitFor } from '../../testing/watching.ts'
import { createTurns, type NamedAttempt } from './turns.ts'

const AT_ONCE = process.env.PODIUM_LONG === '1' ? 20 : 6

const DATA = 'data.csv'
const { index, local, sources, open, ...installing } = useInstalling(async () => [
  wheelOf('podium_one', '1.0', 'answer = 41\n'),
  wheelOf('podium_two', '1.0', 'answer = 2\n', ['podium-one']),
  wheelOf('podium_slow', '1.0', 'answer = 3\n'),
])
sources[DATA] = Buffer.from('the sample')
let copied: string[]
beforeEach(async () => {
  const objects = memoryObjects(sources)
  copied = []
  const openObject: ObjectSource['open'] = (bucket, path) => {
    copied.push(path)
    return objects.open(bucket, path)
  }
  await open({}, { objects: { ...objects, open: openObject }, probe: installing.quick.probe })
})

const specWith = (requirements: string, script: string) =>
  installing.specWith(requirements, script, { data: [{ bucket: 'b', path: DATA, archive: false }] })

/** Lists the processes that install into the home. */
async function installersIn(home: string): Promise<number[]> {
  const installers = await commandLinesWith('\0install\0')
  return installers.filter(([, line]) => line.includes(home)).map(([pid]) => pid)
}

const WAITING = 'Waiting for run penguins-1, which installs the same packages.'
const SLOW = 'podium_slow-1.0-py3-none-any.whl'

/** Starts runs with the same packages, while the first one is still installing. */
async function atOnce(many: number, requirements: string, script: string): Promise<RunSpec[]> {
  index.hold(SLOW)
  const spec = await specWith(requirements, script)
  const asked = index.fetched.length
  await local.engine.submit(spec)
  await waitFor('the download', async () => (index.fetched.length > asked ? true : null))
  const others = Array.from({ length: many - 1 }, (_, at) => ({ ...spec, run: `waiting-${at}` }))
  await Promise.all(others.map((one) => local.engine.submit(one)))
  for (const one of others)
    expect(await endOf(local.engine, one)).toMatchObject({ outcome: 'deferred', reason: WAITING })
  return [spec, ...others]
}

/** Resubmits a deferred run, as the server does. */
async function submitAgain(spec: RunSpec): Promise<void> {
  await local.engine.forget(spec)
  await waitFor('its turn', async () => ((await local.engine.deferral?.(spec)) === null ? true : null))
  await local.engine.submit(spec)
}

test(`lets one of ${AT_ONCE} runs install, while the others hold no cores`, async () => {
  const before = index.fetched.length
  const [first, ...others] = await atOnce(
    AT_ONCE,
    'podium-two\npodium-slow\n',
    'import podium_two; print(podium_two.answer)',
  )
  const [node] = await local.engine.nodes()
  expect((node?.capacity.cpu ?? 0) - (node?.free.cpu ?? 0)).toBe(2)
  expect((node?.capacity.memory_mib ?? 0) - (node?.free.memory_mib ?? 0)).toBe(512)
  for (const one of others) {
    expect(await local.engine.deferral?.(one)).toBe(WAITING)
    expect(await textOfLog(local.engine, one, 'process')).toBe('')
  }
  expect(copied.filter((path) => path === DATA)).toHaveLength(1)
  index.release()
  await Promise.all(others.map(submitAgain))
  const all = [first as RunSpec, ...others]
  const ends = await Promise.all(all.map((one) => endOf(local.engine, one)))
  expect(ends.map(({ outcome }) => outcome)).toEqual(all.map(() => 'succeeded'))
  const logs = await Promise.all(all.map((one) => textOfLog(local.engine, one, 'process')))
  expect(logs[0]).toContain('Installed 3 packages')
  expect(logs.slice(1)).toEqual(others.map(() => '2\n'))
  expect(index.fetched.slice(before).toSorted()).toEqual([
    'podium_one-1.0-py3-none-any.whl',
    SLOW,
    'podium_two-1.0-py3-none-any.whl',
  ])
  expect(await readdir(join(local.home, 'runs', 'poc', 'environments'))).toHaveLength(1)
})

test("installs the packages of another workspace's run, or other packages, meanwhile", async () => {
  const [first] = await atOnce(2, 'podium-slow\n', '')
  const small = await specWith('podium-one\n', 'import podium_one')
  expect(await runToEnd(local.engine, small)).toMatchObject({ outcome: 'succeeded' })
  const asked = index.fetched.length
  await local.engine.submit({ ...(first as RunSpec), run: 'other', workspace: 'other', workspace_number: 8 })
  await waitFor('the other download', async () => (index.fetched.length > asked ? true : null))
})

test('refuses a waiting run with the sentence of an installation that fails for all', async () => {
  const [first, waiting] = (await atOnce(2, 'podium-none\npodium-slow\n', '')) as [RunSpec, RunSpec]
  await local.engine.forget(waiting)
  index.release()
  const { outcome, reason } = await endOf(local.engine, first)
  expect(outcome).toBe('failed')
  await expect(local.engine.deferral?.(waiting)).rejects.toThrow(new StartRefused(reason))
  expect(await local.engine.deferral?.(waiting)).toBeNull()
})

test('lets a waiting run take over an installation that is stopped', {
  tags: ['long'],
}, async () => {
  const [spec, waiting] = (await atOnce(2, 'podium-slow\n', 'import podium_slow')) as [RunSpec, RunSpec]
  await local.engine.stop(spec)
  expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped' })
  index.release()
  await submitAgain(waiting)
  expect(await endOf(local.engine, waiting)).toMatchObject({ outcome: 'succeeded' })
})

test('fails only the run whose installer is killed, and installs for a waiting one', {
  tags: ['long'],
}, async () => {
  const [spec, waiting] = (await atOnce(2, 'podium-slow\n', 'import podium_slow')) as [RunSpec, RunSpec]
  for (const pid of await installersIn(local.home)) process.kill(pid, 'SIGKILL')
  const end = await endOf(local.engine, spec)
  expect(end).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('was killed') })
  index.release()
  await submitAgain(waiting)
  expect(await endOf(local.engine, waiting)).toMatchObject({ outcome: 'succeeded' })
  expect(await textOfLog(local.engine, waiting, 'process')).not.toContain('was killed')
})

function taker(run: string, workspace = 'poc'): NamedAttempt {
  const attempt = attemptOf({ runs: '/runs', layout: attemptDirectory }, { workspace, run, attempt: 1 })
  return { attempt, spec: { name: run } }
}

test('makes a run of the same version wait for the project too, and one of another for packages only', () => {
  const turns = createTurns()
  const [first, same, other] = [taker('first'), taker('same'), taker('other')]
  const take = (one: NamedAttempt, names: string[]) => turns.take(one, names, 'installs the same packages')
  const waiting = 'Waiting for run first, which installs the same packages.'
  take(first, ['packages', 'project 1'])
  expect(() => take(same, ['packages', 'project 1'])).toThrow(new Deferred(waiting))
  expect(() => take(other, ['packages', 'project 2'])).toThrow(new Deferred(waiting))
  turns.done('packages')
  take(first, ['project 1'])
  expect([same, other].map(({ attempt }) => turns.deferral(attempt.key))).toEqual([waiting, null])
  turns.release(first.attempt)
  expect(turns.deferral(same.attempt.key)).toBeNull()
})

test('names the run that others wait for only to its own workspace', () => {
  const turns = createTurns()
  const [first, same, other] = [taker('first'), taker('same'), taker('other', 'elsewhere')]
  turns.take(first, ['uv'], 'installs uv')
  const here = 'Waiting for run first, which installs uv.'
  const there = 'Waiting for another run, which installs uv.'
  expect(() => turns.yield(same, ['uv'])).toThrow(new Deferred(here))
  expect(() => turns.yield(other, ['uv'])).toThrow(new Deferred(there))
  expect([same, other].map(({ attempt }) => turns.deferral(attempt.key))).toEqual([here, there])
})

test("calls a run of an older release's record, without a name, another run", () => {
  const turns = createTurns()
  turns.take({ ...taker('first'), spec: {} as NamedAttempt['spec'] }, ['uv'], 'installs uv')
  expect(() => turns.yield(taker('same'), ['uv'])).toThrow('Waiting for another run, which installs uv.')
})
