import { mayMove, type RunState } from '@podium/contract/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { RunRow } from '../run-row.ts'
import { announce } from './announce.ts'

/** The run as a writer last saw it. A write counts only while all of it still holds. */
export type Seen = Pick<RunRow, 'id' | 'workspace_id' | 'state' | 'attempt' | 'owner'>

export type RunChange = Omit<PgUpdateSetSource<typeof runs>, 'id' | 'workspace_id' | 'state'>

/**
 * Moves the run, if it is still where the caller saw it and still the caller's.
 * @returns false when somebody else moved or took it in the meantime: then nothing was written
 */
export async function moveRun(db: Handle, seen: Seen, to: RunState, change: RunChange): Promise<boolean> {
  if (!mayMove(seen.state, to)) throw new Error(`A run cannot move from ${seen.state} to ${to}.`)
  return noteRun(db, seen, { ...change, state: to })
}

/** Writes what changed under the same condition; `state` only as `moveRun` gives it. */
export async function noteRun(
  db: Handle,
  seen: Seen,
  change: RunChange & { state?: RunState },
): Promise<boolean> {
  const written = await db
    .update(runs)
    .set(change)
    .where(
      and(
        eq(runs.id, seen.id),
        eq(runs.state, seen.state),
        eq(runs.attempt, seen.attempt),
        seen.owner === null ? isNull(runs.owner) : eq(runs.owner, seen.owner),
      ),
    )
    .returning({ id: runs.id })
  if (written.length === 0) return false
  await announce(db, [seen])
  return true
}
