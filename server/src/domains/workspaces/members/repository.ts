import type { Transaction } from '@podium/database/connect.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { hasId } from '../../../http/list.ts'
import { query } from '../../rows.ts'

/** `source` defaults to 'direct'. */
export type NewMember = Pick<typeof members.$inferSelect, 'account_id' | 'role' | 'ends_at'> &
  Pick<typeof members.$inferInsert, 'source'>

type NamedMember = NewMember & { username: string; source: 'direct' | 'group' }

/**
 * Locks changes and removals of the workspace's members until the transaction ends, so that two who demote each other
 * at once cannot both succeed. Additions continue.
 * @returns false if the workspace is gone
 */
export function lockMembers(tx: Transaction, workspaceId: string): Promise<boolean> {
  return query(tx).any(sql`select from workspaces where id = ${workspaceId}::uuid for no key update`)
}

/** Reads the account if it is not deleted, and locks it against deletion until the transaction ends. */
export function holdAccount(tx: Transaction, id: string) {
  return query(tx).first<{ account_id: string; username: string }>(sql`
    select id as account_id, username from accounts
    where ${hasId(sql`id`, id)} and deleted_at is null for share`)
}

/** @returns true if the account was added; false if it is already a member */
export async function insertMember(tx: Transaction, workspaceId: string, member: NewMember) {
  const row = { workspace_id: workspaceId, ...member }
  const { rowCount } = await tx.insert(members).values(row).onConflictDoNothing()
  return rowCount === 1
}

const MEMBERS = sql`select m.account_id, a.username, m.role, m.source, m.ends_at
  from current_members m join accounts a on a.id = m.account_id`

export function readMember(tx: Transaction, workspaceId: string, accountId: string) {
  const isIt = sql`m.workspace_id = ${workspaceId}::uuid and ${hasId(sql`m.account_id`, accountId)}`
  return query(tx).first<NamedMember>(sql`${MEMBERS} where ${isIt}`)
}

/** All members, as the audit log names them. */
export function readMembers(tx: Transaction, workspaceId: string): Promise<NamedMember[]> {
  return query(tx).rows(
    sql`${MEMBERS} where m.workspace_id = ${workspaceId}::uuid order by lower(a.username)`,
  )
}

/** `lasting` counts managers whose membership has no end. */
export async function countManagers(tx: Transaction, workspaceId: string) {
  const counted = await query(tx).first<{ all: number; lasting: number }>(sql`
    select count(*)::int as all, count(*) filter (where ends_at is null)::int as lasting
    from current_members where workspace_id = ${workspaceId}::uuid and role = 'MANAGER'`)
  return counted ?? { all: 0, lasting: 0 }
}

export async function updateMember(tx: Transaction, workspaceId: string, member: NewMember): Promise<void> {
  const { account_id, role, ends_at, source = 'direct' } = member
  await tx.update(members).set({ role, ends_at, source }).where(isMember(workspaceId, account_id))
}

export async function deleteMember(tx: Transaction, workspaceId: string, accountId: string): Promise<void> {
  await tx.delete(members).where(isMember(workspaceId, accountId))
}

/** Deletes all memberships of an account. */
export function deleteMembershipsOf(tx: Transaction, accountId: string) {
  return query(tx).rows<Pick<NamedMember, 'role'> & { workspace_id: string }>(
    sql`delete from members where account_id = ${accountId}::uuid returning workspace_id, role`,
  )
}

export interface EndedMember extends NamedMember {
  workspace_id: string
}

/** Deletes the rows of ended memberships, except those that another server is deleting. */
export function deleteEnded(tx: Transaction): Promise<EndedMember[]> {
  return deleteMembers(
    tx,
    sql`(m.workspace_id, m.account_id) in (
      select workspace_id, account_id from members where ends_at <= statement_timestamp() for update skip locked)`,
  )
}

/** Deletes one of them, waiting for its lock. */
export function deleteIfEnded(
  tx: Transaction,
  workspaceId: string,
  accountId: string,
): Promise<EndedMember[]> {
  return deleteMembers(
    tx,
    sql`m.workspace_id = ${workspaceId}::uuid and m.account_id = ${accountId}::uuid
      and m.ends_at <= statement_timestamp()`,
  )
}

function deleteMembers(tx: Transaction, condition: SQL): Promise<EndedMember[]> {
  return query(tx).rows(sql`
    delete from members m using accounts a where a.id = m.account_id and ${condition}
    returning m.workspace_id, m.account_id, a.username, m.role, m.source, m.ends_at`)
}

function isMember(workspaceId: string, accountId: string) {
  return and(eq(members.workspace_id, workspaceId), eq(members.account_id, accountId))
}
