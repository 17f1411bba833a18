import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { connectDatabase, type Database } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'

const SOLUTIONS = 10
const METADATA: Metadata = { name: 'solution', pipeline: [{ type: 'train' }] }

/**
 * Fills a workspace with runs of ten solutions, every fifth failed, a signed-in member who may list them, and an
 * administrator.
 */
export async function seedRuns(
  connection: ConnectionSettings,
  size: number,
): Promise<{ workspace_id: string; token: string; admin: string }> {
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const { first, ids, tokens } = await createPeople(database)
    if (!tokens.member || !tokens.admin) throw new Error('no one is signed in')
    for (let seq = 1; seq <= SOLUTIONS; seq += 1)
      await addSolution(database, { workspace_id: first.id, created_by: ids.member }, seq, size / SOLUTIONS)
    return { workspace_id: first.id, token: tokens.member, admin: tokens.admin }
  } finally {
    await close()
  }
}

interface Belonging {
  workspace_id: string
  created_by: string
}

async function addSolution(db: Database, of: Belonging, seq: number, runsOfEach: number) {
  const name = `solution-${seq}`
  const [solution] = await db
    .insert(solutions)
    .values({ ...of, seq, name, last_version: 1 })
    .returning()
  if (!solution) throw new Error('no solution was made')
  const solution_id = solution.id
  const [version] = await db
    .insert(solutionVersions)
    .values({ ...of, solution_id, version_num: 1, metadata_json: METADATA, pipelines: ['train'] })
    .returning()
  if (!version) throw new Error('no version was made')
  const solution_version_id = version.id
  const [instance] = await db
    .insert(instances)
    .values({ ...of, solution_id, solution_version_id, name })
    .returning()
  if (!instance) throw new Error('no instance was made')
  const [stream] = await db
    .insert(streams)
    .values({ ...of, instance_id: instance.id, name })
    .returning()
  if (!stream) throw new Error('no stream was made')
  const run = (number: number) => ({
    ...of,
    solution_id,
    solution_version_id,
    instance_id: instance.id,
    stream_id: stream.id,
    number,
    model_number: number,
    name: `${name}-${number}`,
    search_text: `${name}-${number}\n${name}`,
    pipeline: 'train' as const,
    state: number % 5 === 0 ? ('failed' as const) : ('succeeded' as const),
    tier_asked: 'standard',
    tier_given: 'standard',
    asked_cpu: 2,
    asked_memory_mib: 4096,
    parameters: {},
    dataset_uri: [],
    metadata_json: METADATA,
    created_at: sql`now() - make_interval(mins => ${number * SOLUTIONS + seq})`,
    started_at: sql`now()`,
    ended_at: sql`now()`,
  })
  await db.insert(runs).values(Array.from({ length: runsOfEach }, (_, at) => run(at + 1)))
}
