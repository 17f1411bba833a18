import { setImmediate } from 'node:timers/promises'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture({
    engine: createMemoryEngine({ machine: { cpu: 64, memory_mib: 65_536, gpu: 0 } }),
  })
  return () => fixture.close()
})

test('reads the figures of only a few of many runs at a time, so that the database serves others too', {
  tags: ['long'],
}, async () => {
  const { engine } = fixture.deps
  const ids: string[] = []
  for (let count = 0; count < 12; count += 1) ids.push(await fixture.start())
  await fixture.loop.tick()
  for (const id of ids) engine.start(fixture.key(id))
  await fixture.loop.tick()
  const { usage } = engine
  let [now, most, all] = [0, 0, 0]
  engine.usage = async (keys) => {
    now += 1
    all += 1
    most = Math.max(most, now)
    // long enough for other reads to begin
    await setImmediate()
    now -= 1
    return usage(keys)
  }
  await fixture
    .newLoop()
    .tick()
    .catch(() => undefined)
  await fixture.loop.tick()
  expect(all).toBe(12)
  expect(most).toBeLessThanOrEqual(5)
})
