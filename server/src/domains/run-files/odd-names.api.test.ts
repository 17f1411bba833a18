import { listArtifacts, readArtifact, readArtifactArchive } from '@podium/contract/calls/run-files.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { collected, ODD_NAMES } from '@podium/storage/conformance.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type S3StandIn, startS3StandIn } from '@podium/storage/testing/s3-stand-in.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRunFixture } from '../runs/testing/run-fixture.ts'
import { unpacked } from '../runs/testing/unpacked.ts'

let service: S3StandIn
beforeAll(async () => {
  service = await startS3StandIn()
  for (const [name, value] of Object.entries(service.keys)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

test.each([true, false])(
  'stores, lists, packs and removes files of odd names if a service encodes lists: %s',
  async (encodesNames) => {
    service.oddities.encodesNames = encodesNames
    const engine = createMemoryEngine()
    const objects = createS3Store(service.settings)
    const fixture = await createRunFixture({ engine, objects })
    const id = await fixture.start()
    await fixture.loop.tick()
    const key = fixture.key(id)
    engine.start(key)
    for (const name of ODD_NAMES) engine.output(key, name, name)
    engine.end(key, { outcome: 'failed', reason: 'Exit code 1.' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'failed', detail: 'Exit code 1.' })
    const member = fixture.as('member')
    const { artifacts } = await member.call(listArtifacts, { params: { id } })
    expect(artifacts.map(({ path }) => path).toSorted()).toEqual(ODD_NAMES.toSorted())
    for (const path of ODD_NAMES)
      expect((await member.ask(readArtifact, { params: { id, path } })).body).toBe(path)
    const archive = await member.ask(readArtifactArchive, { params: { id } })
    expect(Object.keys(await unpacked(archive.rawPayload)).toSorted()).toEqual(ODD_NAMES.toSorted())
    const { s3_bucket_name: bucket } = fixture.people.first
    const folder = artifacts[0] && service.keysOf(bucket).find((path) => path.endsWith('/artifacts/aA'))
    const prefix = folder?.slice(0, -'aA'.length) ?? ''
    await objects.removeAll(bucket, `${prefix}a%`)
    expect((await collected(objects.list(bucket, prefix))).length).toBe(ODD_NAMES.length - 2)
    expect(service.keysOf(bucket)).toContain(`${prefix}aA`)
    await fixture.close()
  },
)
