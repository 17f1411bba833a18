import { fail } from '@podium/contract/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { hasOtherAdmin } from '../../inactivity.ts'

/**
 * Changes of who administers wait for each other, and whoever stopped being an administrator while waiting makes none:
 * two that delete or demote each other at once cannot both succeed.
 * @param actorId null for the server's own host
 */
export async function lockAdministration(tx: Transaction, actorId: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('podium administrators'))`)
  if (actorId === null) return
  const still = await tx.execute(sql`
    select from accounts where id = ${actorId}::uuid and role = 'ADMIN' and deleted_at is null`)
  if (still.rows.length === 0) fail('NOT.ALLOWED')
}

export async function isOnlyAdmin(tx: Transaction, id: string, inactiveDays: number): Promise<boolean> {
  const found = await tx.execute<{ only: boolean }>(sql`
    select role = 'ADMIN' and not ${hasOtherAdmin(inactiveDays)} as only from accounts where id = ${id}::uuid`)
  return found.rows[0]?.only === true
}
