// @module-tag swift
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { startTestProxy } from '@podium/contract/testing/test-proxy.ts'
import { beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { collected, describeObjectStore } from '../conformance.ts'
import {
  BadObjectName,
  ObjectExists,
  type ObjectStore,
  ObjectUnreadable,
  ReadBrokenOff,
  StoreAway,
} from '../object-store.ts'
import { inFrontOf } from '../testing/in-front-of.ts'
import { START_MS, type Swift, startSwift } from '../testing/swift.ts'
import { checkS3 } from './check.ts'
import { createObjects } from './objects.ts'
import { createS3Store } from './s3-store.ts'
import { createService, type S3Settings } from './service.ts'
import { createUploads } from './uploads.ts'

let swift: Swift
beforeAll(async () => {
  swift = await startSwift()
  giveKeys()
  await createS3Store(swift.settings).makeBucket('shared')
  return async () => {
    vi.unstubAllEnvs()
    await swift.stop()
  }
}, START_MS)

const isLong = process.env.PODIUM_LONG === '1'
const rounds = 20
const SHARED = { bucket: 'shared', prefix: 'podium/lab/' }

function giveKeys(keys: Partial<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>> = {}): void {
  for (const [name, value] of Object.entries({ ...swift.keys, ...keys })) vi.stubEnv(name, value)
}

/** Returns a store without remains of the test before. */
async function emptyStore(differing: Partial<S3Settings> = {}): Promise<ObjectStore> {
  const store = createS3Store({ ...swift.settings, ...differing })
  await Promise.all(['poc', 'new'].map((bucket) => store.removeBucket(bucket)))
  return store
}

const body = (content: string | Buffer) => Readable.from([Buffer.from(content)])

// The suite for every store takes a minute here; the tests below cover what is special to S3.
if (isLong) {
  describeObjectStore('objects in S3, each bucket one of the service', () => emptyStore(), { rounds })
  describeObjectStore('objects in S3, all in one bucket of the service', () => emptyStore(SHARED), { rounds })
}

describe('objects in S3', () => {
  it('keeps an object that is sent in many parts, and returns any range of it', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    const bytes = randomBytes(20 * 1024 ** 2 + 5)
    const pieces = [0, 1, 2, 3].map((n) => bytes.subarray(n * 7_000_000, (n + 1) * 7_000_000))
    const stored = await store.put('poc', 'large', Readable.from(pieces))
    expect(stored).toMatchObject({ size: bytes.length, etag: expect.stringMatching(/^[0-9a-f]{32}-3$/) })
    const contentOf = async (from: number, to?: number) => {
      const opened = await store.open('poc', 'large', { from, ...(to !== undefined && { to }) })
      expect(opened).toMatchObject(stored)
      return opened && buffer(opened.stream)
    }
    expect((await contentOf(0))?.equals(bytes)).toBe(true)
    expect((await contentOf(8_388_600, 8_388_700))?.equals(bytes.subarray(8_388_600, 8_388_700))).toBe(true)
  })

  it('separates the names of several installations in one bucket', async () => {
    const [ours, others] = [await emptyStore(SHARED), createS3Store({ ...swift.settings, bucket: 'shared' })]
    expect([await ours.makeBucket('poc'), await ours.makeBucket('poc')]).toEqual([true, false])
    await others.makeBucket('podium')
    await others.put('podium', 'lab-2/poc/a', body('theirs'))
    const stored = await ours.put('poc', 'b/ü', body('ours'))
    await expect(ours.put('poc', 'b', body('x'))).rejects.toThrow(BadObjectName)
    await expect(ours.put('new', 'b', body('x'))).rejects.toThrow('There is no bucket "new".')
    await expect(ours.put('poc', 'b/ü', body('x'))).rejects.toThrow(ObjectExists)
    expect(await collected(ours.list('poc', ''))).toEqual([stored])
    const opened = await ours.open('poc', 'b/ü', { from: 1 })
    expect(opened && (await buffer(opened.stream)).toString()).toBe('urs')
    expect(await ours.removeAll('poc', 'b/')).toBe(1)
    await ours.put('poc', 'a', body('ours'))
    await ours.removeBucket('poc')
    expect(await ours.bucketExists('poc')).toBe(false)
    expect(await others.stat('podium', 'lab-2/poc/a')).toMatchObject({ size: 6 })
    expect(await others.stat('podium', 'lab/poc/a')).toBeNull()
    await others.removeBucket('podium')
  })

  it('ends uploads that a server left a day ago when it sweeps, and none that may be running', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    await store.put('poc', 'a', body('x'))
    const service = createService(swift.settings)
    const uploads = createUploads(service, createObjects(service))
    const left = await uploads.begin({ Bucket: 'poc', Key: 'left' })
    const part = { chunks: [Buffer.from('x')], size: 1 }
    const sent = () =>
      uploads.send(
        left,
        (async function* () {
          yield part
          return undefined
        })(),
      )
    // a new store, as a server that has just started has it
    const sweep = () => createS3Store(swift.settings).sweep(['poc', 'none'])
    await sweep()
    expect(await sent()).toMatchObject({ size: 1 })
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 25 * 3_600_000)
    await sweep()
    vi.mocked(Date.now).mockRestore()
    await expect(sent()).rejects.toThrow('The object store answered 404 NoSuchUpload: tell an administrator.')
  })
})

it('keeps objects in a service behind a proxy, in one piece and in many', async () => {
  const { port = '', href = '' } = new URL(swift.settings.endpoint ?? '')
  const proxy = await startTestProxy(Number(port))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  const store = createS3Store({
    ...swift.settings,
    endpoint: href.replace('127.0.0.1', 'store.example.test'),
  })
  try {
    await store.makeBucket('proxied')
    const bytes = randomBytes(10 * 1024 ** 2)
    for (const [path, content] of [
      ["a/b c'(1)é.txt", 'small'],
      ['large', bytes],
    ] as const)
      await store.put('proxied', path, body(content))
    const opened = await store.open('proxied', 'large', { from: 5, to: 9_000_000 })
    expect(opened && (await buffer(opened.stream)).equals(bytes.subarray(5, 9_000_000))).toBe(true)
    expect((await collected(store.list('proxied', 'a/'))).map(({ path }) => path)).toEqual(["a/b c'(1)é.txt"])
    expect(await store.stat('proxied', 'gone')).toBeNull()
    expect(proxy.asked.length).toBeGreaterThan(8)
    expect(proxy.asked.every((one) => one.includes(' http://store.example.test:'))).toBe(true)
  } finally {
    vi.stubEnv('HTTP_PROXY', '')
    await store.removeBucket('proxied')
    await proxy.stop()
  }
})

/** Each test pauses an address of its own, so that none waits for the others. */
describe.concurrent('objects in S3 that goes away', () => {
  async function storeBehind({ onTestFinished }: TestContext, look?: (sent: string) => unknown, shared = {}) {
    const front = await inFrontOf(swift.settings.endpoint ?? '', look)
    onTestFinished(() => front.close())
    const bucket = `away-${new URL(front.endpoint).port}`
    const store = createS3Store({ ...swift.settings, endpoint: front.endpoint }, shared)
    await store.makeBucket(bucket)
    return { store, bucket, front }
  }

  it.each([
    [409, 'BrokenMPU'],
    [403, 'InvalidObjectState'],
  ])('says of an unreadable object (%i %s) that another upload helps', async (status, code) => {
    const answer = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`
    const head = `HTTP/1.1 ${status} No\r\ncontent-type: application/xml\r\ncontent-length: ${answer.length}`
    const front = await inFrontOf(swift.settings.endpoint ?? '', (sent) =>
      sent.startsWith('GET /poc/a') ? `${head}\r\n\r\n${answer}` : undefined,
    )
    const store = createS3Store({ ...swift.settings, endpoint: front.endpoint })
    await expect(store.open('poc', 'a').finally(() => front.close())).rejects.toThrow(
      new ObjectUnreadable(
        `The object store does not give this file (${status} ${code}): restore it there, or upload it again.`,
      ),
    )
  })

  it('refuses calls while the service is away, and goes on when it is back', async (context) => {
    const { store, bucket, front } = await storeBehind(context)
    await store.put(bucket, 'a', body('before'))
    front.pause()
    const asked = [
      store.stat(bucket, 'a'),
      store.open(bucket, 'a'),
      store.put(bucket, 'b', body('x')),
      store.remove(bucket, 'a'),
      store.bucketExists(bucket),
    ]
    for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(['rejected', expect.any(StoreAway)])
    front.resume()
    expect(await store.stat(bucket, 'a')).toMatchObject({ size: 6 })
    await store.put(bucket, 'c', body('after'))
  })

  it('begins an upload again when the service does not find its parts container', async (context) => {
    const missing = '<Error><Code>NoSuchBucket</Code><Message>none</Message></Error>'
    let times = 2
    const look = (sent: string) =>
      /^POST \S+uploads/.test(sent) && times-- > 0
        ? `HTTP/1.1 404 Not Found\r\ncontent-type: application/xml\r\ncontent-length: ${missing.length}\r\n\r\n${missing}`
        : undefined
    const { store, bucket } = await storeBehind(context, look)
    const large = Buffer.alloc(9 * 1024 ** 2)
    expect(await store.put(bucket, 'a', body(large))).toMatchObject({ size: large.length })
    times = 4
    await expect(store.put(bucket, 'b', body(large))).rejects.toThrow('404 NoSuchBucket')
  })

  it('ends a read when the service goes away in the middle', { tags: ['long'] }, async (context) => {
    const { store, bucket, front } = await storeBehind(context)
    await store.put(bucket, 'large', body(randomBytes(30 * 1024 ** 2)))
    const opened = await store.open(bucket, 'large')
    front.pause()
    await expect(opened && buffer(opened.stream)).rejects.toBeInstanceOf(StoreAway)
  })

  it('reports that the service is away when the connection breaks during a read', async (context) => {
    const { store, bucket, front } = await storeBehind(context)
    await store.put(bucket, 'large', body(randomBytes(30 * 1024 ** 2)))
    const opened = await store.open(bucket, 'large')
    front.cut()
    await expect(opened && buffer(opened.stream)).rejects.toBeInstanceOf(ReadBrokenOff)
  })

  it('refuses a put whose parts are not accepted, before the next part has arrived', {
    tags: ['long'],
  }, async (context) => {
    const { store, bucket, front } = await storeBehind(context)
    const pieces = [randomBytes(9 * 1024 ** 2)]
    const slow = new Readable({
      read() {
        const piece = pieces.pop()
        if (piece) this.push(piece)
        else front.pause()
      },
    })
    await expect(store.put(bucket, 'a', slow)).rejects.toBeInstanceOf(StoreAway)
    slow.destroy()
  })

  it('refuses a put in its queue when the service goes away', { tags: ['long'] }, async (context) => {
    const inTurn = () => {
      front.pause()
      return new Promise<never>(() => undefined)
    }
    const { store, bucket, front } = await storeBehind(context, undefined, { inTurn })
    await expect(store.put(bucket, 'a', body('x'))).rejects.toBeInstanceOf(StoreAway)
  })

  it('refuses a put whose last call is not answered', { tags: ['long'] }, async (context) => {
    let isPausing = false
    const look = (sent: string) => isPausing && sent.startsWith('PUT ') && 'pause'
    const { store, bucket } = await storeBehind(context, look)
    expect(await store.put(bucket, 'b', body('x'))).toMatchObject({ size: 1 })
    isPausing = true
    await expect(store.put(bucket, 'a', body('x'))).rejects.toBeInstanceOf(StoreAway)
  })

  it('knows that an object was placed although the answer was lost', { tags: ['long'] }, async (context) => {
    let calls = 0
    const { store, bucket } = await storeBehind(context, (sent) => {
      if (!/^PUT \/[^/ ]+\/a/.test(sent)) return
      calls += 1
      return 'cut'
    })
    // Swift refuses the condition of the first one without storing anything.
    await store.put(bucket, 'b', body('x'))
    const stored = await store.put(bucket, 'a', body('x'))
    expect(calls).toBeGreaterThan(0)
    expect(stored).toEqual(await store.stat(bucket, 'a'))
  })
})

describe('the check of S3 at the start', () => {
  const problem = (differing: Partial<S3Settings> = {}) =>
    checkS3({ ...swift.settings, ...differing }).then(({ problem }) => problem)

  it('accepts a service that answers', async () => {
    const { endpoint } = swift.settings
    expect([await problem(), await problem(SHARED), await problem({ direct: endpoint })]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('has a sentence for each mistake', async () => {
    const { endpoint } = swift.settings
    expect(await problem({ region: 'eu-1' })).toBe(
      `${endpoint} is not of the region eu-1 but of us-east-1. Check region= in the address.`,
    )
    expect(await problem({ bucket: 'none' })).toBe(
      `${endpoint} has no bucket 'none'. Make it, or check the name after s3://.`,
    )
    expect(await problem({ endpoint: 'http://127.0.0.1:1' })).toBe(
      'http://127.0.0.1:1 does not answer. Check endpoint= in the address, and that the object store runs.',
    )
    expect(await problem({ direct: 'http://127.0.0.1:1' })).toBe(
      'http://127.0.0.1:1 does not answer. Check direct= in the address, and that the object store runs.',
    )
    giveKeys({ AWS_SECRET_ACCESS_KEY: 'wrong' })
    expect(await problem()).toBe(
      `${endpoint} refuses the keys. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
    giveKeys({ AWS_ACCESS_KEY_ID: 'podium:stranger' })
    expect(await problem()).toBe(
      `${endpoint} refuses the keys. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
    giveKeys({ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    expect(await problem()).toMatch(/^there are no keys for the object store\. Set AWS_ACCESS_KEY_ID/)
    giveKeys()
  })

  it('reports an address at which something else answers', async () => {
    const server = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await problem({ endpoint })).toBe(
      `${endpoint} answers, but not as S3 does. Check endpoint= in the address; it must not name a bucket.`,
    )
    server.close()
  })
})
