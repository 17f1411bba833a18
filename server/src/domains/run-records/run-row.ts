import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { Resources, RunKey } from '@podium/engines/engine.ts'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'

/** Dependencies that find a run and its files. */
export type RunDeps = Pick<Deps, 'database' | 'engine' | 'objects' | 'metrics' | 'secrets'>

export type RunRow = typeof runs.$inferSelect

/** The run's present attempt, as engines identify it. */
export function keyOf(run: Pick<RunRow, 'id' | 'workspace_id' | 'attempt'>): RunKey {
  return { workspace: run.workspace_id, run: run.id, attempt: run.attempt }
}

/** The resources that the run's tier asks for. */
export function askedOf(run: Pick<RunRow, 'asked_cpu' | 'asked_memory_mib' | 'asked_gpu'>): Resources {
  return { cpu: run.asked_cpu, memory_mib: run.asked_memory_mib, gpu: run.asked_gpu }
}

/** The resources that the engine granted; null before the run started. */
export function grantedOf(
  run: Pick<RunRow, 'granted_cpu' | 'granted_memory_mib' | 'granted_gpu'>,
): Resources | null {
  const { granted_cpu: cpu, granted_memory_mib: memory_mib, granted_gpu: gpu } = run
  return cpu === null || memory_mib === null ? null : { cpu, memory_mib, gpu: gpu ?? 0 }
}

/** The columns that locate a run's files: in the engine while it has the attempt, afterwards in the bucket. */
export interface RunLocation
  extends Pick<
    RunRow,
    'id' | 'name' | 'workspace_id' | 'stream_id' | 'attempt' | 'state' | 'submitted' | 'stored' | 'ended_at'
  > {
  bucket: string
}

export interface LocatedRun extends RunLocation {
  /** true if the run has ended but files are still with the engine until the store accepts them */
  kept_later: boolean
}

/** Returns null if the run was deleted. */
export async function readLocation(db: Database, id: string): Promise<LocatedRun | null> {
  const [found] = await db
    .select({
      id: runs.id,
      name: runs.name,
      workspace_id: runs.workspace_id,
      stream_id: runs.stream_id,
      attempt: runs.attempt,
      state: runs.state,
      submitted: runs.submitted,
      stored: runs.stored,
      ended_at: runs.ended_at,
      bucket: workspaces.s3_bucket_name,
      kept_later: sql<boolean>`${runs.raw} ->> 'kept_later' is not null`,
    })
    .from(runs)
    .innerJoin(workspaces, eq(workspaces.id, runs.workspace_id))
    .where(eq(runs.id, id))
  return found ?? null
}
