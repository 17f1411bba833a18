import { deleteInstance } from '@podium/contract/calls/instances.ts'
import { deleteSolution } from '@podium/contract/calls/solutions.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { deleteWorkspace } from '@podium/contract/calls/workspaces.ts'
import { instances } from '@podium/database/schema/solutions.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

const engine = createMemoryEngine()
let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture({ engine })
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  await fixture.deps.database
    .update(instances)
    .set({ modes: { dev: true } })
    .where(eq(instances.id, fixture.ids.instance))
})

async function ended(): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  return id
}

const retainedRuns = async () =>
  (await engine.retained())
    .filter(({ workspace }) => workspace === fixture.people.first.id)
    .map(({ run }) => run)

test('the working folder that dev mode keeps is removed with its run, and those of others stay', async () => {
  const [first, second] = [await ended(), await ended()]
  expect(await retainedRuns()).toEqual([first, second])
  await fixture.as('member').call(deleteStream, { params: { id: first } })
  expect(await retainedRuns()).toEqual([second])
})

test.each([
  ['instance', deleteInstance, () => fixture.ids.instance],
  ['solution', deleteSolution, () => fixture.ids.solution],
  ['workspace', deleteWorkspace, () => fixture.people.first.id],
])('the working folders are removed with the %s', async (_, route, id) => {
  const run = await ended()
  expect(await retainedRuns()).toEqual([run])
  await fixture.as('admin').call(route, { params: { id: id() } })
  expect(await retainedRuns()).toEqual([])
})
