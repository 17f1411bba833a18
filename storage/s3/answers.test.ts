import { Readable } from 'node:stream'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { collected, describeObjectStore } from '../conformance.ts'
import { StoreFails } from '../object-store.ts'
import { type S3StandIn, startS3StandIn } from '../testing/s3-stand-in.ts'
import { checkS3 } from './check.ts'
import { createS3Store } from './s3-store.ts'
import type { S3Settings } from './service.ts'

let service: S3StandIn
beforeAll(async () => {
  service = await startS3StandIn()
  for (const [name, value] of Object.entries(service.keys)) vi.stubEnv(name, value)
  return async () => {
    vi.unstubAllEnvs()
    await service.stop()
  }
})
/** How far the clock is ahead of the real one. */
let ahead = 0
const now = performance.now.bind(performance)
beforeEach(() => {
  Object.assign(service.oddities, {
    encodesNames: true,
    namesInLists: (key: string) => key,
    keeps: null,
    refuse: () => undefined,
  })
  ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  return () => clock.mockRestore()
})

const body = (content: string) => Readable.from([Buffer.from(content)])

async function emptyStore(encodesNames = true) {
  service.oddities.encodesNames = encodesNames
  const store = createS3Store(service.settings)
  for (const bucket of ['poc', 'new']) await store.removeBucket(bucket)
  return store
}

if (process.env.PODIUM_LONG === '1')
  describeObjectStore('objects in a service that encodes the names in its lists', () => emptyStore())
describeObjectStore('objects in a service that does not encode names', () => emptyStore(false), { rounds: 5 })

describe('puts of a small file', () => {
  it('need one call where nobody else puts anything, and no more than six elsewhere', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.asked.length = 0
    await store.put('poc', 'blobs/ab/1', body('x'), { alone: true })
    expect(service.asked).toEqual(['PUT poc/blobs/ab/1'])
    service.asked.length = 0
    await store.put('poc', 'datasets/a.csv', body('x'))
    expect(service.asked).toHaveLength(6)
  })

  it('reuse the name of a folder whose files are gone, even if the service takes it for a file', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    let tries = 0
    service.oddities.refuse = ({ method, key }) => {
      if (method !== 'PUT' || key !== 'b') return undefined
      tries += 1
      return tries === 1 ? { status: 412, code: 'PreconditionFailed' } : undefined
    }
    expect(await store.put('poc', 'b', body('x'))).toMatchObject({ path: 'b', size: 1 })
  })

  it('store the file once if the answer of the call is lost', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    let lost = 0
    service.oddities.refuse = ({ method, key }) => {
      if (method !== 'PUT' || key !== 'a') return undefined
      lost += 1
      return lost === 1 ? { status: 500, code: 'InternalError' } : undefined
    }
    expect(await store.put('poc', 'a', body('x'))).toMatchObject({ size: 1 })
  })
})

describe('a service that refuses', () => {
  const put = async (path: string) =>
    createS3Store(service.settings)
      .put('poc', path, body('x'))
      .then(
        () => 'stored',
        (error) => error.message,
      )

  it('is asked again by the check after it refused a file, and is well when it takes one', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    let isFull = true
    service.oddities.refuse = ({ method, key }) =>
      isFull && method === 'PUT' && key !== '' ? { status: 507, code: 'XMinioStorageFull' } : undefined
    await store.check()
    const full = 'The object store is full: tell an administrator.'
    await expect(store.put('poc', 'a', body('x'))).rejects.toThrow(full)
    await expect(store.check()).rejects.toThrow(full)
    isFull = false
    ahead += 30_000
    await store.check()
    expect(service.keysOf('poc')).toEqual([])
  })

  it('is asked to store a file at most every 30 seconds, however many checks come', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.oddities.refuse = ({ method, key }) =>
      method === 'PUT' && key !== '' ? { status: 507, code: 'XMinioStorageFull' } : undefined
    const full = 'The object store is full: tell an administrator.'
    await expect(store.put('poc', 'a', body('x'))).rejects.toThrow(full)
    const checkOften = async () => {
      service.asked.length = 0
      const checks = await Promise.allSettled([store.check(), store.check(), store.check()])
      for (const check of checks) expect(check).toMatchObject({ reason: { message: full } })
      return service.asked.filter((asked) => asked.startsWith('PUT'))
    }
    const first = await checkOften()
    expect(first).toHaveLength(1)
    expect(await checkOften()).toEqual([])
    ahead += 30_000
    expect(await checkOften()).toEqual(first)
  })

  it('is well when the bucket that refused a file is removed', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.oddities.refuse = ({ method, key }) =>
      method === 'PUT' && key !== '' ? { status: 507, code: 'XMinioStorageFull' } : undefined
    await expect(store.put('poc', 'a', body('x'))).rejects.toThrow('full')
    await store.removeBucket('poc')
    await store.check()
  })

  it('is well when another server removed the bucket that refused a file', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.oddities.refuse = ({ method, key }) =>
      method === 'PUT' && key !== '' ? { status: 507, code: 'XMinioStorageFull' } : undefined
    await expect(store.put('poc', 'a', body('x'))).rejects.toThrow('full')
    service.oddities.refuse = () => undefined
    await createS3Store(service.settings).removeBucket('poc')
    await store.check()
    await store.check()
  })

  it('is well if it refuses only one file', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.oddities.refuse = ({ key }) =>
      key.endsWith('secret.bin') ? { status: 403, code: 'AccessDenied' } : undefined
    const keys = 'The object store refuses the keys: tell an administrator.'
    await expect(store.put('poc', 'a/secret.bin', body('x'))).rejects.toThrow(keys)
    await store.check()
    expect(await put('a/other.bin')).toBe('stored')
  })

  it('reports that its keys are refused, even if nothing is written', async () => {
    service.oddities.refuse = () => ({ status: 400, code: 'ExpiredToken' })
    const store = createS3Store(service.settings)
    await expect(store.check()).rejects.toThrow('The keys for the object store have expired')
    await expect(store.stat('poc', 'a')).rejects.toThrow('The object store refuses the keys')
    service.oddities.refuse = () => ({ status: 503, code: 'SlowDown' })
    await expect(store.check()).rejects.toThrow(StoreFails)
  })
})

describe('the check at the start', () => {
  const SHARED = { bucket: 'shared', prefix: 'podium/' }
  const problem = (differing: Partial<S3Settings> = {}) =>
    checkS3({ ...service.settings, ...differing }).then(({ problem }) => problem)
  const refuseWrites = (status: number, code: string) => {
    service.oddities.refuse = ({ method, key }) =>
      method === 'PUT' && key !== '' ? { status, code } : undefined
  }

  const checkBuckets = () => service.buckets().filter((name) => name.startsWith('podium-check-'))

  it('leaves nothing behind', async () => {
    const store = createS3Store(service.settings)
    await store.makeBucket('shared')
    expect([await problem(), await problem(SHARED)]).toEqual([null, null])
    expect(service.keysOf('shared')).toEqual([])
    expect(checkBuckets()).toEqual([])
  })

  it('asks if the keys may write files in the shared bucket', async () => {
    const { endpoint } = service.settings
    refuseWrites(403, 'AccessDenied')
    expect(await problem(SHARED)).toBe(
      `${endpoint} does not let these keys list, write and remove files in the bucket 'shared'. Give them the right.`,
    )
    refuseWrites(400, 'ExpiredToken')
    expect(await problem()).toBe(
      `the keys for ${endpoint} have expired. Set new ones, with the AWS_SESSION_TOKEN that belongs to them.`,
    )
  })

  it.each([
    [507, 'XMinioStorageFull', 'The object store is full'],
    [403, 'QuotaExceeded', 'The quota at the object store is used up'],
    [405, 'MethodNotAllowed', 'The object store takes no changes'],
    [400, 'KMS.DisabledException', 'The object store cannot use its encryption key'],
    [403, 'RetentionPolicyNotMet', 'The object store keeps this file from being changed or removed'],
    [403, 'AccountProblem', 'The account at the object store is blocked'],
  ])(
    'does not end the start if files are refused with %i %s, and asks again',
    async (status, code, words) => {
      const warning = `${service.settings.endpoint} answers ${status} ${code}. ${words}: tell an administrator.`
      for (const differing of [{}, SHARED]) {
        const settings = { ...service.settings, ...differing }
        refuseWrites(status, code)
        const { problem, warnings, refusing } = await checkS3(settings)
        expect([problem, warnings]).toEqual([null, [warning]])
        const store = createS3Store(settings, { refusing })
        await expect(store.check()).rejects.toThrow(words)
        service.oddities.refuse = () => undefined
        ahead += 30_000
        await store.check()
      }
      expect(await checkS3(service.settings)).toMatchObject({ problem: null, warnings: [] })
      expect(checkBuckets()).toEqual([])
    },
  )

  it('does not end the start if the account is blocked for lists as well', async () => {
    service.oddities.refuse = () => ({ status: 403, code: 'UserSuspended' })
    const { problem, warnings } = await checkS3(service.settings)
    expect([problem, warnings]).toEqual([
      null,
      [expect.stringContaining('The account at the object store is blocked')],
    ])
  })

  it.each([
    [400, 'TooManyBuckets', 'makes no more buckets'],
    [403, 'AccessDenied', 'does not let these keys'],
  ])(
    'goes on with the buckets that exist if the service refuses to create one with %i %s',
    async (status, code, words) => {
      service.oddities.refuse = ({ method, key }) =>
        method === 'PUT' && key === '' ? { status, code } : undefined
      const { problem, warnings, refusing } = await checkS3(service.settings)
      expect([problem, warnings, refusing]).toEqual([null, [expect.stringContaining(words)], null])
    },
  )

  it('goes on if keys for the buckets of workspaces cannot write to another one', async () => {
    refuseWrites(403, 'AccessDenied')
    const { problem, warnings, refusing } = await checkS3(service.settings)
    expect([problem, warnings, refusing]).toEqual([
      null,
      [expect.stringContaining('Give them the right')],
      null,
    ])
  })

  it('reuses the bucket of the last check if buckets cannot be removed', async () => {
    service.oddities.refuse = ({ method, key }) =>
      method === 'DELETE' && key === '' ? { status: 403, code: 'AccessDenied' } : undefined
    const { endpoint } = service.settings
    const warning = `${endpoint} answers 403 AccessDenied when Podium removes what it stored to check the object store, so that stays there. Let the keys remove files and buckets.`
    for (let start = 0; start < 3; start += 1)
      expect(await checkS3(service.settings)).toMatchObject({ problem: null, warnings: [warning] })
    expect(checkBuckets()).toHaveLength(1)
    service.oddities.refuse = () => undefined
    expect(await checkS3(service.settings)).toMatchObject({ problem: null, warnings: [] })
    expect(checkBuckets()).toEqual([])
  })

  it('goes on if another server removes the bucket of the last check meanwhile', async () => {
    service.oddities.refuse = ({ method, key }) =>
      method === 'DELETE' && key === '' ? { status: 403, code: 'AccessDenied' } : undefined
    await checkS3(service.settings)
    service.oddities.refuse = async ({ method, bucket, key }) => {
      if (method === 'PUT' && key !== '')
        await fetch(`${service.settings.endpoint}/${bucket}`, { method: 'DELETE' })
      return undefined
    }
    expect(await checkS3(service.settings)).toMatchObject({ problem: null, warnings: [], refusing: null })
  })

  it('stores one file, however often Podium starts, if files cannot be removed', async () => {
    service.oddities.refuse = ({ method }) =>
      method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined
    for (let start = 0; start < 3; start += 1) {
      const { problem, warnings } = await checkS3({ ...service.settings, ...SHARED })
      expect([problem, warnings]).toEqual([null, [expect.stringContaining('403 AccessDenied')]])
    }
    expect(service.keysOf('shared')).toEqual(['podium/_podium/check/a+b%41 é'])
    service.oddities.refuse = () => undefined
    expect(await checkS3({ ...service.settings, ...SHARED })).toMatchObject({ warnings: [] })
    expect(service.keysOf('shared')).toEqual([])
  })

  it('says why a file is refused, even if nothing can be removed', async () => {
    service.oddities.refuse = ({ method, key, query }) => {
      if (method === 'DELETE') return { status: 409, code: 'BucketNotEmpty' }
      return query.has('list-type') && key === '' && query.get('prefix')?.includes('_podium')
        ? { status: 403, code: 'AccessDenied' }
        : undefined
    }
    expect(await problem(SHARED)).toContain('does not let these keys list')
    service.oddities.refuse = () => undefined
    await checkS3({ ...service.settings, ...SHARED })
  })

  it('removes the version that it stored, so that a bucket with versions does not grow', async () => {
    service.oddities.keeps = 'versions'
    const removed: (string | null)[] = []
    let mayRemoveVersions = true
    service.oddities.refuse = ({ method, query }) => {
      if (method !== 'DELETE') return undefined
      removed.push(query.get('versionId'))
      return mayRemoveVersions || !query.has('versionId') ? undefined : { status: 403, code: 'AccessDenied' }
    }
    expect(await checkS3({ ...service.settings, ...SHARED })).toMatchObject({ warnings: [] })
    expect(removed).toEqual([expect.any(String)])
    mayRemoveVersions = false
    expect(await checkS3({ ...service.settings, ...SHARED })).toMatchObject({ warnings: [] })
    expect(removed.slice(1)).toEqual([expect.any(String), null])
  })

  it('detects names that a service changes', async () => {
    service.oddities.namesInLists = (key) => key.replaceAll('+', ' ')
    const { endpoint } = service.settings
    const sentence = `${endpoint} changes the names of files in its lists, so it cannot keep those of Podium.`
    expect([await problem(), await problem(SHARED)]).toEqual([sentence, sentence])
  })

  it('does not mistake a list that lags behind for changed names', async () => {
    service.oddities.namesInLists = (key) => (key.includes('_podium/') ? null : key)
    expect(await checkS3(service.settings)).toMatchObject({ problem: null, warnings: [] })
    expect(await checkS3({ ...service.settings, ...SHARED })).toMatchObject({ problem: null, warnings: [] })
  })

  it('suggests path_style=1 if buckets have no host names', async () => {
    const { port } = new URL(service.settings.endpoint ?? '')
    const endpoint = `http://localhost:${port}`
    expect(await problem({ endpoint, path_style: false })).toBe(
      `${endpoint} has no host names for buckets. Set path_style=1 in the address.`,
    )
    expect(await problem({ endpoint, path_style: false, ...SHARED })).toContain('Set path_style=1')
    expect(await problem({ endpoint })).toBeNull()
  })

  it('reports an address that names a bucket', async () => {
    const { endpoint } = service.settings
    service.oddities.refuse = ({ bucket }) =>
      bucket === '' ? { status: 404, code: 'NoSuchBucket' } : undefined
    expect(await problem()).toBe(
      `${endpoint} names a bucket itself. Set endpoint= to the address without it, and s3://BUCKET?prefix=… to keep everything in that bucket.`,
    )
  })
})

describe('a bucket that keeps removed objects', () => {
  it.each([
    ['versions', { bucket: 'poc', by: 'versions' }],
    ['lock', { bucket: 'poc', by: 'lock' }],
    [null, null],
  ] as const)('is recognised by %s', async (keeps, known) => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    service.oddities.keeps = keeps
    expect(await store.keepsRemoved('poc')).toEqual(known)
    expect(await store.keepsRemoved('none')).toBeNull()
    expect(await collected(store.list('poc', ''))).toEqual([])
  })
})
