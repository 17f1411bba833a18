// @module-tag swift
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { OutputReplaced, type RunSpec } from '@podium/engines/engine.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { openFakeEngine } from '@podium/engines/kubernetes/testing/fake-engine.ts'
import { runKubelet } from '@podium/engines/kubernetes/testing/fake-kubelet.ts'
import { buildRunner } from '@podium/engines/kubernetes/testing/runner-program.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { endOf } from '@podium/engines/testing/watching.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { inputAddress, objectSource } from '../../../start/object-source.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { workOff } from '../../workspaces/removals.ts'
import { createAttempts } from './attempt-store.ts'

const LIMIT = 200 * 2 ** 20
const INPUT = randomBytes(17 * 2 ** 20)

let swift: Swift
let root: string
let program: string
beforeAll(async () => {
  swift = await startSwift()
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  root = await mkdtemp(join(tmpdir(), 'podium-direct-'))
  await mkdir(join(root, 'a', 'b', 'c'), { recursive: true })
  program = await buildRunner(join(root, 'a', 'b', 'c'))
  const store = createS3Store({ ...swift.settings, direct: null })
  await store.makeBucket('poc')
  await store.put('poc', 'data/large', Readable.from([INPUT]))
  await store.put('poc', 'data/small', Readable.from([Buffer.from('small')]))
  return async () => {
    await swift.stop()
    await rm(root, { recursive: true })
  }
})

/** Opens a server, and a cluster whose pods reach the store at the address; counts the bytes through the server. */
async function open(direct: string | null) {
  const database = await createTestDatabase()
  const objects = createS3Store({ ...swift.settings, direct })
  const attempts = createAttempts({
    database: database.database,
    objects,
    log: pino({ level: 'silent' }),
    placeOf: async ({ run }) => ({ bucket: 'poc', prefix: `streams/${run}/sent/` }),
  })
  const runner = createRunnerCalls({
    attempts,
    objects: objectSource(objects),
    unpackLimit: LIMIT,
    addressOf: inputAddress(objects),
  })
  const { app, close } = await createTestApp({ runner, database })
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => sockets.add(socket))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const here = await openFakeEngine({ attempts, runnerUrl: `http://127.0.0.1:${port}` })
  const kubelet = runKubelet(here.cluster, here.controllers, ([name = '', ...args]) =>
    name === 'node' ? [process.execPath, program, ...args.slice(1)] : [name, ...args],
  )
  return {
    attempts,
    objects,
    database: database.database,
    /** bytes in both directions */
    passed: () =>
      [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    async run(command: string): Promise<RunSpec> {
      const spec = plainSpec({
        command: ['sh', '-c', command],
        data: [{ bucket: 'poc', path: 'data/', archive: false }],
      })
      await here.engine.prepare({ id: spec.workspace, number: spec.workspace_number, name: 'poc' })
      await here.engine.submit(spec)
      expect(await endOf(here.engine, spec)).toMatchObject({ outcome: 'succeeded' })
      return spec
    },
    async close() {
      await kubelet.close()
      await here.close()
      await attempts.close()
      await close()
    },
  }
}

const train = (
  bytes: number,
) => `cat "$PODIUM_DATA_DIR/small"; cksum < "$PODIUM_DATA_DIR/large"; cd "$PODIUM_OUTPUT_DIR"
  cp "$PODIUM_DATA_DIR/large" copy; head -c ${bytes} /dev/zero | tr '\\0' a > weights; echo 1 > metrics`

test.each([
  // More than one upload holds.
  ['the store itself, and not the server', () => swift.settings.endpoint, 0, 66 * 2 ** 20],
  ['the server where the store does not answer there', () => 'http://127.0.0.1:1', 1, 17 * 2 ** 20],
  ['the server where the store has no address for it', () => null, 1, 17 * 2 ** 20],
])('large inputs and outputs of a run go through %s', async (_, direct, times, bytes) => {
  const { attempts, objects, passed, run, close } = await open(direct())
  const spec = await run(train(bytes))
  const all = INPUT.length + INPUT.length + bytes
  expect(Math.floor(passed() / all)).toBe(times)
  if (times === 0) expect(passed()).toBeLessThan(2 ** 20)
  expect((await attempts.outputs(spec)).files.map(({ path, size }) => [path, size])).toEqual([
    ['copy', INPUT.length],
    ['metrics', 2],
    ['weights', bytes],
  ])
  expect(INPUT.equals(await buffer(await attempts.openOutput(spec, 'copy')))).toBe(true)
  const weights = await buffer(await attempts.openOutput(spec, 'weights'))
  expect(weights.equals(Buffer.alloc(bytes, 'a'))).toBe(true)
  await attempts.remove(spec)
  expect(await Readable.from(objects.list('poc', `streams/${spec.run}/`)).toArray()).toEqual([])
  await close()
})

/** Creates an attempt that has uploaded an output to the store with an address that is still valid. */
async function withPlaced(content: string) {
  const opened = await open(swift.settings.endpoint)
  const spec = plainSpec()
  await opened.attempts.open(spec)
  const file = { path: 'weights', size: content.length, modified_at: new Date(0).toISOString() }
  const piece = { offset: 0, bytes: content.length, most: 5000 }
  const address = (await opened.attempts.placeOutput(spec, file, piece)) ?? ''
  const put = async (body: string) => (await fetch(address, { method: 'PUT', body })).status
  expect(await put(content)).toBe(200)
  expect(await opened.attempts.addPlaced(spec, file, piece)).toBe(content.length)
  return { ...opened, spec, put }
}

test('never keeps bytes that a pod puts in place of bytes already counted', async () => {
  const { attempts, objects, spec, put, close } = await withPlaced('abc')
  const kept = async () =>
    objects.put('poc', 'kept', await attempts.openOutput(spec, 'weights'), { replace: true })
  expect(await kept()).toMatchObject({ size: 3 })
  expect(await put('xyz')).toBe(200)
  await expect(kept()).rejects.toBeInstanceOf(OutputReplaced)
  expect(await put('abc')).toBe(200)
  expect(await kept()).toMatchObject({ size: 3 })
  await attempts.remove(spec)
  await close()
})

test('removes uploads to a forgotten attempt once no more can come', async () => {
  const { attempts, objects, database, spec, put, close } = await withPlaced('abc')
  const there = async () =>
    (await Readable.from(objects.list('poc', `streams/${spec.run}/`)).toArray()).length
  const parts = { database, objects, log: pino({ level: 'silent' }) }
  await attempts.remove(spec)
  expect([await there(), await put('abc')]).toEqual([0, 200])
  await workOff(parts)
  expect(await there()).toBe(1)
  await database.execute(sql`update pending_removals set not_before = not_before - interval '5 minutes'`)
  await workOff(parts)
  expect(await there()).toBe(0)
  await close()
})

test('counts a reported upload only if the store has it, and limits the addresses of an attempt', async () => {
  const { attempts, close } = await open(swift.settings.endpoint)
  const spec = plainSpec()
  await attempts.open(spec)
  const file = { path: 'weights', size: 2000, modified_at: new Date(0).toISOString() }
  const piece = { offset: 0, bytes: 1000, most: 5000 }
  const put = async (address: string, bytes: number) =>
    (await fetch(address, { method: 'PUT', body: Buffer.alloc(bytes, 'a') })).status
  const address = (await attempts.placeOutput(spec, file, piece)) ?? ''
  expect(await attempts.addPlaced(spec, file, piece)).toBe(0)
  expect([await put(address, 999), await put(address, 1000)]).toEqual([403, 200])
  expect(await attempts.addPlaced(spec, file, { ...piece, bytes: 999 })).toBe(0)
  expect(await attempts.addPlaced(spec, file, piece)).toBe(1000)
  expect(await attempts.addPlaced(spec, file, piece)).toBe(1000)
  const next = { ...piece, offset: 1000 }
  expect(await attempts.placeOutput(spec, file, { ...piece, offset: 500 })).toBeNull()
  await expect(attempts.placeOutput(spec, file, { ...next, bytes: 4500 })).rejects.toMatchObject({
    code: 'OBJECT.LARGE',
  })
  for (let asked = 0; asked < 19; asked++)
    expect(await attempts.placeOutput(spec, file, next)).toContain('X-Amz-Signature')
  expect(await attempts.placeOutput(spec, file, next)).toBeNull()
  expect(await attempts.appendOutput(spec, file, 1000, Buffer.from('b'), 5000)).toBe(1001)
  const stored = await buffer(await attempts.openOutput(spec, 'weights'))
  expect(stored.toString()).toBe(`${'a'.repeat(1000)}b`)
  await close()
})
