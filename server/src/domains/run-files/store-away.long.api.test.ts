// @module-tag swift
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { listArtifacts, readArtifact } from '@podium/contract/calls/run-files.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRunFixture } from '../runs/testing/run-fixture.ts'

let swift: Swift
beforeAll(async () => {
  swift = await startSwift()
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await swift.stop()
})

test('a stopped run ends while the store is away, and all its files are stored when it is back', async () => {
  const engine = createMemoryEngine()
  const { openOutput } = engine
  const fixture = await createRunFixture({ engine, objects: createS3Store(swift.settings) })
  const id = await fixture.start()
  await fixture.loop.tick()
  const key = fixture.key(id)
  engine.start(key)
  engine.log(key, 'process', 'Epoch 1 of 1\n')
  const large = randomBytes(20 * 1024 ** 2)
  engine.output(key, 'a/small.csv', 'a,b')
  engine.output(key, 'large.bin', large)
  engine.openOutput = async (of, path) => (path === 'large.bin' ? pausing(large) : openOutput(of, path))
  await fixture.as('member').call(stopRun, { params: { id } })
  engine.end(key, { outcome: 'failed', reason: 'Exit code 1.' })

  for (let round = 0; round < 4; round += 1) await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({
    state: 'failed',
    detail:
      'Exit code 1. large.bin was left out: the object store has not taken it yet. More files were left out.',
  })
  engine.openOutput = openOutput
  swift.resume()
  // The store may need a while before it answers.
  await waitFor(async () => {
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'failed',
      detail: 'Exit code 1.',
      log_types: [{ size: 13 }],
    })
  })
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  expect(artifacts.map(({ path, size }) => [path, size])).toEqual([
    ['a/small.csv', 3],
    ['large.bin', large.length],
  ])
  const kept = await fixture.as('member').ask(readArtifact, { params: { id, path: 'large.bin' } })
  expect(kept.rawPayload.equals(large)).toBe(true)
  await fixture.close()
})

/** A stream during which the store goes away, after its first half. */
function pausing(bytes: Buffer): Readable {
  const half = bytes.length / 2
  return Readable.from(
    (function* () {
      yield bytes.subarray(0, half)
      swift.pause()
      yield bytes.subarray(half)
    })(),
  )
}
