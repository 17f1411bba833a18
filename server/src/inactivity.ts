import { limits } from '@podium/contract/rules/rules.ts'
import { type SQL, sql } from 'drizzle-orm'

/** True if the account was unused for so long that it counts as locked. `a` is the alias of the accounts row. */
export function isInactive(inactiveDays: number, a: SQL = sql`accounts`): SQL<boolean> {
  if (inactiveDays === 0) return sql<boolean>`false`
  // as a subquery, the limit is computed once instead of for every account that a list counts
  return sql<boolean>`(greatest(${a}.last_login_at, ${a}.unlocked_at, ${a}.created_at)
    < (select now() - make_interval(days => ${inactiveDays})))`
}

/** True if an administrator other than `a` could sign in now. */
export function hasOtherAdmin(inactiveDays: number, a: SQL = sql`accounts`): SQL<boolean> {
  return sql<boolean>`exists (
    select from accounts other
    where other.role = 'ADMIN' and other.deleted_at is null and other.id <> ${a}.id
      and other.login_fail_count < ${limits.login_failures} and other.locked_by_admin_at is null and not ${isInactive(inactiveDays, sql`other`)})`
}

/** True if inactivity does not lock the account; the last administrator is never locked. */
export function isInUse(inactiveDays: number): SQL<boolean> {
  return sql<boolean>`(not ${isInactive(inactiveDays)}
    or (accounts.role = 'ADMIN' and not ${hasOtherAdmin(inactiveDays)}))`
}
