// @module-tag go
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { describeObjectStore } from '../conformance.ts'
import { type S3Service, startS3Service } from '../testing/s3-service.ts'
import { checkS3 } from './check.ts'
import { createS3Store } from './s3-store.ts'
import type { S3Settings } from './service.ts'

/** Each service is built before its first start. */
const START_MS = 1_800_000

describe.each(['versitygw', 'seaweedfs'])('%s', (name) => {
  let service: S3Service
  beforeAll(async () => {
    service = await startS3Service('go-s3.sh', [name])
    for (const [variable, value] of Object.entries(service.keys)) vi.stubEnv(variable, value)
    return async () => {
      vi.unstubAllEnvs()
      await service.stop()
    }
  }, START_MS)

  async function emptyStore() {
    const store = createS3Store(service.settings)
    for (const bucket of ['poc', 'new']) await store.removeBucket(bucket)
    return store
  }

  describeObjectStore(`objects in ${name}`, emptyStore, { rounds: 10 })

  it('passes the check at the start, and fails it with wrong keys or without path_style', async () => {
    const { settings } = service
    const localhost = (settings.endpoint ?? '').replace('127.0.0.1', 'localhost')
    const problem = async (differing: Partial<S3Settings> = {}) =>
      (await checkS3({ ...settings, ...differing })).problem
    expect(await checkS3(settings)).toMatchObject({ problem: null, warnings: [] })
    await createS3Store(settings).makeBucket('shared')
    expect(await problem({ bucket: 'shared', prefix: 'podium/' })).toBeNull()
    expect(await problem({ endpoint: localhost, path_style: false })).toBe(
      `${localhost} has no host names for buckets. Set path_style=1 in the address.`,
    )
    expect(await problem({ endpoint: `${settings.endpoint}/shared` })).not.toBeNull()
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    expect(await problem()).toContain('refuses the keys')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', service.keys.AWS_SECRET_ACCESS_KEY)
  })

  it('keeps an object that is sent in many parts', async () => {
    const store = await emptyStore()
    await store.makeBucket('poc')
    const bytes = randomBytes(20 * 1024 ** 2 + 5)
    const stored = await store.put('poc', 'large %41+é', Readable.from([bytes]))
    expect(stored.size).toBe(bytes.length)
    const opened = await store.open('poc', 'large %41+é', { from: 8_388_600, to: 8_388_700 })
    expect(opened && (await buffer(opened.stream)).equals(bytes.subarray(8_388_600, 8_388_700))).toBe(true)
  })

  it('reports a bucket that keeps versions', async () => {
    const store = await emptyStore()
    await store.makeBucket('versioned')
    expect(await store.keepsRemoved('versioned')).toBeNull()
    const { endpoint, region } = service.settings
    const client = new S3Client({ endpoint: endpoint ?? '', region, forcePathStyle: true })
    const VersioningConfiguration = { Status: 'Enabled' as const }
    await client.send(new PutBucketVersioningCommand({ Bucket: 'versioned', VersioningConfiguration }))
    client.destroy()
    expect(await store.keepsRemoved('versioned')).toEqual({ bucket: 'versioned', by: 'versions' })
  })
})
