import type { Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, namedObject, record } from '../../audit/audit.ts'
import { query } from '../../rows.ts'

/** Closes the open requests of a person who is deleted or locked out. */
export function closeRequestsOfLeaver(tx: Transaction, actor: Actor, accountId: string): Promise<void> {
  return closeRequests(tx, actor, sql`account_id = ${accountId}::uuid`)
}

/** Closes open access requests: they are declined, by nobody. */
export async function closeRequests(tx: Transaction, actor: Actor, which: SQL): Promise<void> {
  const closed = await query(tx).rows<{ id: string; name: string }>(sql`
    update access_requests set state = 'declined', decided_at = now() where state = 'open' and ${which}
    returning id, workspace_display_name as name`)
  for (const request of closed) {
    const event = namedObject('access-request', { ...request, workspace_id: null })
    await record(tx, actor, { action: 'access-request.close', ...event })
  }
}
