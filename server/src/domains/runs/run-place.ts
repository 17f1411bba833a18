import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import type { RunRow } from './run-row.ts'

/** What is needed to find a run's files: in the engine while it holds the attempt, afterwards in the bucket. */
export interface RunPlace
  extends Pick<
    RunRow,
    'id' | 'name' | 'workspace_id' | 'stream_id' | 'attempt' | 'state' | 'submitted' | 'stored' | 'ended_at'
  > {
  bucket: string
}

/** null when the run was deleted. */
export async function readPlace(db: Database, id: string): Promise<RunPlace | null> {
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
    })
    .from(runs)
    .innerJoin(workspaces, eq(workspaces.id, runs.workspace_id))
    .where(eq(runs.id, id))
  return found ?? null
}
