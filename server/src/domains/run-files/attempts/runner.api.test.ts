import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { permissions } from '@podium/contract/rules/permissions.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import type { RunSpec } from '@podium/engines/engine.ts'
import type { AttemptStore } from '@podium/engines/kubernetes/attempt-store.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { buildRunner } from '@podium/engines/kubernetes/testing/runner-program.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { waitFor } from '@podium/engines/testing/watching.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { ObjectUnreadable } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../scripts/free-ports.mjs'
import { buildApp } from '../../../app.ts'
import { objectSource } from '../../../start/object-source.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createAttempts } from './attempt-store.ts'

const objects = createMemoryStore()
const children: ChildProcess[] = []
const stores: { close(): Promise<void> }[] = []
let database: TestDatabase
let attempts: AttemptStore
let one: TestApp
let other: FastifyInstance

beforeAll(async () => {
  database = await createTestDatabase()
  await objects.makeBucket('poc')
  attempts = createStore()
  one = await createTestApp({ runner: runnerOf(), database })
  other = await openServer()
  return async () => {
    for (const { pid = 0 } of children) endGroup(pid)
    for (const store of stores) await store.close()
    await other.close()
    await one.close()
  }
})

function createStore() {
  const store = createAttempts({
    database: database.database,
    objects,
    log: pino({ level: 'silent' }),
    placeOf: async ({ run, attempt }) => ({ bucket: 'poc', prefix: `streams/${run}/${attempt}/sent/` }),
  })
  stores.push(store)
  return store
}

const runnerOf = () =>
  createRunnerCalls({ attempts: createStore(), objects: objectSource(objects), unpackLimit: 2 ** 24 })

/** Opens another server on the same database. */
async function openServer(runner = runnerOf()): Promise<FastifyInstance> {
  return buildApp({ ...one.deps, runner }, 'no-console')
}

async function opened(changes: Partial<RunSpec> = {}): Promise<{ spec: RunSpec; token: string }> {
  const spec = plainSpec(changes)
  await attempts.open(spec)
  return { spec, token: await attempts.makeToken(spec) }
}

/** Makes a call of a pod with the token. */
function ask(app: FastifyInstance, token: string, call: string, query = {}, body?: string | Buffer | object) {
  return app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/v1/runner/${call}?${new URLSearchParams(query)}`,
    headers: { host: 'podium.podium.svc', authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  })
}

const sendLog = (server: FastifyInstance, token: string, offset: number, bytes: string) =>
  ask(server, token, 'log', { type: 'process', offset }, bytes)

async function logOf(spec: RunSpec): Promise<string> {
  const log = await attempts.openLog(spec, 'process')
  return log ? text(log.stream) : ''
}

test('a log is complete although it was sent to two servers, repeatedly and out of order', async () => {
  const { spec, token } = await opened({ stop_grace_seconds: 300 })
  const sizes = []
  for (const [server, offset, bytes] of [
    [one.app, 0, 'one\n'],
    [other, 0, 'one\n'],
    [other, 8, 'late\n'],
    [other, 2, 'e\ntwo\n'],
    [one.app, 8, 'three\n'],
  ] as const)
    sizes.push((await sendLog(server, token, offset, bytes)).json())
  const told = { stop: false, main_ended: false }
  expect(sizes).toEqual([4, 4, 4, 8, 14].map((size) => ({ ...told, size })))
  expect(await logOf(spec)).toBe('one\ntwo\nthree\n')
  expect((await ask(other, token, 'received')).json()).toEqual({
    logs: { pipeline: 0, process: 14 },
    log_limit: spec.log_limit,
    output_limit: 2 ** 24,
    stop_grace_seconds: 300,
  })
})

test('an answer says that the run must stop or that its command has ended, whichever server recorded it', async () => {
  const { spec, token } = await opened()
  const at = new Date().toISOString()
  await attempts.note(spec, { stop_requested_at: at })
  expect((await sendLog(one.app, token, 0, 'x')).json()).toMatchObject({ stop: true, main_ended: false })
  await ask(one.app, token, 'exit', {}, { exit_code: 143, started_at: at, ended_at: at })
  expect((await sendLog(other, token, 1, 'x')).json()).toMatchObject({ stop: true, main_ended: true })
  expect((await attempts.find(spec))?.exit).toEqual({ exit_code: 143, started_at: at, ended_at: at })
})

test('a token is valid until everything has come, and answers say what is missing', async () => {
  const { spec, token } = await opened()
  await sendLog(one.app, token, 0, 'abc')
  await ask(
    one.app,
    token,
    'output',
    { path: 'a/b', offset: 0, modified_at: new Date().toISOString() },
    'four',
  )
  const end = (size: number) =>
    ask(
      other,
      token,
      'end',
      {},
      {
        logs: { pipeline: 0, process: 3 },
        outputs: [{ path: 'a/b', size }],
        left_out: ['`c` was left out: it cannot be read.'],
      },
    )
  expect((await end(5)).json()).toMatchObject({ is_complete: false })
  expect((await attempts.find(spec))?.is_complete).toBe(false)
  expect((await end(4)).json()).toMatchObject({ is_complete: true })
  expect((await end(4)).statusCode).toBe(401)
  expect((await sendLog(one.app, token, 3, 'late')).statusCode).toBe(401)
  expect(await logOf(spec)).toBe('abc')
  expect(await attempts.outputs(spec)).toMatchObject({
    files: [{ path: 'a/b', size: 4 }],
    left_out: ['`c` was left out: it cannot be read.'],
  })
})

test('a pod learns why an input is refused for good', async () => {
  const reason =
    'The object store does not give this file (409 BrokenMPU): restore it there, or upload it again.'
  const broken = {
    ...objects,
    async open(): Promise<never> {
      throw new ObjectUnreadable(reason)
    },
  }
  const runner = createRunnerCalls({
    attempts: createStore(),
    objects: objectSource(broken),
    unpackLimit: 2 ** 24,
  })
  const app = await openServer(runner)
  const { token } = await opened({ data: [{ bucket: 'poc', path: 'datasets/own/', archive: false }] })
  const answer = await ask(app, token, 'object', { bucket: 'poc', path: 'datasets/own/a' })
  await app.close()
  expect([answer.statusCode, answer.json().detail]).toEqual([422, `datasets/own/a: ${reason}`])
})

test('a token gives access to its own run and inputs only', async () => {
  for (const path of ['datasets/own/a', 'datasets/other/a'])
    await objects.put('poc', path, Readable.from(['rows']))
  const { spec, token } = await opened({ data: [{ bucket: 'poc', path: 'datasets/own/', archive: false }] })
  expect((await ask(one.app, token, 'inputs')).json()).toMatchObject({ spec, stop: false })
  const given = (call: string, path: string, bucket = 'poc') => ask(one.app, token, call, { bucket, path })
  expect((await given('objects', 'datasets/own/')).body).toBe('{"path":"datasets/own/a","size":4}\n{}\n')
  expect((await given('object', 'datasets/own/a')).body).toBe('rows')
  for (const [call, path, bucket] of [
    ['objects', 'datasets/'],
    ['objects', ''],
    ['object', 'datasets/other/a'],
    ['object', 'datasets/own/missing'],
    ['object', 'datasets/own/a', 'another'],
    ['log', 'x'],
  ] as const)
    expect((await given(call, path, bucket)).statusCode).toBe(404)
  const wrong: string[] = []
  for (const route of one.app.boundRoutes) {
    if (permissions[route.allow] === 'open' || permissions[route.allow] === 'run') continue
    const path = route.path.replaceAll(/\{\w+\*?\}/g, spec.run)
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    const { statusCode } = await one.app.inject({ method: route.method, url: path, headers })
    if (statusCode !== 401) wrong.push(`${route.id}: ${statusCode}`)
  }
  expect(wrong).toEqual([])
})

test('only a valid token gives access to the calls of pods', async () => {
  const { token } = await opened()
  const asked = [
    await ask(one.app, `${token}x`, 'inputs'),
    await ask(one.app, 'x', 'log', { type: 'process' }, 'x'),
    await one.app.inject({
      url: '/api/v1/runner/inputs',
      headers: { host: 'localhost', authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    }),
    await one.as('anonymous').send('GET', '/api/v1/runner/inputs'),
  ]
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  for (const role of ['admin', 'host'] as const)
    expect((await one.as(role).send('GET', '/api/v1/runner/inputs')).statusCode).toBe(403)
})

test('refuses content that is too large, malformed or no valid file, and stores none of it', async () => {
  const { spec, token } = await opened({ log_limit: 10 })
  const output = (path: string, body: Buffer | string, offset = 0) =>
    ask(one.app, token, 'output', { path, offset }, body)
  const refused = [
    await output('a', Buffer.alloc(4 * 2 ** 20 + 1)),
    await output('a', 'x', 2 ** 24),
    await sendLog(one.app, token, 17 * 2 ** 20, 'x'),
    await output('../a', 'x'),
    await output('a//b', 'x'),
    await output('a'.repeat(4097), 'x'),
    await ask(one.app, token, 'exit', {}, { exit_code: 'none' }),
    await ask(one.app, token, 'end', {}, 'no json'),
    await ask(one.app, token, 'log', { type: 'other' }, 'x'),
    await ask(one.app, token, 'nothing', {}, 'x'),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([
    413, 413, 413, 422, 422, 422, 422, 422, 422, 404,
  ])
  expect((await attempts.outputs(spec)).files).toEqual([])
  expect((await sendLog(one.app, token, 0, 'more than ten')).json()).toMatchObject({ size: 13, stop: true })
  expect((await attempts.find(spec))?.stop_reason).toContain('The log grew past 10 bytes')
})

test("refuses or cleans values that a run's row cannot hold, so that the run can end", async () => {
  const { spec, token } = await opened()
  const at = '2026-03-01T12:00:00.000Z'
  const exit = (changes: object) =>
    ask(one.app, token, 'exit', {}, { exit_code: 0, started_at: at, ended_at: at, ...changes })
  const refused = [
    await exit({ exit_code: 2 ** 31 }),
    await exit({ exit_code: 256 }),
    await exit({ started_at: '0000-01-01T00:00:00Z' }),
    await exit({ ended_at: '1969-12-31T23:59:59Z' }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422])
  const progress = { fraction: 0.5, step: 'a\u0000b', message: '\u001b[31m\ud800red' }
  await ask(one.app, token, 'progress', {}, { started_at: at, progress, usage: null })
  expect((await attempts.find(spec))?.progress).toEqual({ fraction: 0.5, step: 'a b', message: '\ufffdred' })
  const left_out = ['`a\u0000b` was left out: \ud800.']
  await ask(one.app, token, 'end', {}, { logs: { pipeline: 0, process: 0 }, outputs: [], left_out })
  expect((await attempts.outputs(spec)).left_out).toEqual(['`a b` was left out: \ufffd.'])
})

test('accepts no more bytes of all outputs than a run may keep', async () => {
  const { spec, token } = await opened()
  const send = (path: string, bytes: number, offset = 0) =>
    ask(one.app, token, 'output', { path, offset }, Buffer.alloc(bytes))
  const piece = 4 * 2 ** 20
  for (const path of ['a', 'b', 'c', 'd']) expect((await send(path, piece)).statusCode).toBe(200)
  const refused = await send('e', 40_000)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    413,
    'The upload is larger than the limit of 16 MiB.',
  ])
  expect((await send('a', piece, piece)).statusCode).toBe(413)
  await ask(other, token, 'outputs', {}, { paths: ['b', 'c', 'd'] })
  expect((await send('e', 40_000)).statusCode).toBe(200)
  const { files } = await attempts.outputs(spec)
  expect(files.map(({ path }) => path)).toEqual(['b', 'c', 'd', 'e'])
})

test('accepts no more outputs than the limit', { tags: ['long'] }, async () => {
  const { spec, token } = await opened()
  await ask(one.app, token, 'output', { path: 'first' }, 'x')
  const many = sql`insert into attempt_files (attempt_id, kind, path, modified_at)
    select id, 'output', n::text, now() from attempts, generate_series(1, 49999) n where run = ${spec.run}`
  await database.database.execute(many)
  expect((await ask(one.app, token, 'output', { path: 'one more' }, 'x')).statusCode).toBe(422)
  expect((await ask(one.app, token, 'output', { path: 'first', offset: 1 }, 'y')).json()).toMatchObject({
    size: 2,
  })
  expect((await sendLog(one.app, token, 0, 'a log')).json()).toMatchObject({ size: 5 })
})

test('a pod that sends slowly does not delay others', async () => {
  const runner = runnerOf()
  let known = 0
  const server = await openServer({
    ...runner,
    keyOf: (token) => runner.keyOf(token).finally(() => (known += 1)),
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const [slow, other] = [await opened(), await opened()]
  let ended = 0
  const path = '/api/v1/runner/log?type=process'
  const headers = { authorization: `Bearer ${slow.token}`, 'content-length': 100 }
  for (let each = 0; each < 20; each++)
    request({ port, host: '127.0.0.1', path, method: 'POST', headers })
      .on('close', () => (ended += 1))
      .on('error', () => undefined)
      .write('x')
  await waitFor('the slow ones', async () => (known === 20 ? true : null))
  expect((await sendLog(server, other.token, 0, 'at once')).json()).toMatchObject({ size: 7 })
  expect(ended).toBe(0)
  await closeNow(server)
})

test('removes the objects of a forgotten attempt from the store', async () => {
  const { spec, token } = await opened()
  await ask(one.app, token, 'output', { path: 'w', offset: 0 }, Buffer.alloc(100_000))
  await ask(one.app, token, 'output', { path: 'w', offset: 0 }, Buffer.alloc(200_000))
  const left = async () => (await Readable.from(objects.list('poc', `streams/${spec.run}/`)).toArray()).length
  expect(await left()).toBe(1)
  expect((await buffer(await attempts.openOutput(spec, 'w'))).length).toBe(200_000)
  await attempts.remove(spec)
  expect(await left()).toBe(0)
  expect((await sendLog(one.app, token, 0, 'x')).statusCode).toBe(401)
})

test('a pod whose server goes away, and whose `keep` process is killed, loses no byte on the next server', {
  tags: ['long'],
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'podium-pod-'))
  const program = await buildRunner(join(home, 'a', 'b', 'c'))
  const script = `i=0; while [ $i -lt 2000 ]; do echo "line $i"; i=$((i+1)); done; touch "$PODIUM_OUTPUT_DIR/first"
    until [ -e "$PODIUM_OUTPUT_DIR/go" ]; do sleep 0.05; done
    while [ $i -lt 4000 ]; do echo "line $i"; i=$((i+1)); done
    head -c 6000000 /dev/zero | tr '\\0' a > "$PODIUM_OUTPUT_DIR/weights"`
  const { spec, token } = await opened({ command: ['sh', '-c', script] })
  const first = await openServer()
  const port = await freePort()
  await first.listen({ port, host: '127.0.0.1' })
  const begin = (env: Record<string, string>, ...command: [string, ...string[]]) => {
    const [name, ...args] = command
    const child = spawn(name, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
      detached: true,
    })
    children.push(child)
    return child
  }
  const runner = {
    PODIUM_RUNNER_URL: `http://127.0.0.1:${port}`,
    PODIUM_RUN_TOKEN: token,
    PODIUM_RUN_DIR: join(home, 'volume'),
  }
  await once(begin({}, 'mkdir', runner.PODIUM_RUN_DIR), 'exit')
  expect(await once(begin(runner, process.execPath, program, 'fetch'), 'exit')).toEqual([0, null])
  begin({}, '/bin/sh', join(runner.PODIUM_RUN_DIR, 'wrapper'))
  const keep = begin(runner, process.execPath, program, 'keep')
  await waitFor('the first output', async () => ((await attempts.outputs(spec)).files[0] ? true : null))
  await closeNow(first)
  keep.kill('SIGKILL')
  await once(begin({}, 'touch', join(runner.PODIUM_RUN_DIR, 'out', 'go')), 'exit')
  const second = begin(runner, process.execPath, program, 'keep')
  const next = await openServer()
  await next.listen({ port, host: '127.0.0.1' })
  expect(await once(second, 'exit')).toEqual([0, null])
  const lines = Array.from({ length: 4_000 }, (_, line) => `line ${line}\n`).join('')
  expect((await logOf(spec)) === lines).toBe(true)
  expect((await text(await attempts.openOutput(spec, 'weights'))) === 'a'.repeat(6_000_000)).toBe(true)
  expect(await attempts.find(spec)).toMatchObject({ is_complete: true, exit: { exit_code: 0 } })
  await next.close()
  await rm(home, { recursive: true })
})

/** Closes the server like a kill: pending calls get no answer. */
async function closeNow(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections()
  await app.close()
}

/** Kills the process with all that it started, as when a container ends. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // no process of the group is left
  }
}
