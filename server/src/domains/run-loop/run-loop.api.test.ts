import { followRuns, stopRun } from '@podium/contract/calls/runs.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { type Reader, sentEvents } from '../runs/testing/sent-events.ts'

let fixture: RunFixture
let reader: Reader
beforeAll(async () => {
  fixture = await createRunFixture({ engine: createMemoryEngine() })
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
})

const sees = (id: string, state: string) =>
  reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && run.state === state
    }),
  )

test('a started loop is woken by starts and stops, and releases its runs when it closes', async () => {
  const loop = fixture.newLoop()
  loop.start()
  const id = await fixture.start()
  await sees(id, 'starting')
  await loop.close()
  const held = await fixture.infoFromDatabase(id)
  expect(held?.lease_until && Date.parse(held.lease_until)).toBeLessThanOrEqual(Date.now())

  const next = fixture.newLoop()
  next.start()
  await fixture.as('member').call(stopRun, { params: { id } })
  await sees(id, 'stopped')
  await next.close()
})
