import { deleteInstance } from '@podium/contract/instances.ts'
import { deleteSolution } from '@podium/contract/solutions.ts'
import { deleteStream } from '@podium/contract/streams.ts'
import { deleteWorkspace } from '@podium/contract/workspaces.ts'
import { instances } from '@podium/database/schema/solutions.ts'
import { createMemoryEngine, type MemoryEngine } from '@podium/engines/memory.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRunStage, type RunStage } from './testing/run-stage.ts'

let engine: MemoryEngine
let stage: RunStage
beforeEach(async () => {
  engine = createMemoryEngine()
  stage = await createRunStage({ engine })
  await stage.deps.database
    .update(instances)
    .set({ modes: { dev: true } })
    .where(eq(instances.id, stage.ids.instance))
})
afterEach(() => stage.close())

async function ended(): Promise<string> {
  const id = await stage.start()
  await stage.loop.tick()
  engine.end(stage.key(id), { outcome: 'succeeded' })
  await stage.loop.tick()
  return id
}

const keptOf = async () => (await engine.kept()).map(({ run }) => run)

test('what dev mode keeps of a run goes with the run, and that of others stays', async () => {
  const [first, second] = [await ended(), await ended()]
  expect(await keptOf()).toEqual([first, second])
  await stage.as('member').call(deleteStream, { params: { id: first } })
  expect(await keptOf()).toEqual([second])
})

test.each([
  ['instance', deleteInstance, () => stage.ids.instance],
  ['solution', deleteSolution, () => stage.ids.solution],
  ['workspace', deleteWorkspace, () => stage.cast.first.id],
])('it goes with the %s', async (_, route, id) => {
  const run = await ended()
  expect(await keptOf()).toEqual([run])
  await stage.as('admin').call(route, { params: { id: id() } })
  expect(await keptOf()).toEqual([])
})
