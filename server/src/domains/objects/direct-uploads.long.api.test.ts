// @module-tag swift
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { abortUpload, addressOfPart, beginUpload, endUpload } from '@podium/contract/calls/direct-uploads.ts'
import { putObject, readObject } from '@podium/contract/calls/objects.ts'
import { editQuotas } from '@podium/contract/calls/quotas.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { begunUploads, uploads } from '@podium/database/schema/usage.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../log.ts'
import { racing } from '../../testing/racing.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Player } from '../../testing/test-people.ts'
import { startAgain } from '../workspaces/testing/dying-server.ts'

const PAGE = 'https://podium.example.org'
const LIMIT = 64 * 1024 ** 2
const PATH = 'datasets/large.bin'
/** unfinished uploads that a person may have */
const MOST = 20

let swift: Swift
let podium: TestApp
let lines: string[]

beforeAll(async () => {
  swift = await startSwift(PAGE)
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  return async () => {
    vi.unstubAllEnvs()
    await swift.stop()
  }
})
beforeEach(() => begin({}))
afterEach(async () => {
  for (const { s3_bucket_name } of [podium.people.first, podium.people.second])
    await podium.deps.objects.removeBucket(s3_bucket_name)
  await podium.close()
})

async function begin({ page = PAGE, engine = createMemoryEngine() }) {
  lines = []
  podium = await createTestApp({
    engine,
    objects: createS3Store({ ...swift.settings, direct: swift.settings.endpoint }),
    config: { public_url: new URL(page), allowed_hosts: ['localhost'], upload_max: LIMIT },
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
  })
}

const params = () => ({ id: podium.people.first.id })
async function ask(route: Route, body: object, who: Player = 'member', at: object = params()) {
  const answer = await podium.as(who).ask(route, { params: at, body })
  return { status: answer.statusCode, ...answer.json() }
}

async function beginOf(bytes: number, more: object = {}): Promise<string> {
  const { upload } = await ask(beginUpload, { path: PATH, bytes, ...more })
  expect(upload).toEqual(expect.any(String))
  return upload
}
const partOf = async (upload: string, part = 1): Promise<string> =>
  (await ask(addressOfPart, { upload, part })).address
const send = async (address: string, body: string) => (await fetch(address, { method: 'PUT', body })).status

const stored = (path = PATH) => podium.deps.objects.stat('first-bucket', path)
const writes = async () => {
  const columns = sql`actor_name, object_id, before, after`
  const events = sql`select ${columns} from audit_events where action = 'object.write' order by id`
  return (await podium.deps.database.execute(events)).rows
}
const noted = () => podium.deps.database.select().from(uploads)
const ENDED = 'The upload has ended or is incomplete. Please upload the file again.'
const UNSEEN = { status: 404, detail: 'There is nothing here that you may see.' }

test('a file sent to the store exists with its rows once the upload is completed, also if that is repeated', async () => {
  const upload = await beginOf(5)
  expect(await send(await partOf(upload), 'bytes')).toBe(200)
  expect([await stored(), await writes(), await noted()]).toEqual([null, [], []])
  const ended = await ask(endUpload, { upload })
  expect(ended).toMatchObject({ status: 200, ...(await stored()), size: 5 })
  expect(await noted()).toMatchObject([{ path: PATH, bytes: 5, account_id: podium.people.ids.member }])
  const event = { actor_name: 'member', object_id: PATH, before: null, after: { size: 5, etag: ended.etag } }
  expect(await writes()).toEqual([event])
  expect(await ask(endUpload, { upload })).toEqual(ended)
  expect(await ask(addressOfPart, { upload, part: 1 })).toEqual(UNSEEN)
  expect([(await writes()).length, (await noted()).length]).toEqual([1, 1])

  const other = await beginOf(3, { replace: true })
  expect(await send(await partOf(other), 'new')).toBe(200)
  expect(await ask(endUpload, { upload: other })).toMatchObject({ status: 200, size: 3 })
  expect(await ask(endUpload, { upload })).toEqual({ status: 410, detail: ENDED })
  expect(await writes()).toMatchObject([{ before: null }, { before: { size: 5 }, after: { size: 3 } }])
})

test('refuses more bytes than announced, other parts, and completing without all parts', async () => {
  const upload = await beginOf(5)
  expect(await ask(endUpload, { upload })).toEqual({ status: 410, detail: ENDED })
  const address = await partOf(upload)
  for (const body of ['more bytes', 'few']) expect(await send(address, body)).toBe(403)
  expect(await send(address.replace('partNumber=1', 'partNumber=2'), 'bytes')).toBe(403)
  expect(await ask(addressOfPart, { upload, part: 2 })).toEqual(UNSEEN)
  expect(await ask(endUpload, { upload })).toEqual({ status: 410, detail: ENDED })
  expect([await stored(), await writes()]).toEqual([null, []])
})

test('an upload belongs to one person and workspace, and its name cannot be forged', async () => {
  const upload = await beginOf(5)
  await send(await partOf(upload), 'bytes')
  const [text = '', seal] = upload.split('.')
  const begun = JSON.parse(Buffer.from(text, 'base64url').toString())
  const madeUp = Buffer.from(JSON.stringify({ ...begun, path: 'datasets/other' })).toString('base64url')
  for (const name of ['', 'x', `${madeUp}.${seal}`, `${madeUp}.`])
    expect(await ask(endUpload, { upload: name })).toEqual(UNSEEN)
  for (const route of [addressOfPart, endUpload, abortUpload]) {
    const body = { upload, ...(route === addressOfPart && { part: 1 }) }
    expect(await ask(route, body, 'manager')).toEqual(UNSEEN)
    expect(await ask(route, body, 'outsider', { id: podium.people.second.id })).toEqual(UNSEEN)
  }
  expect(await stored()).toBeNull()
  expect(await ask(endUpload, { upload })).toMatchObject({ status: 200 })
})

test('refuses a direct upload for the same reasons as one through the server', async () => {
  const announce = async (body: object) => {
    const { status, detail } = await ask(beginUpload, { path: PATH, bytes: 5, ...body })
    return [status, detail]
  }
  const put = async (path: string) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await podium.as('member').ask(putObject, {
      params: { ...params(), path },
      body: Readable.from([Buffer.from('12345')]),
      headers,
    })
    return [answer.statusCode, answer.json().detail]
  }
  await put(PATH)
  for (const path of [PATH, 'models/a', 'datasets//a', 'ai-solutions/mine/v1/train'])
    expect(await announce({ path })).toEqual(await put(path))
  expect(await announce({ path: 'datasets/a', bytes: LIMIT + 1 })).toEqual([
    413,
    'The upload is larger than the limit of 67,108,864 bytes.',
  ])
})

test('neither begins nor completes an upload on a full disk', async () => {
  await podium.close()
  const engine = createMemoryEngine()
  await begin({ engine })
  const upload = await beginOf(5)
  await send(await partOf(upload), 'bytes')
  vi.spyOn(engine, 'disk').mockResolvedValue({ free: 10, reserve: 10, total: 100 })
  const { status, detail } = await ask(beginUpload, { path: 'datasets/b', bytes: 5 })
  expect(status).toBe(507)
  expect(await ask(endUpload, { upload })).toEqual({ status, detail })
  expect(await stored()).toBeNull()
})

test('concurrent uploads succeed until the storage limit is reached, and the others are refused', {
  tags: ['long'],
}, async () => {
  const begun = await racing(MOST, (at) => beginOf(5, { path: `datasets/${at}` }))
  expect(await racing(MOST, async (at) => send(await partOf(begun[at] ?? ''), 'bytes'))).toEqual(
    Array(MOST).fill(200),
  )
  const body = { storage_gib: 52 / 1024 ** 3 }
  await podium.as('admin').call(editQuotas, { params: params(), body })
  const answers = await racing(MOST, (at) => ask(endUpload, { upload: begun[at] }))
  const refused = answers.filter(({ status }) => status !== 200)
  expect([answers.length - refused.length, (await noted()).length, (await writes()).length]).toEqual([
    10, 10, 10,
  ])
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
  expect(refused.at(-1)?.detail).toMatch(
    /^This upload of 5 bytes does not fit: 50 bytes of 52 bytes are used/,
  )
})

test('counts an upload as storage from its beginning until it is aborted', async () => {
  const body = { storage_gib: 52 / 1024 ** 3 }
  await podium.as('admin').call(editQuotas, { params: params(), body })
  const begun = await beginOf(40)
  const other = { path: 'datasets/other', bytes: 20 }
  const refused = {
    status: 409,
    detail: expect.stringMatching(/^This upload of 20 bytes does not fit: 40 bytes of 52/),
  }
  expect(await ask(beginUpload, other)).toEqual(refused)
  expect(await ask(beginUpload, other, 'manager')).toEqual(refused)
  await ask(abortUpload, { upload: begun })
  const upload = await beginOf(20, other)
  await send(await partOf(upload), 'x'.repeat(20))
  expect(await ask(endUpload, { upload })).toMatchObject({ status: 200, size: 20 })
  expect(await ask(beginUpload, { path: 'datasets/third', bytes: 33 })).toMatchObject({ status: 409 })
  expect(await ask(beginUpload, { path: 'datasets/third', bytes: 32 })).toMatchObject({ status: 200 })
})

test('allows a person 20 unfinished uploads, and aborts an idle one for a new one', async () => {
  const asked = await racing(2 * MOST, (at) => ask(beginUpload, { path: `datasets/${at}`, bytes: 5 }))
  const begun = asked.flatMap(({ upload }) => upload ?? [])
  expect(begun).toHaveLength(MOST)
  const next = () => ask(beginUpload, { path: 'datasets/next', bytes: 5 })
  expect(await next()).toEqual({
    status: 429,
    detail: 'You have 20 unfinished uploads. Wait until one has ended, or 15 minutes after it broke off.',
  })
  expect(await ask(beginUpload, { path: PATH, bytes: 5 }, 'manager')).toMatchObject({ status: 200 })
  await podium.deps.database.update(begunUploads).set({ touched_at: sql`touched_at - interval '16 minutes'` })
  const [goesOn = '', left = ''] = begun
  const address = await partOf(goesOn)
  expect(await next()).toMatchObject({ status: 200, upload: expect.any(String) })
  expect(await send(address, 'bytes')).toBe(200)
  expect(await ask(endUpload, { upload: goesOn })).toMatchObject({ status: 200 })
  expect(await ask(endUpload, { upload: left })).toMatchObject({ status: 410 })
})

test('aborts an upload that was idle for a day', async () => {
  const upload = await beginOf(5)
  const address = await partOf(upload)
  await podium.deps.database.update(begunUploads).set({ touched_at: sql`touched_at - interval '25 hours'` })
  await startAgain(podium)
  expect(await podium.deps.database.select().from(begunUploads)).toEqual([])
  expect(await send(address, 'bytes')).toBe(404)
})

test('refuses to continue or complete an upload if the person has lost the right meanwhile', async () => {
  const upload = await beginOf(5)
  await send(await partOf(upload), 'bytes')
  const body = { account_ids: [podium.people.ids.member] }
  await podium.as('admin').call(removeMembers, { params: params(), body })
  expect(await ask(endUpload, { upload })).toEqual(UNSEEN)
  expect(await ask(addressOfPart, { upload, part: 1 })).toEqual(UNSEEN)
  expect([await stored(), await writes()]).toEqual([null, []])
})

test('removes the parts of an upload that its client aborts', async () => {
  const upload = await beginOf(5)
  const address = await partOf(upload)
  expect(await ask(abortUpload, { upload })).toEqual({ status: 200 })
  expect(await send(address, 'bytes')).toBe(404)
  expect(await ask(endUpload, { upload })).toEqual({ status: 410, detail: ENDED })
})

test("files go through the server if the store's CORS rules refuse its pages, and the log says so once", async () => {
  await podium.close()
  await begin({ page: 'https://elsewhere.example.org' })
  for (const path of [PATH, 'models/a'])
    expect(await ask(beginUpload, { path, bytes: 5 })).toMatchObject({ status: 200, upload: null })
  const said = lines.filter((line) => line.includes('CORS'))
  expect(said).toEqual([expect.stringContaining('pages of https://elsewhere.example.org')])
})

test('a client may fetch a large file from the store, and the log contains no address of it', {
  tags: ['long'],
}, async () => {
  const bytes = randomBytes(8 * 1024 ** 2)
  await podium.deps.objects.put('first-bucket', PATH, Readable.from([bytes]))
  await podium.deps.objects.put('first-bucket', 'datasets/small', Readable.from([Buffer.from('small')]))
  const get = (path: string, query: Record<string, unknown>, headers = {}) =>
    podium.as('member').ask(readObject, { params: { ...params(), path }, query, headers })
  const sent = await get(PATH, { direct: '1' })
  expect([sent.statusCode, sent.headers['cache-control']]).toEqual([302, 'no-store'])
  const address = String(sent.headers.location)
  expect(address).toMatch(/X-Amz-Expires=60&/)
  const fetched = await fetch(address)
  expect(bytes.equals(Buffer.from(await fetched.arrayBuffer()))).toBe(true)
  expect(fetched.headers.get('content-disposition')).toContain('attachment; filename="large.bin"')
  expect(fetched.headers.get('content-type')).toBe('application/octet-stream')
  for (const query of [{}, { direct: '0' }]) expect((await get(PATH, query)).statusCode).toBe(200)
  expect((await get('datasets/small', { direct: '1' })).body).toBe('small')
  const etag = String((await get(PATH, {})).headers.etag)
  expect((await get(PATH, { direct: '1' }, { 'if-none-match': etag })).statusCode).toBe(304)
  const unseen = { params: { ...params(), path: PATH }, query: { direct: '1' } }
  expect((await podium.as('outsider').ask(readObject, unseen)).statusCode).toBe(404)

  const upload = await beginOf(5, { path: 'datasets/b' })
  const part = await partOf(upload)
  for (const secret of [address, part].map((each) => new URL(each).searchParams.get('X-Amz-Signature')))
    expect(lines.join()).not.toContain(secret)
  const kept = await podium.deps.database.execute(sql`select * from idempotency_keys`)
  expect(JSON.stringify([kept.rows, await writes()])).not.toMatch(/X-Amz/)
})
