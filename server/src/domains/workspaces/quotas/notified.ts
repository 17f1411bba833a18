import type { Quota } from '@podium/contract/calls/quotas.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../../rows.ts'

/** The percentage of each limit of which people were notified last. */
export type Notified = Partial<Record<Quota, number>>

export async function readNotified(db: Handle, workspaceId: string): Promise<Notified> {
  const row = await query(db).first<{ told: Notified }>(
    sql`select quotas_told as told from workspaces where id = ${workspaceId}::uuid`,
  )
  return row?.told ?? {}
}

/** @returns false if another server wrote first, and so notifies */
export function writeNotified(tx: Transaction, workspaceId: string, before: Notified, now: Notified) {
  return query(tx).any(sql`
    update workspaces set quotas_told = ${JSON.stringify(now)}::jsonb
    where id = ${workspaceId}::uuid and quotas_told = ${JSON.stringify(before)}::jsonb`)
}
