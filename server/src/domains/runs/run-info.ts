import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import type { Database } from '@podium/database/connect.ts'
import { runSeries, runStars, runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq } from 'drizzle-orm'
import { dataSetsOfRun } from '../data-sets/reads.ts'
import { endedIn } from '../figures/reads.ts'
import { LOG_LIMIT, LOG_TYPES } from '../logs/log-files.ts'
import { openLog } from '../logs/log-source.ts'
import { readFileMarks } from '../run-files/note-files.ts'
import { countPackages } from '../run-records/packages/reads.ts'
import { queuePosition } from '../run-records/queue.ts'
import { listColumns } from '../run-records/reads.ts'
import { remainingSeconds } from '../run-records/remaining.ts'
import { askedOf, grantedOf, type RunDeps, type RunRow } from '../run-records/run-row.ts'

/**
 * Reads everything recorded about a run, with its present position in the queue and sizes of its logs.
 * @param account_id the account whose star is returned
 */
export async function readRunInfo(deps: RunDeps, id: string, account_id: string | null): Promise<RunInfo> {
  const { listed, row, workspace_name, version, ended_in } = await readJoined(deps, id)
  const pipeline = pipelineOf(version, row.pipeline)
  const { engine } = await deps.engine.capabilities()
  return {
    ...row,
    ...listed,
    workspace_name,
    tier_given: row.tier_given ?? '',
    instance_type: row.instance_type ?? '',
    asked: askedOf(row),
    granted: grantedOf(row),
    queue_place: row.state === 'queued' ? await queuePosition(deps.database, id) : null,
    default_parameters: pipeline ? ownParameters(pipeline) : {},
    log_types: await logSizes(deps, id),
    log_limit: LOG_LIMIT,
    engine,
    star: account_id !== null && (await hasStar(deps.database, id, account_id)),
    ...(await readFileMarks(deps.database, id)),
    data_sets: await dataSetsOfRun(deps.database, id),
    package_count: await countPackages(deps.database, id),
    series: await seriesNames(deps.database, id),
    ended_in,
    remaining_seconds: await remainingSeconds(deps.database, row),
    failure: await failureWithAlike(deps.database, row),
  }
}

async function hasStar(db: Database, run_id: string, account_id: string): Promise<boolean> {
  const own = and(eq(runStars.run_id, run_id), eq(runStars.account_id, account_id))
  return (await db.select({ run_id: runStars.run_id }).from(runStars).where(own)).length > 0
}

async function seriesNames(db: Database, run_id: string): Promise<string[]> {
  const figures = await db
    .select({ name: runSeries.name })
    .from(runSeries)
    .where(and(eq(runSeries.run_id, run_id), eq(runSeries.kind, 'figure')))
    .orderBy(runSeries.name)
  return figures.map(({ name }) => name)
}

/** Runs that failed alike are counted up to this number. */
const MAX_ALIKE = 1000

async function failureWithAlike(db: Database, row: RunRow): Promise<RunInfo['failure']> {
  const { failure, failure_key: key, workspace_id } = row
  if (failure === null || key === null) return null
  const alike = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.workspace_id, workspace_id), eq(runs.failure_key, key)))
    .limit(MAX_ALIKE)
  return { ...failure, key, alike: alike.length }
}

async function readJoined({ database }: RunDeps, id: string) {
  const [found] = await database
    .select({
      listed: listColumns,
      row: runs,
      workspace_name: workspaces.name,
      version: solutionVersions.metadata_json,
      ended_in: endedIn,
    })
    .from(runs)
    .innerJoin(workspaces, eq(workspaces.id, runs.workspace_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .where(eq(runs.id, id))
  return found ?? fail('NOT.FOUND')
}

/** Sizes count as 0 while the engine does not answer, so that the run can still be read. */
async function logSizes(deps: RunDeps, id: string): Promise<RunInfo['log_types']> {
  const sizes = await Promise.all(
    LOG_TYPES.map(async (log_type) => ({ log_type, size: await sizeOrNothing(deps, id, log_type) })),
  )
  return sizes.filter(({ size }) => size > 0)
}

async function sizeOrNothing(deps: RunDeps, id: string, type: (typeof LOG_TYPES)[number]): Promise<number> {
  try {
    return (await openLog(deps, id, type)).size
  } catch {
    return 0
  }
}
