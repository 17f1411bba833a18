import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { hasId } from '../../http/list.ts'
import { namedObject } from '../audit/audit.ts'
import { query } from '../rows.ts'

export interface VisibleAccount {
  id: string
  username: string
  second_factor: boolean
}

/** The id in a call about one's own account; another one is answered like a missing one. */
export function ownId(caller: Caller, id: string): string {
  if (caller.account_id === null || id.toLowerCase() !== caller.account_id) fail('NOT.FOUND')
  return caller.account_id
}

/** The account whose sign-in a call may see and end: one's own, or any for an administrator. */
export async function visibleAccount(db: Handle, caller: Caller, id: string): Promise<VisibleAccount> {
  if (caller.role !== 'ADMIN' && id.toLowerCase() !== caller.account_id) fail('NOT.FOUND')
  const found = await query(db).first<VisibleAccount>(sql`
    select id, username, totp_confirmed_at is not null as second_factor from accounts
    where ${hasId(sql`id`, id)} and deleted_at is null`)
  return found ?? fail('NOT.FOUND')
}

/** The name of the account in the audit log. */
export function named({ id, username }: { id: string; username: string }) {
  return namedObject('account', { id, name: username, workspace_id: null })
}
