import { fail } from '@podium/contract/errors.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { defaultParameters } from '@podium/contract/parameters.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import { openLog } from './logs/log-source.ts'
import { queuePlace } from './loop/queue.ts'
import { listColumns } from './reads.ts'
import { LOG_TYPES } from './results/collect.ts'
import { askedOf, grantedOf, type RunDeps } from './run-row.ts'
import { LOG_LIMIT } from './start/run-spec.ts'

/** Everything a run keeps, with its place in the queue and the sizes of its logs as they are now. */
export async function readRunInfo(deps: RunDeps, id: string): Promise<RunInfo> {
  const { listed, row, workspace_name, version } = await readJoined(deps, id)
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
    queue_place: row.state === 'queued' ? await queuePlace(deps.database, id) : null,
    default_parameters: pipeline ? defaultParameters(pipeline) : {},
    log_types: await logSizes(deps, id),
    log_limit: LOG_LIMIT,
    engine,
    star: false,
    series: [],
    remaining_seconds: null,
    failure: null,
  }
}

async function readJoined({ database }: RunDeps, id: string) {
  const [found] = await database
    .select({
      listed: listColumns,
      row: runs,
      workspace_name: workspaces.name,
      version: solutionVersions.metadata_json,
    })
    .from(runs)
    .innerJoin(workspaces, eq(workspaces.id, runs.workspace_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .where(eq(runs.id, id))
  return found ?? fail('NOT.FOUND')
}

/** While the engine does not answer the run itself can still be read, without its logs. */
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
