import type { Database } from '@podium/database/connect.ts'
import { dataSets, dataSetVersions } from '@podium/database/schema/data-sets.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { schedules } from '@podium/database/schema/schedules.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'

export interface TestObjects {
  solution: string
  version: string
  instance: string
  stream: string
  run: string
  data_set: string
  schedule: string
}

/** One object of each kind, each below the previous one, by one account; the run (ended, with a model) by another. */
export async function makeObjects(
  database: Database,
  workspaceId: string,
  madeBy: string,
  ranBy = madeBy,
): Promise<TestObjects> {
  const [numbered] = await database
    .update(workspaces)
    .set({ last_solution_seq: sql`${workspaces.last_solution_seq} + 1` })
    .where(eq(workspaces.id, workspaceId))
    .returning({ seq: workspaces.last_solution_seq })
  const seq = numbered?.seq ?? 0
  const own = { workspace_id: workspaceId, created_by: madeBy }
  const name = `thing-${seq}`
  const solution = one(
    await database
      .insert(solutions)
      .values({ ...own, seq, name, last_version: 1 })
      .returning({ id: solutions.id }),
  )
  const version = one(
    await database
      .insert(solutionVersions)
      .values({
        ...own,
        solution_id: solution,
        version_num: 1,
        metadata_json: { name, pipeline: [{ type: 'train', parameters: {} }] },
        pipelines: ['train'],
      })
      .returning({ id: solutionVersions.id }),
  )
  const below = { solution_id: solution, solution_version_id: version }
  const instance = one(
    await database
      .insert(instances)
      .values({ ...own, ...below, name })
      .returning({ id: instances.id }),
  )
  const stream = one(
    await database
      .insert(streams)
      .values({ ...own, instance_id: instance, name })
      .returning({ id: streams.id }),
  )
  const run = one(
    await database
      .insert(runs)
      .values({
        ...own,
        ...below,
        created_by: ranBy,
        instance_id: instance,
        stream_id: stream,
        number: 1,
        name: `${name}-1`,
        pipeline: 'train',
        state: 'succeeded',
        model_number: 1,
        tier_asked: 'standard',
        asked_cpu: 1,
        asked_memory_mib: 1024,
        parameters: {},
        dataset_uri: [],
        metadata_json: {},
      })
      .returning({ id: runs.id }),
  )
  const data_set = one(
    await database
      .insert(dataSets)
      .values({ ...own, name, last_version: 1 })
      .returning({ id: dataSets.id }),
  )
  await database.insert(dataSetVersions).values({ ...own, data_set_id: data_set, number: 1 })
  const schedule = one(
    await database
      .insert(schedules)
      .values({
        ...own,
        stream_id: stream,
        run_as: madeBy,
        pipeline: 'train',
        cron: '0 6 * * *',
        time_zone: 'UTC',
        when_missed: 'skip',
        when_running: 'skip',
        active: false,
      })
      .returning({ id: schedules.id }),
  )
  return { solution, version, instance, stream, run, data_set, schedule }
}

function one(rows: { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('an object of the test was not made')
  return row.id
}
