import { deleteInstance } from '@podium/contract/calls/instances.ts'
import { deleteSolution, deleteVersion } from '@podium/contract/calls/solutions.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { askWhile } from '../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

/** Deletes as the maker while others add something below; returns the status, and how many additions remain. */
async function whileMade(
  make: (tx: Transaction, made: TestObjects, by: string) => Promise<unknown>,
  remove: (maker: TestClient, made: TestObjects) => ReturnType<TestClient['ask']>,
) {
  const { people, deps } = podium
  const made = await makeObjects(deps.database, people.first.id, people.ids.member)
  const answer = await askWhile(
    deps.database,
    (tx) => make(tx, made, people.ids.developer),
    () => remove(podium.as('member'), made),
  )
  const { rows } = await deps.database.execute<{ count: number }>(sql`select
    (select count(*) from instances where solution_id = ${made.solution} and created_by = ${people.ids.developer}) +
    (select count(*) from streams join instances on instances.id = instance_id
      where solution_id = ${made.solution} and streams.created_by = ${people.ids.developer}) +
    (select count(*) from runs where solution_id = ${made.solution} and created_by = ${people.ids.developer}) as count`)
  return [answer.statusCode, Number(rows[0]?.count)]
}

const instance = (tx: Transaction, { solution, version, instance }: TestObjects, by: string) =>
  tx.execute(sql`insert into instances (workspace_id, solution_id, solution_version_id, name, created_by)
    values (${podium.people.first.id}, ${solution}, ${version}, ${`of somebody else ${instance}`}, ${by})`)

const stream = (tx: Transaction, made: TestObjects, by: string) =>
  tx.execute(sql`insert into streams (workspace_id, instance_id, name, created_by)
    values (${podium.people.first.id}, ${made.instance}, 'of somebody else', ${by})`)

/** Locks the stream first, as a start does. */
const run = async (tx: Transaction, made: TestObjects, by: string) => {
  await tx.execute(sql`select from streams where id = ${made.stream} for update`)
  await tx.execute(sql`insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number,
      name, pipeline, state, tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_by)
    select workspace_id, solution_id, solution_version_id, instance_id, stream_id, 2, 'of somebody else', pipeline, state,
      tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, ${by}
    from runs where id = ${made.run}`)
}

const solution = (maker: TestClient, made: TestObjects) =>
  maker.ask(deleteSolution, { params: { id: made.solution } })
const version = async (maker: TestClient, made: TestObjects) => {
  await podium.deps.database.execute(sql`
    insert into solution_versions (workspace_id, solution_id, version_num, metadata_json, pipelines, created_by)
    select workspace_id, solution_id, 2, metadata_json, pipelines, created_by from solution_versions
    where id = ${made.version} on conflict do nothing`)
  return maker.ask(deleteVersion, { params: { id: made.version } })
}
const ofInstance = (maker: TestClient, made: TestObjects) =>
  maker.ask(deleteInstance, { params: { id: made.instance } })
const ofStream = (maker: TestClient, made: TestObjects) =>
  maker.ask(deleteStream, { params: { id: made.stream } })

test.each([
  ['a solution', 'an instance', instance, solution],
  ['a solution', 'a stream', stream, solution],
  ['a solution', 'a run', run, solution],
  ['a version', 'an instance', instance, version],
  ['a version', 'a stream', stream, version],
  ['an instance', 'a stream', stream, ofInstance],
  ['an instance', 'a run', run, ofInstance],
  ['a stream', 'a run', run, ofStream],
])('the maker of %s deletes nothing of somebody else who is just creating %s on it', async (...row) => {
  const [, , make, remove] = row
  expect(await whileMade(make, remove)).toEqual([403, 1])
})

test("a manager's deletion includes additions of the last moment", async () => {
  expect(await whileMade(instance, (_, made) => solution(podium.as('manager'), made))).toEqual([200, 0])
  expect(await whileMade(stream, (_, made) => ofInstance(podium.as('manager'), made))).toEqual([200, 0])
})
