import { limits } from '@podium/contract/rules/rules.ts'
import { type SQL, sql } from 'drizzle-orm'

/** Whether the account was unused for so long that it counts as locked. `a` is the accounts row's alias. */
export function isInactive(inactiveDays: number, a: SQL = sql`accounts`): SQL<boolean> {
  if (inactiveDays === 0) return sql<boolean>`false`
  // as a subquery the border is worked out once; else it is for each account that a list counts
  return sql<boolean>`(greatest(${a}.last_login_at, ${a}.unlocked_at, ${a}.created_at)
    < (select now() - make_interval(days => ${inactiveDays})))`
}

/** Whether an administrator other than `a` could sign in now. */
export function hasOtherAdmin(inactiveDays: number, a: SQL = sql`accounts`): SQL<boolean> {
  return sql<boolean>`exists (
    select from accounts other
    where other.role = 'ADMIN' and other.deleted_at is null and other.id <> ${a}.id
      and other.login_fail_count < ${limits.login_failures} and other.locked_by_admin_at is null and not ${isInactive(inactiveDays, sql`other`)})`
}

/** Whether the account is let in as far as its last use goes: the last administrator always is. */
export function isInUse(inactiveDays: number): SQL<boolean> {
  return sql<boolean>`(not ${isInactive(inactiveDays)}
    or (accounts.role = 'ADMIN' and not ${hasOtherAdmin(inactiveDays)}))`
}
