import { EventEmitter, on } from 'node:events'
import { Readable } from 'node:stream'
import { searchLog } from '@podium/contract/calls/run-files.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
let id: string

beforeAll(async () => {
  fixture = await createRunFixture()
  id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  return () => fixture.close()
})

/** Makes every read of a log wait until it is released. */
function holdReadings() {
  const readings = new EventEmitter()
  const begun = on(readings, 'begun')
  let count = 0
  vi.spyOn(fixture.deps.engine, 'openLog').mockImplementation(async (_key, _type, range) => {
    const isRead = range?.to !== 0
    if (isRead) {
      count += 1
      await new Promise<void>((release) => readings.emit('begun', release))
    }
    return { size: 4, stream: Readable.from([Buffer.from('Hit\n')]) }
  })
  return {
    count: () => count,
    /** waits for the next read to begin, and returns the function that releases it */
    next: async (): Promise<() => void> => (await begun.next()).value[0],
  }
}

test('runs two searches at a time, queues sixteen, and refuses one more with a sentence', async () => {
  const readings = holdReadings()
  const search = () =>
    fixture.as('member').ask(searchLog, { params: { id }, query: { log_type: 'process', q: 'hit' } })
  const searches = Array.from({ length: 19 }, search)

  const refused = await Promise.race(searches)
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { detail: 'Too many logs are being searched right now. Please try again in a few seconds.' },
  ])
  const begun = [await readings.next(), await readings.next()]
  expect(readings.count()).toBe(2)

  begun[0]?.()
  begun.push(await readings.next())
  expect(readings.count()).toBe(3)

  begun[1]?.()
  begun[2]?.()
  for (let waiting = 15; waiting > 0; waiting -= 1) (await readings.next())()
  const answers = await Promise.all(searches)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(18)
})
