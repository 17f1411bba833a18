import { isLive, mayMove, type RunState } from '@podium/contract/rules/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { RUNS_CHANNEL, TOLD } from '../notifications/queue.ts'
import { tellOfEnd } from '../notifications/run-events.ts'
import type { RunRow } from './run-row.ts'

/** The run as a writer last saw it. A write counts only while all of it still holds. */
export type Seen = Pick<RunRow, 'id' | 'workspace_id' | 'state' | 'attempt' | 'owner'>

export type RunChange = Omit<PgUpdateSetSource<typeof runs>, 'id' | 'workspace_id' | 'state'>

/**
 * Moves the run, if it is still where the caller saw it and still the caller's. Of an end people and webhooks are told in
 * the same transaction.
 * @returns false when it was moved or taken by another writer: then nothing was written
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

/** The channel that wakes the loops: a run was queued, or is to stop. */
export const WAKE_CHANNEL = 'podium_wake'

export interface RunChanged {
  workspace: string
  run: string
}

/** What a server hears: a run changed, or an account has something new to read. */
export type Announced = RunChanged | { account: string; run?: undefined }

/** Tells every server that these runs changed; inside a transaction, when it commits. */
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

/** What the text of an announcement names, or null. */
export function announcedIn(payload: string): Announced | null {
  const [of, id] = payload.split(' ')
  if (!of || !id) return null
  return of === TOLD ? { account: id } : { workspace: of, run: id }
}
