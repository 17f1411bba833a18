import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportAuditLines } from '@podium/contract/calls/audit.ts'
import { readHealth, readReadiness } from '@podium/contract/calls/system.ts'
import { createWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium as product, record } from '../domains/audit/audit.ts'
import { scrape } from '../metrics/testing/scrape.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createAuditStream } from './audit-stream.ts'
import { createDelivery, type Deliver } from './targets.ts'

const SECRET = 'copper heron at dawn'
const folder = mkdtempSync(join(tmpdir(), 'podium-audit-stream-'))
const path = join(folder, 'audit.jsonl')
const outgoing = createOutgoing(['127.0.0.0/8'])

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp({ env: { PODIUM_AUDIT_STREAM: 'file:///srv/audit.jsonl' } })
  return () => podium.close()
})
beforeEach(() => podium.startOver())
afterEach(async () => {
  rmSync(path, { force: true })
})

const toFile = createDelivery({ kind: 'file', path }, outgoing)

let servers = 0
function streamTo(deliver: Deliver) {
  servers += 1
  const { database, log } = podium.deps
  return createAuditStream({ database, log, deliver, owner: `server ${servers}` })
}

async function noteIn(tx: Transaction, ...names: string[]): Promise<void> {
  for (const object_name of names)
    await record(tx, product, {
      action: 'test.note',
      object_kind: 'test',
      object_id: object_name,
      object_name,
    })
}

const note = (...names: string[]) => podium.deps.database.transaction((tx) => noteIn(tx, ...names))

function namesIn(lines: string): string[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { object_name: string }).object_name)
}

const namesInFile = () => namesIn(readFileSync(path, 'utf8'))

/** A transaction that stays open until the test ends it. */
async function openTransaction(work: (tx: Transaction) => Promise<void>) {
  let end: (error?: Error) => void = () => undefined
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((begun) => {
    done = podium.deps.database.transaction(async (tx) => {
      await work(tx)
      await new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve())
        begun()
      })
    })
  })
  return {
    commit: async () => {
      end()
      await done
    },
    undo: async () => {
      end(new Error('undone'))
      await done.catch(() => undefined)
    },
  }
}

test('appends each event to a file as in the download, oldest first, and continues after a restart', async () => {
  await podium.as('admin').call(createWorkspace, { body: { name: 'third', s3_bucket_name: 'third-bucket' } })
  await note('a')
  const first = streamTo(toFile)
  expect(await first.tick()).toBe('all')
  const { body } = await podium.as('admin').ask(exportAuditLines)
  expect(readFileSync(path, 'utf8')).toBe(`${body.trim().split('\n').reverse().join('\n')}\n`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await first.close()

  // log rotation moves it away, and a crash left half a line
  renameSync(path, `${path}.1`)
  appendFileSync(path, '{"id":')
  await note('b')
  const second = streamTo(toFile)
  expect(await second.tick()).toBe('all')
  expect(await second.tick()).toBe('all')
  expect(namesIn(readFileSync(path, 'utf8').replace('{"id":\n', ''))).toEqual(['b'])
  await second.close()
})

test('delivers a long audit log in pieces of a hundred', async () => {
  const names = Array.from({ length: 205 }, (_, index) => String(index))
  await note(...names)
  const sizes: number[] = []
  const stream = streamTo(async (lines) => void sizes.push(namesIn(lines).length))
  expect([await stream.tick(), await stream.tick(), await stream.tick()]).toEqual(['more', 'more', 'all'])
  expect(sizes).toEqual([100, 100, 5])
  await stream.close()
})

test('does not skip an event whose transaction ends later than that of the next one', async () => {
  const late = await openTransaction((tx) => noteIn(tx, 'first'))
  await note('second')
  const stream = streamTo(toFile)
  expect([await stream.tick(), await stream.tick()]).toEqual(['gap', 'gap'])
  await late.commit()
  expect(await stream.tick()).toBe('all')
  expect(namesInFile()).toEqual(['first', 'second'])
  await stream.close()
})

test('waits for an event that was rolled back only until its transaction ends', async () => {
  const late = await openTransaction((tx) => noteIn(tx, 'never'))
  await note('second')
  const stream = streamTo(toFile)
  expect([await stream.tick(), await stream.tick()]).toEqual(['gap', 'gap'])
  await late.undo()
  await waitFor(async () => expect(await stream.tick()).toBe('all'))
  expect(namesInFile()).toEqual(['second'])
  await stream.close()
})

test('does not wait for a transaction that began after the gap was seen', async () => {
  const late = await openTransaction((tx) => noteIn(tx, 'never'))
  await note('second')
  const stream = streamTo(toFile)
  expect(await stream.tick()).toBe('gap')
  const another = await openTransaction(async (tx) => void (await tx.execute(sql`select 1`)))
  expect(await stream.tick()).toBe('gap')
  await late.undo()
  await waitFor(async () => expect(await stream.tick()).toBe('all'))
  expect(namesInFile()).toEqual(['second'])
  await another.commit()
  await stream.close()
})

test('delivers from one of several servers, and the next continues where it stopped', async () => {
  await note('a')
  const [first, second] = [streamTo(toFile), streamTo(toFile)]
  expect([await first.tick(), await second.tick()]).toEqual(['all', 'idle'])
  await note('b')
  expect(await second.tick()).toBe('idle')
  await first.close()
  expect(await second.tick()).toBe('all')
  expect(namesInFile()).toEqual(['a', 'b'])
  await second.close()
})

test('repeats events that a failing target took, and leaves none out', async () => {
  await note('a')
  let fails = true
  const stream = streamTo(async (lines, signal) => {
    await toFile(lines, signal)
    if (fails) throw new Error('broken off')
  })
  expect(await stream.tick()).toBe('failed')
  fails = false
  await note('b')
  expect(await stream.tick()).toBe('all')
  expect(namesInFile()).toEqual(['a', 'a', 'b'])
  await stream.close()
})

test('delivers automatically from the start of a server to its end', async () => {
  await note('a')
  const stream = streamTo(toFile)
  stream.start()
  await waitFor(() => expect(namesInFile()).toEqual(['a']))
  await stream.close()
})

interface Receiver {
  server: Server
  url: URL
  status: number
  heard: { headers: IncomingMessage['headers']; body: string }[]
}

async function startReceiver(): Promise<Receiver> {
  const receiver = { status: 200, heard: [] } as unknown as Receiver
  receiver.server = createServer(async (request, response) => {
    receiver.heard.push({ headers: request.headers, body: await text(request) })
    response.writeHead(receiver.status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver.server, 'listening')
  receiver.url = new URL(
    `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/hook?key=violet`,
  )
  return receiver
}

test('sends signed lines to an address, and reports its refusals in health, metrics and log', async () => {
  const receiver = await startReceiver()
  receiver.status = 503
  const warn = vi.spyOn(podium.deps.log, 'warn')
  const stream = streamTo(createDelivery({ kind: 'web', url: receiver.url, secret: SECRET }, outgoing))
  await note('a')
  expect(await stream.tick()).toBe('failed')
  const health = await podium.as('anonymous').ask(readHealth)
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'failing', failing: ['audit_stream'] }])
  expect((await podium.as('anonymous').ask(readReadiness)).statusCode).toBe(200)
  expect((await scrape(podium.deps)).get('podium_audit_stream_up')).toBe(0)
  expect(String(warn.mock.calls[0]?.[0] && JSON.stringify(warn.mock.calls))).not.toContain('violet')

  receiver.status = 204
  await note('b')
  expect(await stream.tick()).toBe('all')
  expect((await podium.as('anonymous').ask(readHealth)).statusCode).toBe(200)
  expect((await scrape(podium.deps)).get('podium_audit_stream_up')).toBe(1)
  const [refused, taken] = receiver.heard
  expect([namesIn(refused?.body ?? ''), namesIn(taken?.body ?? '')]).toEqual([['a'], ['a', 'b']])
  const [, at, code] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(taken?.headers['podium-signature'])) ?? []
  expect(code).toBe(createHmac('sha256', SECRET).update(`${at}.${taken?.body}`).digest('hex'))
  expect(taken?.headers['content-type']).toBe('application/jsonl; charset=utf-8')
  await stream.close()
  receiver.server.close()
})

test('sends nothing to an internal address unless its network is allowed', async () => {
  const receiver = await startReceiver()
  const settings = { kind: 'web', url: receiver.url, secret: SECRET } as const
  const stream = streamTo(createDelivery(settings, createOutgoing([])))
  await note('a')
  expect(await stream.tick()).toBe('failed')
  expect(receiver.heard).toEqual([])
  await stream.close()
  receiver.server.close()
})
