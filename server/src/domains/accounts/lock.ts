import { limits } from '@podium/contract/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { hasOtherAdmin } from '../../inactivity.ts'

const LAST_ADMIN_LOCK = sql.raw(`interval '15 minutes'`)

const hasTry = (inactiveDays: number) => sql`(login_fail_count < ${limits.login_failures}
  or (role = 'ADMIN' and locked_at < now() - ${LAST_ADMIN_LOCK} and not ${hasOtherAdmin(inactiveDays)}))`

/** Whether the account is not locked, so that a look at its password is worth waiting for. */
export async function hasTryLeft(db: Handle, id: string, inactiveDays: number): Promise<boolean> {
  const open = await db.execute(sql`select from accounts where id = ${id}::uuid and ${hasTry(inactiveDays)}`)
  return open.rows.length > 0
}

/**
 * Takes one of the account's five tries before its password is looked at, in one statement, so that any number of
 * parallel tries gets five between them. The last administrator's lock ends by itself.
 * @returns how many tries are used now, or null when the account is locked
 */
export async function reserveTry(db: Handle, id: string, inactiveDays: number): Promise<number | null> {
  const most = limits.login_failures
  const reserved = await db.execute<{ login_fail_count: number }>(sql`
    update accounts set
      login_fail_count = case when login_fail_count < ${most} then login_fail_count + 1 else 1 end,
      locked_at = case when login_fail_count + 1 = ${most} then now() else null end
    where id = ${id}::uuid and ${hasTry(inactiveDays)}
    returning login_fail_count`)
  return reserved.rows[0]?.login_fail_count ?? null
}

/** Gives one try back: what it was taken for was right, or never looked at. The failures before it stay. */
export async function giveTryBack(db: Handle, id: string): Promise<void> {
  await db.execute(sql`
    update accounts set login_fail_count = greatest(login_fail_count - 1, 0), locked_at = null
    where id = ${id}::uuid`)
}

/** Gives all tries back after a right password. */
export async function clearTries(db: Handle, id: string): Promise<void> {
  await db.execute(sql`update accounts set login_fail_count = 0, locked_at = null where id = ${id}::uuid`)
}
