import { isLive, mayMove, type RunState } from '@podium/contract/rules/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { OF_ACCOUNT, RUNS_CHANNEL } from '../notifications/queue.ts'
import { tellOfEnd } from './run-events.ts'
import type { RunRow } from './run-row.ts'

/** The run as a writer last read it. A write takes effect only if all of these columns are unchanged. */
export type Seen = Pick<RunRow, 'id' | 'workspace_id' | 'state' | 'attempt' | 'owner'>

export type RunChange = Omit<PgUpdateSetSource<typeof runs>, 'id' | 'workspace_id' | 'state'>

/**
 * Moves the run to another state if it is unchanged since the caller read it. If the run ends, notifications and
 * webhooks are queued in the same transaction.
 * @returns false if another writer moved or took the run; then nothing was written
 */
export async function moveRun(db: Handle, seen: Seen, to: RunState, change: RunChange): Promise<boolean> {
  if (!mayMove(seen.state, to)) throw new Error(`A run cannot move from ${seen.state} to ${to}.`)
  if (isLive(to)) return noteRun(db, seen, { ...change, state: to })
  return db.transaction(async (tx) => {
    const moved = await noteRun(tx, seen, { ...change, state: to })
    if (moved) await tellOfEnd(tx, seen.id)
    return moved
  })
}

/** Writes the change under the same condition; only `moveRun` passes `state`. */
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

/** The channel that wakes the loops when a run was queued or is to stop. */
export const WAKE_CHANNEL = 'podium_wake'

export interface RunChanged {
  workspace: string
  run: string
}

/** A change that every server hears of: of a run, or of the notifications of an account. */
export type Announced = RunChanged | { account: string; run?: undefined }

/** Notifies every server that these runs changed; inside a transaction, when it commits. */
export async function announce(
  db: Handle,
  changed: readonly { id: string; workspace_id: string }[],
): Promise<void> {
  if (changed.length === 0) return
  const payloads = changed.map(({ workspace_id, id }) => `${workspace_id} ${id}`)
  await db.execute(
    sql`select pg_notify(${RUNS_CHANNEL}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) as payload`,
  )
}

/** Wakes the loops of all servers when the transaction commits. */
export async function wakeLoops(db: Handle): Promise<void> {
  await db.execute(sql`select pg_notify(${WAKE_CHANNEL}, '')`)
}

/** Parses the payload of a notification, or returns null. */
export function announcedIn(payload: string): Announced | null {
  const [of, id] = payload.split(' ')
  if (!of || !id) return null
  return of === OF_ACCOUNT ? { account: id } : { workspace: of, run: id }
}
