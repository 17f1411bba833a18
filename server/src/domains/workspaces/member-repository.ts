import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { and, eq, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'

export interface NewMember {
  account_id: string
  role: WorkspaceRole
}

/**
 * Makes everybody who changes or removes members of this workspace wait for the end of the transaction: two that take
 * each other's role at once cannot both succeed. Adding goes on meanwhile.
 * @returns false when the workspace is gone
 */
export async function lockMembers(tx: Transaction, workspaceId: string): Promise<boolean> {
  const locked = await tx.execute(
    sql`select from workspaces where id = ${workspaceId}::uuid for no key update`,
  )
  return locked.rows.length > 0
}

/** The account while it is not deleted; it cannot be deleted until the transaction ends. */
export async function holdAccount(
  tx: Transaction,
  id: string,
): Promise<{ account_id: string; username: string } | null> {
  if (!isUuid(id)) return null
  const found = await tx.execute<{ account_id: string; username: string }>(
    sql`select id as account_id, username from accounts where id = ${id}::uuid and deleted_at is null for share`,
  )
  return found.rows[0] ?? null
}

/** @returns whether the account was added; false when it is a member already */
export async function insertMember(
  tx: Transaction,
  workspaceId: string,
  member: NewMember,
): Promise<boolean> {
  const added = await tx
    .insert(members)
    .values({ workspace_id: workspaceId, ...member })
    .onConflictDoNothing()
    .returning({ account_id: members.account_id })
  return added.length > 0
}

export async function readMember(
  tx: Transaction,
  workspaceId: string,
  accountId: string,
): Promise<(NewMember & { username: string }) | null> {
  if (!isUuid(accountId)) return null
  const found = await tx.execute<NewMember & { username: string } & Record<string, unknown>>(sql`
    select m.account_id, a.username, m.role from members m join accounts a on a.id = m.account_id
    where m.workspace_id = ${workspaceId}::uuid and m.account_id = ${accountId}::uuid`)
  return found.rows[0] ?? null
}

/** All of them, as the audit names them. */
export async function readMembers(
  tx: Transaction,
  workspaceId: string,
): Promise<(NewMember & { username: string })[]> {
  const found = await tx.execute<NewMember & { username: string } & Record<string, unknown>>(sql`
    select m.account_id, a.username, m.role from members m join accounts a on a.id = m.account_id
    where m.workspace_id = ${workspaceId}::uuid order by lower(a.username)`)
  return found.rows
}

export async function countManagers(tx: Transaction, workspaceId: string): Promise<number> {
  const counted = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from members
    where workspace_id = ${workspaceId}::uuid and role = 'MANAGER'`)
  return counted.rows[0]?.count ?? 0
}

export async function updateRole(tx: Transaction, workspaceId: string, member: NewMember): Promise<void> {
  await tx
    .update(members)
    .set({ role: member.role })
    .where(and(eq(members.workspace_id, workspaceId), eq(members.account_id, member.account_id)))
}

export async function deleteMember(tx: Transaction, workspaceId: string, accountId: string): Promise<void> {
  await tx
    .delete(members)
    .where(and(eq(members.workspace_id, workspaceId), eq(members.account_id, accountId)))
}
