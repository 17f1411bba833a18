import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeUpload, holdUploads } from '../testing/fake-upload.ts'
import { uploadFile } from './upload-file.ts'

const MIB = 1024 ** 2
const TARGET = { workspace: 'w', path: 'datasets/a b.bin', replace: true }
const THROUGH_SERVER = '/api/v1/workspaces/w/objects/datasets/a%20b.bin?replace=1'
const STORED = { path: TARGET.path, size: 10 * MIB }

let uploads: FakeUpload[]
let calls: [string, unknown][]
/** beginUpload's response */
let name: string | null
/** the status that the calls for the second part are refused with; null if they are not */
let refusal: number | null

beforeEach(() => {
  uploads = holdUploads()
  calls = []
  name = 'sealed'
  refusal = null
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const [, step = ''] = /\/workspaces\/w\/uploads(.*)$/.exec(address) ?? []
    const sent = JSON.parse(body)
    calls.push([step, sent])
    if (refusal === 0 && sent.part === 2) throw new TypeError('Failed to fetch')
    if (refusal !== null && sent.part === 2) return Response.json({ detail: 'Refused.' }, { status: refusal })
    const answers: Record<string, unknown> = {
      '': { upload: name, part_bytes: 8 * MIB },
      '/part': { address: `https://store.test/${sent.part}` },
      '/end': STORED,
      '/abort': {},
    }
    return Response.json(answers[step])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = (size = 10 * MIB) => new File([new Uint8Array(size)], 'a b.bin')
const steps = () => calls.map(([step]) => step)
const passPauses = () => vi.advanceTimersByTimeAsync(5_000)
async function next(count: number): Promise<FakeUpload> {
  await vi.waitUntil(() => uploads.length >= count)
  return uploads[count - 1] as FakeUpload
}

test('sends a large file to the store in parts, and reports the progress of the whole', async () => {
  const seen: number[] = []
  const done = uploadFile(TARGET, file(), { onProgress: (sent) => seen.push(sent) })
  const first = await next(1)
  first.progress(5)
  first.finish(200, null)
  const second = await next(2)
  second.progress(7)
  second.finish(200, null)
  expect(await done).toEqual(STORED)
  expect(uploads.map(({ address }) => address)).toEqual(['https://store.test/1', 'https://store.test/2'])
  expect(seen).toEqual([5, 8 * MIB + 7])
  expect(calls[0]).toEqual(['', { path: TARGET.path, bytes: 10 * MIB, replace: true }])
  expect(steps()).toEqual(['', '/part', '/part', '/end'])
})

test('sends a small file, or one that the store refuses, through the server', async () => {
  void uploadFile(TARGET, file(5))
  expect((await next(1)).address).toBe(THROUGH_SERVER)
  expect(calls).toEqual([])
  name = null
  const done = uploadFile(TARGET, file())
  const sent = await next(2)
  expect(sent.address).toBe(THROUGH_SERVER)
  sent.finish(200, STORED)
  expect(await done).toEqual(STORED)
})

test.each(['is not reached', 'refuses'])(
  'sends the file through the server if the store %s from here',
  async (how) => {
    const done = uploadFile(TARGET, file())
    const first = await next(1)
    if (how === 'refuses') first.finish(403, null)
    else first.breakOff()
    const second = await next(2)
    expect(second.address).toBe(THROUGH_SERVER)
    second.breakOff()
    await expect(done).rejects.toThrow('The connection broke during the upload.')
    expect(steps()).toEqual(['', '/part', '/abort'])
  },
)

test('repeats a part that does not arrive twice, and resumes with it at the next attempt', async () => {
  const broken = file()
  const done = uploadFile(TARGET, broken)
  const first = await next(1)
  first.finish(200, null)
  const refused = expect(done).rejects.toThrow('The connection broke during the upload.')
  for (const count of [2, 3, 4]) {
    const sent = await next(count)
    expect(sent.address).toBe('https://store.test/2')
    sent.breakOff()
    await passPauses()
  }
  await refused
  const again = uploadFile(TARGET, broken)
  const last = await next(5)
  expect(last.address).toBe('https://store.test/2')
  last.finish(200, null)
  expect(await again).toEqual(STORED)
  expect(steps()).toEqual(['', '/part', '/part', '/part', '/part', '/part', '/end'])
})

test.each([
  [0, 3],
  [401, 1],
  [429, 3],
  [503, 3],
])('keeps what was sent when a later part is answered with %i, after %i attempts', async (status, tries) => {
  refusal = status
  const broken = file()
  const done = uploadFile(TARGET, broken)
  const first = await next(1)
  first.finish(200, null)
  const refused = expect(done).rejects.toMatchObject({ status })
  await passPauses()
  await refused
  expect(steps()).toHaveLength(2 + tries)
  refusal = null
  const again = uploadFile(TARGET, broken)
  const second = await next(2)
  second.finish(200, null)
  expect(await again).toEqual(STORED)
  expect(steps().slice(2 + tries)).toEqual(['/part', '/end'])
})

test('forgets what was sent when a later part is refused for good', async () => {
  refusal = 403
  const done = uploadFile(TARGET, file())
  const first = await next(1)
  first.finish(200, null)
  await expect(done).rejects.toMatchObject({ status: 403 })
  expect(steps()).toEqual(['', '/part', '/part', '/abort'])
})

test('makes no further attempt when the upload is aborted in the pause before it', async () => {
  refusal = 503
  const stop = new AbortController()
  const done = uploadFile(TARGET, file(), { signal: stop.signal })
  const first = await next(1)
  first.finish(200, null)
  const refused = expect(done).rejects.toThrow('given up')
  await vi.waitUntil(() => steps().length === 3)
  stop.abort(new Error('given up'))
  await refused
  expect(steps()).toEqual(['', '/part', '/part', '/abort'])
})

test('forgets an aborted upload', async () => {
  const stop = new AbortController()
  const done = uploadFile(TARGET, file(), { signal: stop.signal })
  const first = await next(1)
  stop.abort(new Error('given up'))
  await expect(done).rejects.toThrow('given up')
  expect(first.aborted).toBe(true)
  await vi.waitUntil(() => steps().includes('/abort'))
})
