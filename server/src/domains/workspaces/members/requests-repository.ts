import type { Transaction } from '@podium/database/connect.ts'
import { accessRequests } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'

type Row = typeof accessRequests.$inferSelect

/** A new request, with the stored form of the workspace's name. */
export type NewRequest = Pick<Row, 'account_id' | 'workspace_name' | 'role' | 'reason'>

/**
 * Locks the person's requests until the transaction ends, so that they can be counted.
 * @returns false if the account is gone
 */
export function lockPerson(tx: Transaction, accountId: string): Promise<boolean> {
  return query(tx).any(
    sql`select from accounts where id = ${accountId}::uuid and deleted_at is null for no key update`,
  )
}

/** The number of the person's open requests, and of those made in the last 24 hours. */
export async function countOf(tx: Transaction, accountId: string) {
  const counted = await query(tx).first<{ open: number; today: number }>(sql`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where created_at > now() - interval '24 hours')::int as today
    from access_requests where account_id = ${accountId}::uuid`)
  return counted ?? { open: 0, today: 0 }
}

/** The workspace of that name, with whether the person is a member; null if there is none. */
export function findAsked(tx: Transaction, { account_id, workspace_name }: NewRequest) {
  return query(tx).first<{ workspace_id: string; is_member: boolean }>(sql`
    select w.id as workspace_id, m.role is not null as is_member from workspaces w
    left join current_members m on m.workspace_id = w.id and m.account_id = ${account_id}::uuid
    where w.name = ${workspace_name}`)
}

/** @throws the database's unique violation if an equal one is open */
export async function insertRequest(tx: Transaction, request: NewRequest): Promise<string> {
  const [row] = await tx.insert(accessRequests).values(request).returning({ id: accessRequests.id })
  if (!row) throw new Error('the request was not kept')
  return row.id
}

/** Reads the request, and locks its decision until the transaction ends. */
export function lockRequest(tx: Transaction, id: string) {
  return query(tx).first<Pick<Row, 'state'>>(
    sql`select state from access_requests where id = ${id}::uuid for update`,
  )
}

export async function decide(
  tx: Transaction,
  id: string,
  decision: Pick<Row, 'state' | 'answer' | 'decided_by'>,
): Promise<void> {
  await tx
    .update(accessRequests)
    .set({ ...decision, decided_at: sql`now()` })
    .where(eq(accessRequests.id, id))
}

/** Reads the person's open request for a workspace, and locks its decision until the transaction ends. */
export function lockOpenRequest(tx: Transaction, workspaceId: string, accountId: string) {
  return query(tx).first<{ id: string; workspace_name: string }>(sql`
    select r.id, w.display_name as workspace_name from access_requests r join workspaces w on w.name = r.workspace_name
    where w.id = ${workspaceId}::uuid and r.account_id = ${accountId}::uuid and r.state = 'open' for update of r`)
}
