import { expect, onTestFinished, test } from 'vitest'
import type { RunKey } from '../engine.ts'
import type { AttemptStore } from './attempt-store.ts'
import { useFakeEngine } from './testing/fake-engine.ts'
import { type RunnerServer, startRunnerServer } from './testing/runner-server.ts'

const KEEPING = 'Its program has ended; its output is being saved.'
const AWAY = 'The object store does not answer right now.'
const LOST = { outcome: 'succeeded', reason: 'Finished. Some of what it wrote may be missing.' }
const NO_OBJECTS = { open: () => Promise.reject(new Error('none')), list: async function* () {} }

const here = useFakeEngine()

/** Starts a server whose object store refuses everything. */
async function serverWithoutStore(): Promise<RunnerServer> {
  const away = () => Promise.reject(new Error('The store is away.'))
  const attempts: AttemptStore = { ...here.attempts, appendOutput: away, appendLog: away }
  const server = await startRunnerServer({
    attempts,
    objects: NO_OBJECTS,
    unpackLimit: 2 ** 24,
    clock: here.clock,
  })
  onTestFinished(() => server.close())
  return server
}

/** Returns an attempt whose command has just ended, and a token of its pod. */
async function sending() {
  const spec = await here.commandEnded()
  return { spec, token: await here.attempts.makeToken(spec) }
}

/** Acts and inspects the attempt every half minute. */
async function every30s(seconds: number, key: RunKey, act: () => Promise<unknown> = async () => {}) {
  let last = await here.seen(key)
  const isOver = () => last.phase === 'ended' && !last.is_sending
  for (let passed = 0; passed < seconds && !isOver(); passed += 30) {
    await act()
    here.pass(30)
    last = await here.seen(key)
  }
  return last
}

function sendOutput({ url }: RunnerServer, token: string): Promise<number> {
  return fetch(`${url}/api/v1/runner/output?path=model`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'bytes',
  }).then(
    ({ status }) => status,
    () => 0,
  )
}

test('keeps a pod that calls in vain for six hours while the store is away', async () => {
  const { spec, token } = await sending()
  const server = await serverWithoutStore()
  const call = () => sendOutput(server, token)
  expect(await every30s(500, spec, call)).toMatchObject({ phase: 'running', notice: KEEPING })
  const decided = { phase: 'ended', outcome: 'succeeded', reason: 'Finished.', is_sending: true }
  expect(await every30s(5.7 * 3600, spec, call)).toMatchObject(decided)
  expect(here.job(spec)).toBeDefined()
  expect(await every30s(600, spec, call)).toMatchObject({ phase: 'ended', ...LOST })
  expect(here.job(spec)).toBeUndefined()
})

test('a pod that stops calling after its run has ended has five minutes', async () => {
  const { spec, token } = await sending()
  const server = await serverWithoutStore()
  await every30s(600, spec, () => sendOutput(server, token))
  expect(await every30s(240, spec)).toMatchObject({ phase: 'ended', is_sending: true })
  expect(await every30s(120, spec)).toMatchObject({ phase: 'ended', ...LOST })
  expect(here.job(spec)).toBeUndefined()
})

test('a run whose output waits for the store says so for as long as the store refuses', async () => {
  const { spec } = await sending()
  await here.attempts.note(spec, { refusal: { at: here.clock().toISOString(), sentence: AWAY } })
  expect(await here.seen(spec)).toMatchObject({ phase: 'running', notice: `${KEEPING} ${AWAY}` })
  here.pass(61)
  expect(await here.seen(spec)).toMatchObject({ phase: 'running', notice: KEEPING })
})

test('ends a run 45 seconds after it is stopped, if its pod calls in vain', async () => {
  const { spec, token } = await sending()
  const server = await serverWithoutStore()
  here.pass(5)
  await here.engine.stop(spec)
  await sendOutput(server, token)
  here.pass(40)
  expect((await here.seen(spec)).phase).toBe('running')
  await sendOutput(server, token)
  here.pass(6)
  expect(await here.seen(spec)).toMatchObject({ phase: 'ended', ...LOST })
})

test('ends a stopped run even if its log from the node cannot be stored', async () => {
  const { spec } = await sending()
  here.attempts.appendLog = () => Promise.reject(new Error('The store is away.'))
  here.attempts.openLog = () => Promise.reject(new Error('The store is away.'))
  here.pass(5)
  await here.engine.stop(spec)
  here.pass(46)
  expect(await here.seen(spec)).toMatchObject({ phase: 'ended', ...LOST })
  expect(here.job(spec)).toBeUndefined()
})

test('gives a pod that does not call any more five minutes', async () => {
  const { spec } = await sending()
  expect(await every30s(240, spec)).toMatchObject({ phase: 'running' })
  expect(await every30s(120, spec)).toMatchObject({ phase: 'ended', ...LOST })
})

test('takes no call with a dead token for a sign of life', async () => {
  const { spec } = await sending()
  const server = await serverWithoutStore()
  const statuses = new Set<number>()
  const call = async () => statuses.add(await sendOutput(server, 'dead'))
  expect(await every30s(360, spec, call)).toMatchObject({ phase: 'ended', ...LOST })
  expect([...statuses]).toEqual([401])
})

test('restarts the five minutes on a new server, and on one that could not look', async () => {
  const { spec } = await sending()
  expect(await every30s(240, spec)).toMatchObject({ phase: 'running' })
  here.pass(61)
  expect(await here.seen(spec)).toMatchObject({ phase: 'running' })
  expect(await here.seen(spec, here.another())).toMatchObject({ phase: 'running' })
  expect(await every30s(360, spec)).toMatchObject({ phase: 'ended' })
})
