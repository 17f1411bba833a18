import type { RetentionRules } from '@podium/contract/calls/retention.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

export interface RetentionRow extends RetentionRules {
  workspace_id: string
  trash_days: number
  revision: number
}

const COLUMNS = sql`workspace_id, logs, artifacts, trash_days, revision`

/** Locks the row of the workspace until the transaction ends. */
export async function lockRetention(tx: Transaction, workspaceId: string): Promise<RetentionRow | null> {
  await tx.execute(sql`
    insert into retention (workspace_id) select id from workspaces where id = ${workspaceId}::uuid on conflict do nothing`)
  return query(tx).first<RetentionRow>(
    sql`select ${COLUMNS} from retention where workspace_id = ${workspaceId}::uuid for update`,
  )
}

/** Changed rules are applied an hour later, so that there is time to change one's mind. */
export async function writeRetention(
  tx: Transaction,
  { workspace_id, logs, artifacts, trash_days }: Omit<RetentionRow, 'revision'>,
  accountId: string | null,
): Promise<void> {
  await tx.execute(sql`
    update retention set logs = ${jsonOf(logs)}::jsonb, artifacts = ${jsonOf(artifacts)}::jsonb, trash_days = ${trash_days},
      revision = revision + 1, updated_by = ${accountId}::uuid, updated_at = now(), applied_at = now()
    where workspace_id = ${workspace_id}::uuid`)
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** True if the rules are still of that revision; locks them until the transaction ends. */
export function holdRules(tx: Transaction, { workspace_id, revision }: RetentionRow): Promise<boolean> {
  return query(tx).any(sql`
    select from retention where workspace_id = ${workspace_id}::uuid and revision = ${revision} for share`)
}

/**
 * Returns for how many days the trash is kept, and locks it until the transaction ends. null within an hour after a
 * change of the rules, so that there is time to change one's mind.
 */
export async function holdTrashDays(tx: Transaction, workspaceId: string): Promise<number | null> {
  const held = await query(tx).first<{ trash_days: number }>(sql`
    select trash_days from retention where workspace_id = ${workspaceId}::uuid
      and coalesce(updated_at, '-infinity') <= now() - interval '1 hour' for share`)
  return held?.trash_days ?? null
}

/** Claims a workspace whose rules are due for this server; null if there is none. */
export function claimDueRules(db: Handle): Promise<RetentionRow | null> {
  return query(db).first<RetentionRow>(sql`
    update retention set applied_at = now() where workspace_id = (
      select workspace_id from retention
      where (logs is not null or artifacts is not null) and (applied_at is null or applied_at <= now() - interval '1 hour')
      order by applied_at nulls first, workspace_id limit 1 for update skip locked)
    returning ${COLUMNS}`)
}
