import { workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'
import { listOf } from '../record-fields.ts'
import { query } from '../rows.ts'

type Row = typeof workspaces.$inferSelect
export type Editable = Pick<
  Row,
  keyof typeof workspaceFields | 'execution_specs' | 'members_may_only_look' | 'quotas'
>
export type NewWorkspace = Omit<Editable, 'members_may_only_look' | 'quotas'> &
  Pick<Row, 'name' | 'created_by'>

const EDITABLE = listOf([
  ...Object.keys(workspaceFields),
  'execution_specs',
  'members_may_only_look',
  'quotas',
])

/** @throws the database's unique violation if name or bucket is taken */
export async function insertWorkspace(tx: Transaction, workspace: NewWorkspace) {
  const [row] = await tx
    .insert(workspaces)
    .values(workspace)
    .returning({ id: workspaces.id, number: workspaces.number })
  if (!row) throw new Error('the workspace was not kept')
  return row
}

/** Reads the workspace, and locks it and its members against edits until the transaction ends. */
export function lockWorkspace(tx: Transaction, id: string) {
  return query(tx).first<Editable & { revision: number }>(sql`
    select ${EDITABLE}, revision
    from workspaces where id = ${id}::uuid for no key update`)
}

/** @throws the database's unique violation if the bucket is taken */
export async function updateWorkspace(tx: Transaction, id: string, changes: Partial<Editable>) {
  await tx
    .update(workspaces)
    .set({ ...changes, updated_at: sql`now()`, revision: sql`${workspaces.revision} + 1` })
    .where(eq(workspaces.id, id))
}

/**
 * Locks the workspace for its deletion, so that no run can start in it. Streams come first, because a start locks its
 * stream before the rows above it.
 */
export async function lockWithAllBelow(tx: Transaction, id: string) {
  await tx.execute(sql`select from streams where workspace_id = ${id}::uuid order by id for update`)
  return query(tx).first<Editable & { name: string }>(sql`
    select name, ${EDITABLE}
    from workspaces where id = ${id}::uuid for update`)
}

export async function deleteLocked(tx: Transaction, id: string): Promise<void> {
  await tx.delete(workspaces).where(eq(workspaces.id, id))
}
