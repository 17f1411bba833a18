import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** The name of the row with the position of the audit stream. */
export const AUDIT_STREAM = 'audit'

/** Why the audit log cannot be delivered, whichever server tries; null without a second destination. */
export async function readTrouble(db: Handle): Promise<string | null> {
  const row = await query(db).first<{ trouble: string | null }>(
    sql`select trouble from audit_streams where name = ${AUDIT_STREAM}`,
  )
  return row?.trouble ?? null
}
