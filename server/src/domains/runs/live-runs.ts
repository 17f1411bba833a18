import { LIVE_STATES } from '@podium/contract/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, count, eq, inArray } from 'drizzle-orm'

/** What runs can lie below. */
export type Above =
  | 'workspace_id'
  | 'solution_id'
  | 'solution_version_id'
  | 'instance_id'
  | 'stream_id'
  | 'id'

/** How many runs below it have not ended: while there are any it cannot be deleted. */
export async function countLiveRuns(db: Handle, above: Above, id: string): Promise<number> {
  const [counted] = await db
    .select({ live: count() })
    .from(runs)
    .where(and(eq(runs[above], id), inArray(runs.state, [...LIVE_STATES])))
  return counted?.live ?? 0
}
