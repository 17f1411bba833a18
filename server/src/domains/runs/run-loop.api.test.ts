import { followRuns, stopRun } from '@podium/contract/runs.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRunStage, type RunStage } from './testing/run-stage.ts'
import { type Reader, sentEvents } from './testing/sent-events.ts'

let stage: RunStage
let reader: Reader
beforeEach(async () => {
  stage = await createRunStage({ engine: createMemoryEngine() })
  reader = sentEvents(stage, followRuns, { query: { workspace_id: stage.cast.first.id } })
})
afterEach(() => stage.close())

const sees = (id: string, state: string) =>
  reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && run.state === state
    }),
  )

test('a loop that goes round by itself is woken by starts and stops, and lets go of its runs when it closes', async () => {
  const loop = stage.newLoop()
  loop.start()
  const id = await stage.start()
  await sees(id, 'starting')
  await loop.close()
  const held = await stage.infoFromDatabase(id)
  expect(held?.lease_until && Date.parse(held.lease_until)).toBeLessThanOrEqual(Date.now())

  const next = stage.newLoop()
  next.start()
  await stage.as('member').call(stopRun, { params: { id } })
  await sees(id, 'stopped')
  await next.close()
})
