// @module-tag swift
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  BadObjectName,
  type DirectTransfers,
  ObjectExists,
  type ObjectStore,
  ObjectTooLarge,
  ObjectUnreadable,
  UploadIncomplete,
} from '../object-store.ts'
import { START_MS, type Swift, startSwift } from '../testing/swift.ts'
import { createS3Store } from './s3-store.ts'
import type { S3Settings } from './service.ts'

const PAGE = 'https://podium.example.org'
const PART = 32 * 1024 ** 2
const MINUTE = 60

let swift: Swift
let store: ObjectStore
let direct: DirectTransfers

beforeAll(async () => {
  swift = await startSwift(PAGE)
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  return async () => {
    vi.unstubAllEnvs()
    await swift.stop()
  }
}, START_MS)
beforeEach(async () => {
  store = createS3Store({ ...swift.settings, direct: swift.settings.endpoint })
  if (!store.direct) throw new Error('The store has no addresses.')
  direct = store.direct
  await store.removeBucket('poc')
  await store.makeBucket('poc')
})

const put = (address: string, body: string | Buffer) =>
  fetch(address, { method: 'PUT', body: new Uint8Array(Buffer.from(body)) })
const statusOf = async (asking: Promise<Response>) => (await asking).status
const contentOf = async (path: string) => {
  const answer = await fetch(await direct.download('poc', path, { seconds: MINUTE }))
  return answer.ok ? answer.text() : null
}

describe('a download address', () => {
  it('gives the object with the requested headers, whole and by range', async () => {
    const path = "data sets/ünï (1)!*'.csv"
    await store.put('poc', path, Readable.from([Buffer.from('0123456789')]))
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a b.csv"`,
    }
    const address = await direct.download('poc', path, { seconds: MINUTE, headers })
    const whole = await fetch(address)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(whole.headers)).toMatchObject(headers)
    const part = await fetch(address, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, '234'])
  })

  it('opens nothing else, and nothing after it expired', async () => {
    for (const path of ['a', 'b']) await store.put('poc', path, Readable.from([Buffer.from(path)]))
    const address = await direct.download('poc', 'a', { seconds: MINUTE })
    expect(await statusOf(fetch(address.replace('/poc/a?', '/poc/b?')))).toBe(403)
    expect(await statusOf(fetch(address, { method: 'DELETE' }))).toBe(403)
    expect(await statusOf(put(address, 'x'))).toBe(403)
    vi.useFakeTimers({ now: Date.now() - 61_000, toFake: ['Date'] })
    const old = await direct.download('poc', 'a', { seconds: MINUTE })
    vi.useRealTimers()
    expect(await statusOf(fetch(old))).toBe(403)
    expect(await contentOf('a')).toBe('a')
  })

  it('is made only of names that a store accepts', async () => {
    await expect(direct.download('poc', '../a', { seconds: MINUTE })).rejects.toThrow(BadObjectName)
    await expect(direct.upload('po/c', 'a', { seconds: MINUTE, bytes: 1 })).rejects.toThrow(BadObjectName)
    await expect(direct.begin('poc', 'a//b', { bytes: 1 })).rejects.toThrow(BadObjectName)
  })
})

describe('the address of one upload', () => {
  it('takes exactly the announced bytes, and the same bytes again', async () => {
    const address = await direct.upload('poc', 'runs/1/a', { seconds: MINUTE, bytes: 3 })
    expect([await statusOf(put(address, 'four')), await statusOf(put(address, 'ab'))]).toEqual([403, 403])
    expect(await store.stat('poc', 'runs/1/a')).toBeNull()
    expect([await statusOf(put(address, 'abc')), await statusOf(put(address, 'abc'))]).toEqual([200, 200])
    expect(await contentOf('runs/1/a')).toBe('abc')
    await expect(direct.upload('poc', 'a', { seconds: MINUTE, bytes: 6 * 1024 ** 3 })).rejects.toThrow(
      ObjectTooLarge,
    )
  })
})

describe('an upload in parts', () => {
  const begin = (path: string, bytes: number) => direct.begin('poc', path, { bytes })
  async function send(
    path: string,
    upload: Awaited<ReturnType<typeof begin>>,
    number: number,
    body: string | Buffer,
  ) {
    const address = await direct.part('poc', path, upload, { number, seconds: MINUTE })
    return address === null ? null : statusOf(put(address, body))
  }

  it('is stored when it is ended, with the size that the store reports', async () => {
    const bytes = randomBytes(PART + 5)
    const upload = await begin('datasets/large', bytes.length)
    expect([upload.bytes, direct.partBytes]).toEqual([bytes.length, PART])
    expect(await send('datasets/large', upload, 2, bytes.subarray(PART))).toBe(200)
    expect(await send('datasets/large', upload, 1, randomBytes(PART))).toBe(200)
    expect(await send('datasets/large', upload, 1, bytes.subarray(0, PART))).toBe(200)
    expect(await send('datasets/large', upload, 3, 'x')).toBeNull()
    const within = vi.fn(async (_: unknown, commit: () => Promise<void>) => {
      expect(await store.stat('poc', 'datasets/large')).toBeNull()
      await commit()
    })
    const stored = await direct.end('poc', 'datasets/large', upload, { within })
    expect(within).toHaveBeenCalledOnce()
    expect(stored).toEqual(await store.stat('poc', 'datasets/large'))
    expect(stored).toMatchObject({ size: bytes.length, etag: expect.stringMatching(/^[0-9a-f]{32}-2$/) })
    const address = await direct.download('poc', 'datasets/large', { seconds: MINUTE })
    expect(bytes.equals(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(true)
    expect(await direct.end('poc', 'datasets/large', upload, { within })).toEqual(stored)
    expect(within).toHaveBeenCalledOnce()
    await store.remove('poc', 'datasets/large')
    const again = direct.end('poc', 'datasets/large', upload, { replace: true })
    await expect(again).rejects.toThrow(UploadIncomplete)
  })

  it('is never read as bytes that are sent after its end', async () => {
    const upload = await begin('a', 3)
    const address = (await direct.part('poc', 'a', upload, { number: 1, seconds: MINUTE })) ?? ''
    await put(address, 'abc')
    await direct.end('poc', 'a', upload)
    expect(await direct.part('poc', 'a', upload, { number: 1, seconds: MINUTE })).toBeNull()
    await put(address, 'xyz')
    // Some services accept the part and then no longer return the object.
    expect(['abc', null]).toContain(await contentOf('a').catch(() => null))
    await expect(store.open('poc', 'a')).rejects.toThrow(ObjectUnreadable)
  })

  it('keeps an empty file', async () => {
    const upload = await begin('empty', 0)
    expect(await send('empty', upload, 1, '')).toBe(200)
    expect(await direct.end('poc', 'empty', upload)).toMatchObject({ size: 0 })
  })

  it('takes no other bytes than announced, and does not end before all have arrived', async () => {
    const upload = await begin('a', PART + 2)
    await expect(direct.end('poc', 'a', upload)).rejects.toThrow(UploadIncomplete)
    expect(await send('a', upload, 2, 'abc')).toBe(403)
    expect(await send('a', upload, 2, 'ab')).toBe(200)
    await expect(direct.end('poc', 'a', upload)).rejects.toThrow(UploadIncomplete)
    await expect(direct.end('poc', 'a', { ...upload, bytes: 2 })).rejects.toThrow(UploadIncomplete)
    await expect(direct.end('poc', 'b', upload)).rejects.toThrow(UploadIncomplete)
    expect(await store.stat('poc', 'a')).toBeNull()
  })

  it('follows the rules of a put: keeps an existing object, also one that came meanwhile', async () => {
    const upload = await begin('a', 3)
    await send('a', upload, 1, 'abc')
    await expect(direct.end('poc', 'a', upload, { limit: 2 })).rejects.toThrow(ObjectTooLarge)
    const refused = direct.end('poc', 'a', upload, {
      within: async () => {
        throw new Error('not any more')
      },
    })
    await expect(refused).rejects.toThrow('not any more')
    await store.put('poc', 'a', Readable.from([Buffer.from('first')]))
    await expect(direct.end('poc', 'a', upload)).rejects.toThrow(ObjectExists)
    await expect(begin('a', 3)).rejects.toThrow(ObjectExists)
    expect(await contentOf('a')).toBe('first')
    const ends = [1, 2].map(() => direct.end('poc', 'a', upload, { replace: true }))
    const [stored, same] = await Promise.all(ends)
    expect(same).toEqual(stored)
    expect(await contentOf('a')).toBe('abc')
  })

  it('is gone when it is aborted or was begun a day ago', async () => {
    const [aborted, left] = [await begin('a', 3), await begin('b', 3)]
    await direct.abort('poc', 'a', aborted)
    await direct.abort('poc', 'a', aborted)
    expect(await send('a', aborted, 1, 'abc')).toBe(404)
    await store.sweep(['poc'])
    const address = await direct.part('poc', 'b', left, { number: 1, seconds: MINUTE })
    expect(await statusOf(put(address ?? '', 'abc'))).toBe(200)
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 25 * 3_600_000)
    await store.sweep(['poc'])
    vi.mocked(Date.now).mockRestore()
    expect(await statusOf(put(address ?? '', 'abc'))).toBe(404)
  })
})

describe('the origins of addresses', () => {
  const originsOf = (settings: Partial<S3Settings>) =>
    createS3Store({ ...swift.settings, direct: 'https://s3.eu-1.example.org', ...settings }).direct?.origins

  it('are the shared bucket if there is one', () => {
    const byHost = { path_style: false, bucket: 'ours' }
    expect(originsOf(byHost)).toEqual(['https://ours.s3.eu-1.example.org'])
    const inPath = ['https://s3.eu-1.example.org/our.own/']
    expect(originsOf({ ...byHost, bucket: 'our.own' })).toEqual(inPath)
    expect(originsOf({ path_style: true, bucket: 'our.own' })).toEqual(inPath)
  })

  it('are the service if each workspace has a bucket', () => {
    const service = 'https://s3.eu-1.example.org'
    expect(originsOf({ path_style: true })).toEqual([service])
    expect(originsOf({ path_style: false })).toEqual([service, 'https://*.s3.eu-1.example.org'])
  })
})

describe('uploads from pages of another origin', () => {
  it('are allowed as the service says', async () => {
    expect(await direct.takesFrom('poc', PAGE)).toBe(true)
    expect(await direct.takesFrom('poc', 'https://elsewhere.example.org')).toBe(false)
  })
})
