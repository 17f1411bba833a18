import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from '../../testing/test-people.ts'
import type { Serving } from './testing/upload-server.ts'

const MIB = 1024 * 1024
const WHOLE = 16 * MIB
/** Repeats only after more bytes than are ever sent at once. */
const PIECE = Buffer.from(Array.from({ length: MIB }, (_, at) => (at * 7 + (at >> 8)) % 251))

let database: TestDatabase
let people: People
let root: string
let server: ChildProcess
let address: string
beforeAll(async () => {
  database = await createTestDatabase()
  people = await createPeople(database.database)
  root = await mkdtemp(join(tmpdir(), 'podium-uploads-'))
  await createDirectoryStore({ root }).makeBucket(people.first.s3_bucket_name)
  await startServer()
  return async () => {
    server.kill('SIGKILL')
    await database.drop()
    await rm(root, { recursive: true, force: true })
  }
})

async function startServer(): Promise<void> {
  server = fork(new URL('./testing/upload-server.ts', import.meta.url).pathname, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.send({ connection: database.serving, root } satisfies Serving)
  const ended = once(server, 'exit').then(() => {
    throw new Error('the server of the test did not start')
  })
  const [port] = await Promise.race([once(server, 'message'), ended])
  ended.catch(() => undefined)
  address = `http://127.0.0.1:${port}`
}

const urlOf = (path: string) => `${address}/api/v1/workspaces/${people.first.id}/objects/${path}`
const headers = { cookie: '', 'content-type': 'application/octet-stream' }
const signedIn = () => ({ ...headers, cookie: `access-token=${people.tokens.member}` })

function* pieces(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += MIB) yield PIECE
}

/** Begins an upload and stops halfway; resolves when the server has written some of it. */
async function halfAnUpload(path: string): Promise<ClientRequest> {
  const upload = request(urlOf(path), { method: 'PUT', headers: { ...signedIn(), 'content-length': WHOLE } })
  upload.on('error', () => undefined)
  for (const piece of pieces(WHOLE / 2)) upload.write(piece)
  await waitFor(async () => expect(await sizes()).toEqual([WHOLE / 2]))
  return upload
}

/** The sizes of the files of unfinished uploads. */
async function sizes(): Promise<number[]> {
  const folder = join(root, '.incoming')
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
}

async function whole(path: string) {
  const body = Readable.toWeb(Readable.from(pieces(WHOLE))) as unknown as ReadableStream
  const put = await fetch(urlOf(path), {
    method: 'PUT',
    headers: signedIn(),
    body,
    duplex: 'half',
  } as RequestInit)
  expect([put.status, await put.json()]).toMatchObject([200, { path, size: WHOLE }])
  const read = await fetch(urlOf(path), { headers: signedIn() })
  return hashOf(Readable.fromWeb(read.body as never))
}

async function hashOf(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** Expects that neither the address nor a list nor the audit log shows the file. */
async function expectNothingOf(path: string): Promise<void> {
  expect((await fetch(urlOf(path), { headers: signedIn() })).status).toBe(404)
  const listed = await fetch(urlOf('').replace(/\/$/, '?prefix=datasets/'), { headers: signedIn() })
  const { objects } = (await listed.json()) as { objects: { path: string }[] }
  expect(objects.map((object) => object.path)).not.toContain(path)
  const told = await database.database.select().from(auditEvents)
  expect(told.map((event) => event.object_name)).not.toContain(path)
}

test('an upload whose connection breaks leaves no file, and succeeds when it is sent again', async () => {
  const path = 'datasets/broken.bin'
  const upload = await halfAnUpload(path)
  await expectNothingOf(path)
  upload.destroy()
  await waitFor(async () => expect(await sizes()).toEqual([]))
  await expectNothingOf(path)
  expect(await whole(path)).toBe(await hashOf(pieces(WHOLE)))
  expect(await sizes()).toEqual([])
})

test('an upload whose server is killed leaves no visible file, and succeeds when it is sent again', {
  tags: ['long'],
}, async () => {
  const path = 'datasets/killed.bin'
  const upload = await halfAnUpload(path)
  const killed = once(server, 'exit')
  server.kill('SIGKILL')
  await killed
  upload.destroy()
  expect(await sizes()).toEqual([WHOLE / 2])

  const [left = ''] = await readdir(join(root, '.incoming'))
  const twoHoursAgo = Date.now() / 1000 - 7200
  await utimes(join(root, '.incoming', left), twoHoursAgo, twoHoursAgo)
  await startServer()
  await waitFor(async () => expect(await sizes()).toEqual([]))
  await expectNothingOf(path)
  expect(await whole(path)).toBe(await hashOf(pieces(WHOLE)))
})
