import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import { createSchedule, listScheduleTimes } from '@podium/contract/calls/schedules.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { schedules } from '@podium/database/schema/schedules.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { createScheduler } from './scheduler.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

test("starts the version of the instance, whatever a folder's stream ran last", async () => {
  const metadata = { ...metadataForTests(), folder: { digest: 'one' } } as unknown as Metadata
  const { first, ids } = fixture.people
  const { stream, solution } = await addStream(fixture, first.id, metadata, 'nanogpt')
  const { database } = fixture.deps
  const version = { version_num: 4, metadata_json: metadata, pipelines: ['train'], created_by: ids.member }
  const [next] = await database
    .insert(solutionVersions)
    .values({ workspace_id: first.id, solution_id: solution, ...version })
    .returning()
  const member = fixture.as('member')
  const query = { workspace_id: first.id }
  const started = await member.call(startRun, {
    params: { id: stream },
    query,
    body: { solution_version_id: next?.id ?? '' },
  })
  expect(started.version_num).toBe(4)
  const schedule = { stream_id: stream, cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
  const { id } = await fixture.as('developer').call(createSchedule, { query, body: schedule })
  await database.update(schedules).set({ next_at: '2027-01-04T05:00:00Z' }).where(eq(schedules.id, id))
  await createScheduler(fixture.deps).step(new Date('2027-01-04T05:00:02Z'))
  const { times } = await member.call(listScheduleTimes, { params: { id }, query: {} })
  const run = await member.call(readRun, { params: { id: times[0]?.run_id ?? '' } })
  expect(run).toMatchObject({ schedule_id: id, version_num: 3 })
})
