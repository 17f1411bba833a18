import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeUpload, holdUploads } from '../testing/fake-upload.ts'
import { uploadFile } from './upload-file.ts'

const MIB = 1024 ** 2
const TARGET = { workspace: 'w', path: 'datasets/a b.bin', replace: true }
const THROUGH_SERVER = '/api/v1/workspaces/w/objects/datasets/a%20b.bin?replace=1'
const STORED = { path: TARGET.path, size: 10 * MIB }

let uploads: FakeUpload[]
let calls: [string, unknown][]
/** what beginUpload answers */
let name: string | null

beforeEach(() => {
  uploads = holdUploads()
  calls = []
  name = 'sealed'
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const [, step = ''] = /\/workspaces\/w\/uploads(.*)$/.exec(address) ?? []
    const sent = JSON.parse(body)
    calls.push([step, sent])
    const answers: Record<string, unknown> = {
      '': { upload: name, part_bytes: 8 * MIB },
      '/part': { address: `https://store.test/${sent.part}` },
      '/end': STORED,
      '/abort': {},
    }
    return Response.json(answers[step])
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = (size = 10 * MIB) => new File([new Uint8Array(size)], 'a b.bin')
const steps = () => calls.map(([step]) => step)
async function next(count: number): Promise<FakeUpload> {
  await vi.waitUntil(() => uploads.length >= count)
  return uploads[count - 1] as FakeUpload
}

test('a large file goes to the store in parts, and the progress is that of the whole', async () => {
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

test('what is small, and what the store does not take, goes through the server', async () => {
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
  'a store that %s from here is left alone, and the file goes through the server',
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

test('a broken upload goes on with the part that it broke in', async () => {
  const broken = file()
  const done = uploadFile(TARGET, broken)
  const first = await next(1)
  first.finish(200, null)
  const second = await next(2)
  second.breakOff()
  await expect(done).rejects.toThrow('The connection broke during the upload.')
  const again = uploadFile(TARGET, broken)
  const third = await next(3)
  expect(third.address).toBe('https://store.test/2')
  third.finish(200, null)
  expect(await again).toEqual(STORED)
  expect(steps()).toEqual(['', '/part', '/part', '/part', '/end'])
})

test('an upload that is given up is forgotten', async () => {
  const stop = new AbortController()
  const done = uploadFile(TARGET, file(), { signal: stop.signal })
  const first = await next(1)
  stop.abort(new Error('given up'))
  await expect(done).rejects.toThrow('given up')
  expect(first.aborted).toBe(true)
  await vi.waitUntil(() => steps().includes('/abort'))
})
