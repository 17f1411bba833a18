import type { Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, namedObject, record } from '../audit/audit.ts'
import { query } from '../rows.ts'

const FROM = sql`workspaces w, accounts a, streams t`
const isOn = (which: SQL) =>
  sql`s.active and w.id = s.workspace_id and a.id = s.run_as and t.id = s.stream_id and ${which}`

/**
 * Turns off schedules whose runs may not start any more. A time that is already due counts as missed.
 * @param which condition on the schedules `s`; only active ones are turned off
 * @param detail the reason as a sentence; it may refer to the workspace `w` and the account `a` that they run as
 */
export async function pauseSchedules(tx: Transaction, actor: Actor, which: SQL, detail: SQL): Promise<void> {
  await tx.execute(sql`
    insert into schedule_times (schedule_id, due_at, outcome, detail)
    select s.id, s.next_at, 'missed', ${detail} from schedules s, ${FROM} where ${isOn(which)} and s.next_at <= now()
    on conflict do nothing`)
  const paused = await query(tx).rows<{ id: string; name: string; workspace_id: string; detail: string }>(sql`
    update schedules s set active = false, next_at = null, detail = ${detail}, pause_told = false, updated_at = now(),
      revision = s.revision + 1
    from ${FROM} where ${isOn(which)}
    returning s.id, s.workspace_id, s.detail, t.name`)
  for (const { detail: why, ...schedule } of paused)
    await record(tx, actor, {
      action: 'schedule.pause',
      ...namedObject('schedule', schedule),
      before: { active: true },
      after: { active: false, detail: why },
    })
}

/** Turns off the schedules of a person who leaves, in all workspaces or in one. */
export function pauseSchedulesOfLeaver(
  tx: Transaction,
  actor: Actor,
  accountId: string,
  workspaceId: string | null = null,
): Promise<void> {
  // an administrator may start runs in a workspace without being its member
  const there =
    workspaceId === null ? sql`true` : sql`s.workspace_id = ${workspaceId}::uuid and a.role <> 'ADMIN'`
  const left = sql`a.username || ' has left ' || w.display_name || '.'`
  return pauseSchedules(tx, actor, sql`s.run_as = ${accountId}::uuid and ${there}`, left)
}

/** Turns off the schedules of a person whom an administrator has locked out. */
export function pauseSchedulesOfLocked(tx: Transaction, actor: Actor, accountId: string): Promise<void> {
  const locked = sql`'The account of ' || a.username || ' is locked.'`
  return pauseSchedules(tx, actor, sql`s.run_as = ${accountId}::uuid`, locked)
}
