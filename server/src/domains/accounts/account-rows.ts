import { limits, WORKSPACE_SUFFIX } from '@podium/contract/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isInactive } from '../../inactivity.ts'

const SHOWN_WORKSPACES = 5

export function isLocked(inactiveDays: number): SQL {
  return sql`(accounts.login_fail_count >= ${limits.login_failures} or ${isInactive(inactiveDays)})`
}

/** 'failures' or 'inactivity', '' when not locked. */
export function lockReason(inactiveDays: number): SQL {
  return sql`case when accounts.login_fail_count >= ${limits.login_failures} then 'failures'
    when ${isInactive(inactiveDays)} then 'inactivity' else '' end`
}

/** A workspace's name without its suffix. `w` is the workspaces row. */
export const workspaceName = sql`left(w.name, ${-WORKSPACE_SUFFIX.length}::int)`

/** How many workspaces the account is a member of. */
export const workspaceCount = sql`(select count(*)::int from members m where m.account_id = accounts.id)`

const firstWorkspaces = sql`(
  select coalesce(json_agg(first), '[]') from (
    select w.id, ${workspaceName} as display_name, m.role
    from members m join workspaces w on w.id = m.workspace_id
    where m.account_id = accounts.id order by w.name limit ${SHOWN_WORKSPACES}) as first)`

/** An account as the wire has it, from `accounts`: every column has its name there. */
export function accountColumns(inactiveDays: number): SQL {
  return sql`accounts.id, accounts.username, accounts.display_name, accounts.email, accounts.company,
    accounts.department, accounts.role, accounts.login_type,
    ${isLocked(inactiveDays)} as locked, ${lockReason(inactiveDays)} as lock_reason, accounts.locked_at,
    accounts.login_fail_count, accounts.must_change_password, accounts.last_login_at,
    ${firstWorkspaces} as workspaces, ${workspaceCount} as workspace_count,
    accounts.created_at, accounts.updated_at, accounts.revision`
}
