import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

/** The channel on which every server hears which runs changed. */
export const RUNS_CHANNEL = 'podium_runs'
/** The channel that wakes the loops: a run was queued, or is to stop. */
export const WAKE_CHANNEL = 'podium_wake'

export interface RunChanged {
  workspace: string
  run: string
}

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

/** The change that a notification's text names, or null. */
export function announcedIn(payload: string): RunChanged | null {
  const [workspace, run] = payload.split(' ')
  return workspace && run ? { workspace, run } : null
}
