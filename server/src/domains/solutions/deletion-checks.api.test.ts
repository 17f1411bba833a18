import { Readable } from 'node:stream'
import { startRun } from '@podium/contract/calls/runs.ts'
import {
  checkSolutionDeletion,
  checkVersionDeletion,
  deleteSolution,
  deleteVersion,
  readSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { streams } from '@podium/database/schema/solutions.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'
import { inFirst } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

/** Creates a solution with an instance, two streams and a run, and a second version that nothing uses. */
async function makeSolution(): Promise<TestObjects & { name: string; second: string }> {
  const { people, deps } = podium
  const made = await makeObjects(deps.database, people.first.id, people.ids.member)
  const { name } = await podium.as('member').call(readSolution, { params: { id: made.solution } })
  const body = { metadata_json: { name, pipeline: [{ type: 'train' }] } }
  const next = await podium.as('member').call(registerVersion, { params: { id: made.solution }, body })
  await deps.database.insert(streams).values({
    workspace_id: people.first.id,
    instance_id: made.instance,
    name: 'A second one',
    created_by: people.ids.member,
  })
  const files: [string, string][] = [
    [`ai-solutions/${name}/v1/train/data/a.csv`, '12345'],
    [`ai-solutions/${name}/v2/train/data/a.csv`, '1234567'],
    [`streams/${made.stream}/${made.run}/1/process.log`, '123'],
    [`ai-solutions/${name}-other/v1/train/data/a.csv`, 'not of it'],
  ]
  for (const [path, text] of files)
    await deps.objects.put(people.first.s3_bucket_name, path, Readable.from([text]))
  return { ...made, name, second: next.versions[0]?.id ?? '' }
}

const ofSolution = (id: string): Promise<Consequences> =>
  podium.as('member').call(checkSolutionDeletion, { params: { id } })
const ofVersion = (id: string): Promise<Consequences> =>
  podium.as('member').call(checkVersionDeletion, { params: { id } })

test('counts, measures and names everything that is deleted with a solution and with each version', async () => {
  const { solution, version, second, name } = await makeSolution()
  const names = { instances: [name], streams: ['A second one', name] }
  const goes = ['1 schedule goes with it and starts no more runs.']
  expect(await ofSolution(solution)).toEqual({
    deletable: true,
    reasons: [],
    contains: { versions: 2, instances: 1, streams: 2, runs: 1, bytes: 15 },
    names,
    goes,
  })
  expect(await ofVersion(version)).toEqual({
    deletable: true,
    reasons: [],
    contains: { versions: 0, instances: 1, streams: 2, runs: 1, bytes: 8 },
    names,
    goes,
  })
  expect(await ofVersion(second)).toEqual({
    deletable: true,
    reasons: [],
    contains: { versions: 0, instances: 0, streams: 0, runs: 0, bytes: 7 },
    names: { instances: [], streams: [] },
  })
})

test('the reasons are the sentences that a deletion is refused with', async () => {
  const { solution, version, second, run } = await makeSolution()
  await podium.deps.database.execute(sql`update runs set state = 'running' where id = ${run}`)
  const refusedSolution = await podium.as('member').ask(deleteSolution, { params: { id: solution } })
  const refusedVersion = await podium.as('member').ask(deleteVersion, { params: { id: version } })
  expect([refusedSolution.statusCode, refusedVersion.statusCode]).toEqual([409, 409])
  expect(await ofSolution(solution)).toMatchObject({
    deletable: false,
    reasons: [refusedSolution.json().detail],
  })
  expect(await ofVersion(version)).toMatchObject({
    deletable: false,
    reasons: [refusedVersion.json().detail],
  })
  await podium.as('member').call(deleteVersion, { params: { id: second } })
  const onlyOne = await podium.as('member').ask(deleteVersion, { params: { id: version } })
  expect((await ofVersion(version)).reasons).toEqual([onlyOne.json().detail, refusedVersion.json().detail])
})

test('deleting a version while a run of it starts cannot deadlock: one of the two is refused', {
  tags: ['long'],
}, async () => {
  for (let round = 0; round < 8; round += 1) {
    const { version, instance } = await makeSolution()
    const stream = await podium
      .as('member')
      .call(createStream, { query: inFirst, body: { instance_id: instance, name: 'racing' } })
    const [started, deleted] = await Promise.all([
      podium.as('member').ask(startRun, { params: { id: stream.id }, body: {} }),
      podium.as('member').ask(deleteVersion, { params: { id: version } }),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([started.statusCode, deleted.statusCode])
  }
})

test.each([
  ['look what would go with it', checkSolutionDeletion],
  ['delete it', deleteSolution],
])('the maker of a solution learns who built on it when they %s', async (_, route) => {
  const { people, deps } = podium
  const asMember = async (ranBy: string) => {
    const { solution } = await makeObjects(deps.database, people.first.id, people.ids.member, ranBy)
    return { solution, ask: () => podium.as('member').ask(route, { params: { id: solution } }) }
  }
  const { solution, ask } = await asMember(people.ids.developer)
  const one = await ask()
  expect([one.statusCode, one.json().detail]).toEqual([
    403,
    'The developer added to it: only a manager of this workspace may delete it.',
  ])
  await deps.database.execute(
    sql`update instances set created_by = ${people.ids.manager} where solution_id = ${solution}`,
  )
  expect((await ask()).json().detail).toBe(
    'The developer and The manager added to it: only a manager of this workspace may delete it.',
  )
  const { detail } = (await podium.as('developer').ask(route, { params: { id: solution } })).json()
  expect(detail).toBe('You do not have permission to do this.')
})
