import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { followLog, readLog } from '@podium/contract/calls/run-files.ts'
import { stopRuns } from '@podium/contract/calls/run-selection.ts'
import { deleteWorkspace, listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { errors } from '@podium/contract/rules/errors.ts'
import { realClock } from '@podium/contract/wire/clock.ts'
import { SILENCE_MS } from '@podium/contract/wire/follow-stream.ts'
import { createFakeClock } from '@podium/contract/wire/testing/fake-clock.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, open, openOnce, upload } from './client.ts'
import { signedIn } from './connection.ts'
import { followRun } from './follow.ts'
import { type Answer, type Gateway, page, podium, startGateway } from './testing/gateway.ts'

const PROGRAM = new URL('./podium.ts', import.meta.url).pathname
const WORKSPACES = { workspaces: [], total: 0 }
const stopAll = { query: { workspace_id: 'w' }, body: { ids: ['1'], before: '2026-11-20T00:00:00.000Z' } }

let gateway: Gateway
let told: string[]
let now: number
let pauses: number[]
beforeEach(() => {
  told = []
  now = 0
  pauses = []
  vi.spyOn(console, 'error').mockImplementation((text: string) => told.push(text))
  vi.spyOn(realClock, 'now').mockImplementation(() => now)
  vi.spyOn(realClock, 'pause').mockImplementation(async (milliseconds) => {
    now += milliseconds
    pauses.push(milliseconds)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

async function behind(...answers: Answer[]) {
  gateway = await startGateway(answers)
  return signedIn(gateway.address, 'podium_x')
}

test('waits with a read while a gateway reaches no server, and says so once', async () => {
  const connection = await behind(page(502), page(503), page(504), podium(WORKSPACES))
  expect(await call(connection, listWorkspaces, {})).toEqual(WORKSPACES)
  expect(pauses).toEqual([250, 500, 1000])
  expect(told).toEqual([
    'Podium does not answer the gateway before it (502). It may be starting again. Waiting for it …',
  ])
})

test('ends a call that waited for a minute', async () => {
  const connection = await behind(page(502))
  await expect(call(connection, listWorkspaces, {})).rejects.toThrow('Podium does not answer the gateway')
  expect(now).toBeGreaterThan(50_000)
  expect(now).toBeLessThanOrEqual(60_000)
})

test('repeats a call that creates something with its key', async () => {
  const busy = errors['IDEMPOTENCY.BUSY']
  const done = { done: 1, failed: [], failed_count: 0 }
  const connection = await behind(page(502), podium({ detail: busy.detail({}) }, busy.status), podium(done))
  expect(await call(connection, stopRuns, stopAll)).toEqual(done)
  const keys = gateway.calls.map(({ key }) => key)
  expect(keys).toHaveLength(3)
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]))
})

test('makes a change without a key once, and says that its outcome is unknown', async () => {
  const connection = await behind(page(502), podium({}))
  await expect(call(connection, deleteWorkspace, { params: { id: 'w' } })).rejects.toThrow(
    'It is not known whether this was done. Look before you repeat the command.',
  )
  expect(gateway.calls).toHaveLength(1)
})

test('waits with a change while the server accepts no connection, as nothing arrived', async () => {
  const connection = await behind(podium({}))
  await gateway.close()
  const { port } = new URL(gateway.address)
  vi.mocked(realClock.pause).mockImplementationOnce(async () => {
    gateway = await startGateway([podium({})], Number(port))
  })
  await call(connection, deleteWorkspace, { params: { id: 'w' } })
  expect(gateway.calls).toHaveLength(1)
  expect(told).toEqual([expect.stringMatching(/does not answer \(ECONNREFUSED\)\. Waiting for it …$/)])
})

test.each([
  ['a page of its login', page(200), "The answer is not Podium's: a gateway may want a sign-in of its own."],
  ['its own 401', page(401), "The answer is not Podium's"],
  [
    'a redirect',
    page(302, { location: 'https://login.example.org/' }),
    'it leads to https://login.example.org/',
  ],
  ['a 403', page(403), 'Something before Podium refused the call (403)'],
])("reports a gateway's %s at once", async (_, answer, sentence) => {
  const connection = await behind(answer)
  const params = { id: '1' }
  for (const ask of [
    () => call(connection, listWorkspaces, {}),
    () => open(connection, readLog, { params, query: { log_type: 'process' } }),
    () => openOnce(connection, followLog, { params, query: { log_type: 'process' } }, {}),
  ])
    await expect(ask()).rejects.toThrow(sentence)
  expect([pauses, gateway.calls.length]).toEqual([[], 3])
})

test('says the size of an upload that is too large for a gateway', async () => {
  const connection = await behind(page(413))
  const body = () => Readable.from([Buffer.alloc(2048)])
  await expect(upload(connection, putObject, { params: { id: 'w', path: 'a' } }, body, 2048)).rejects.toThrow(
    'Something before Podium refused 2.0 KiB as too large (413). Its administrator can raise the limit, in nginx client_max_body_size.',
  )
})

const busy = { detail: 'The object store does not answer right now. Please try again in a few seconds.' }
const sendFile = (connection: Awaited<ReturnType<typeof behind>>) =>
  upload(connection, putObject, { params: { id: 'w', path: 'a' } }, () => Readable.from([Buffer.from('a')]))

test('sends a file again while Podium says that it cannot take it now', async () => {
  const away = podium(busy, 503, { 'retry-after': '3' })
  const connection = await behind(away, away, podium({ path: 'a' }))
  expect(await sendFile(connection)).toEqual({ path: 'a' })
  expect([gateway.calls.length, told]).toEqual([3, [`${busy.detail} Waiting for it …`]])
})

test('reports at once what waiting cannot help', async () => {
  const full = { detail: 'The object store is full: tell an administrator.' }
  const connection = await behind(podium(full, 503))
  await expect(sendFile(connection)).rejects.toThrow(full.detail)
  expect([gateway.calls.length, pauses]).toEqual([1, []])
})

test('resumes a log with a silent connection after the last event', async () => {
  const events =
    (text: string, isEnd: boolean): Answer =>
    (reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
      if (isEnd) reply.end()
    }
  const from: (string | undefined)[] = []
  const lines = (id: number, text: string) => `id: ${id}\nevent: lines\ndata: ${JSON.stringify({ text })}\n\n`
  const connection = await behind(
    (reply, request) => {
      from.push(request.headers['last-event-id'] as string)
      events(lines(7, 'before\n'), false)(reply, request)
    },
    (reply, request) => {
      from.push(request.headers['last-event-id'] as string)
      events(`${lines(13, 'after\n')}event: end\ndata: {}\n\n`, true)(reply, request)
    },
    podium({ name: 'penguins-1', state: 'succeeded', detail: 'Finished.' }),
  )
  const clock = createFakeClock()
  let log = ''
  const following = followRun(connection, '1', 'process', {
    ...clock,
    tell: (sentence) => told.push(sentence),
    write(text) {
      log += text
    },
  })
  await vi.waitUntil(() => log === 'before\n')
  await clock.goOn(SILENCE_MS)
  await vi.waitUntil(async () => {
    await clock.goOn(500)
    return log === 'before\nafter\n'
  })
  await following
  expect(from).toEqual(['0', '7'])
  expect(told).toEqual(['penguins-1 succeeded. Finished.'])
})

test('prints one sentence and no stack', { tags: ['long'] }, async () => {
  await behind(page(200))
  const env = { ...process.env, PODIUM_URL: gateway.address, PODIUM_TOKEN: 'podium_x' }
  const [code, said] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', PROGRAM, 'runs'], { env }, (error, _, stderr) =>
      resolve([error?.code, stderr]),
    )
  })
  expect([code, said]).toEqual([1, expect.stringMatching(/^The answer is not Podium's: [^\n]*\n$/)])
})
