import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type S3StandIn, startS3StandIn } from '@podium/storage/testing/s3-stand-in.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

const FILES = 600
/** The duration of a call to a store on another continent. */
const DELAY_MS = 150

let service: S3StandIn
let server: TestApp
let folder: string
beforeAll(async () => {
  service = await startS3StandIn()
  for (const [name, value] of Object.entries(service.keys)) vi.stubEnv(name, value)
  folder = await mkdtemp(join(tmpdir(), 'podium-slow-'))
  server = await createTestApp({ objects: createS3Store(service.settings) })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', server.people.tokens.developer)
  return async () => {
    service.oddities.refuse = () => undefined
    await server.close()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await service.stop()
    await rm(folder, { recursive: true })
  }
})

test('sends many small files to a slow store that refuses some at first', async () => {
  for (let n = 0; n < FILES; n += 1) await writeFile(join(folder, `${n}.csv`), `${n}\n`.padEnd(1000, 'x'))
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let calls = 0
  service.oddities.refuse = async ({ method, key }) => {
    if (!key.startsWith('blobs/') || method !== 'PUT') return undefined
    calls += 1
    await setTimeout(DELAY_MS)
    // More often than the store's client retries.
    return calls > 20 && calls <= 60 ? { status: 503, code: 'SlowDown' } : undefined
  }
  await podium('data-sets', ['push', 'many', folder])
  expect(printed).toEqual([expect.stringMatching(/^many v1: 600 files, /)])
  const { s3_bucket_name: bucket } = server.people.first
  expect(service.keysOf(bucket).filter((key) => key.startsWith('blobs/')).length).toBeGreaterThanOrEqual(
    FILES,
  )
})
