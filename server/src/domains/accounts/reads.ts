import type { Account, AccountDetail } from '@podium/contract/calls/accounts.ts'
import { accountDetails } from '@podium/contract/rules/account-fields.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits, patterns } from '@podium/contract/rules/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { hasId } from '../../http/list.ts'
import { hasOtherAdmin, isInactive } from '../../inactivity.ts'
import { fieldColumns } from '../record-fields.ts'
import { columnsOf, query, type ReplyColumns, selectFirst } from '../rows.ts'

const SHOWN_WORKSPACES = 5

type LoginType = AccountDetail['login_type']

export function isLocked(inactiveDays: number): SQL {
  return sql`(accounts.locked_by_admin_at is not null or accounts.login_fail_count >= ${limits.login_failures}
    or ${isInactive(inactiveDays)})`
}

/** 'administrator', 'failures' or 'inactivity'; '' if not locked. */
export function lockReason(inactiveDays: number): SQL {
  return sql`case when accounts.locked_by_admin_at is not null then 'administrator'
    when accounts.login_fail_count >= ${limits.login_failures} then 'failures'
    when ${isInactive(inactiveDays)} then 'inactivity' else '' end`
}

const firstWorkspaces = sql`(
  select coalesce(json_agg(first), '[]') from (
    select ${columnsOf<Account['workspaces'][number]>({ id: sql`w.id`, display_name: sql`w.display_name`, role: sql`m.role` })}
    from current_members m join workspaces w on w.id = m.workspace_id
    where m.account_id = accounts.id order by w.name limit ${SHOWN_WORKSPACES}) as first)`

/** An account as the API returns it, from `accounts`, with the API's names. */
export function accountColumns(inactiveDays: number): ReplyColumns<Account> {
  return {
    id: sql`accounts.id`,
    username: sql`accounts.username`,
    ...fieldColumns(accountDetails, sql`accounts`),
    role: sql`accounts.role`,
    login_type: sql`accounts.login_type`,
    locked: isLocked(inactiveDays),
    lock_reason: lockReason(inactiveDays),
    locked_at: sql`coalesce(accounts.locked_by_admin_at, accounts.locked_at)`,
    login_fail_count: sql`accounts.login_fail_count`,
    must_change_password: sql`accounts.must_change_password`,
    last_login_at: sql`accounts.last_login_at`,
    workspaces: firstWorkspaces,
    workspace_count: sql`(select count(*)::int from current_members m where m.account_id = accounts.id)`,
    created_at: sql`accounts.created_at`,
    updated_at: sql`accounts.updated_at`,
    revision: sql`accounts.revision`,
  }
}

/**
 * The account, with whether it has a second factor.
 * @throws Failure NOT.FOUND
 */
export async function readAccount(
  { database, config }: { database: Handle; config: Deps['config'] },
  id: string,
): Promise<AccountDetail> {
  const found = await selectFirst<AccountDetail>(
    database,
    { ...accountColumns(config.inactive_days), second_factor: sql`totp_confirmed_at is not null` },
    sql`from accounts where ${hasId(sql`id`, id)} and deleted_at is null`,
  )
  return found ?? fail('NOT.FOUND')
}

/** The accounts with these usernames, keyed by lower-case username. */
export async function findAccountsNamed(db: Handle, usernames: string[]) {
  const names = usernames.map((name) => name.toLowerCase())
  const found = await query(db).rows<{ id: string; name: string; login_type: LoginType }>(sql`
    select id, lower(username) as name, login_type from accounts
    where deleted_at is null and lower(username) = any(${sql.param(names)}::text[])`)
  return new Map(found.map(({ name, ...account }) => [name, account]))
}

export function isUsernameTaken(db: Handle, username: string): Promise<boolean> {
  const typed = username.replaceAll('\0', '')
  return query(db).any(
    sql`select from accounts where lower(username) = lower(${typed}) and deleted_at is null`,
  )
}

export function hasAccounts(db: Handle): Promise<boolean> {
  return query(db).any(sql`select from accounts where deleted_at is null limit 1`)
}

/** The columns that a login reads. */
export interface Credentials {
  id: string
  username: string
  display_name: string
  email: string | null
  role: 'ADMIN' | 'DEVELOPER'
  login_type: LoginType
  password_hash: string | null
  must_change_password: boolean
  second_factor: boolean
  deleted: boolean
  locked_by_admin: boolean
  inactive: boolean
  /** true if there is no other administrator: an inactive one may then sign in */
  last_admin: boolean
  last_login_at: string | null
  created_at: string
}

/** The account with that username, else the one deleted last. */
export function findCredentials(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  by: { username: string } | { id: string },
): Promise<Credentials | null> {
  const condition = 'id' in by ? sql`id = ${by.id}::uuid` : sql`lower(username) = lower(${by.username})`
  return findWhere({ database, config }, condition)
}

/** The account of that person at the identity provider, even if deleted. */
export function findIdentity(
  deps: { database: Handle; config: Deps['config'] },
  { issuer, subject }: { issuer: string; subject: string },
): Promise<Credentials | null> {
  return findWhere(deps, sql`oidc_issuer = ${issuer} and oidc_subject = ${subject}`)
}

function findWhere(
  { database, config }: { database: Handle; config: Deps['config'] },
  condition: SQL,
): Promise<Credentials | null> {
  const days = config.inactive_days
  return query(database).first(sql`
    select id, username, display_name, email, role, login_type, password_hash, must_change_password,
      totp_confirmed_at is not null as second_factor, deleted_at is not null as deleted,
      locked_by_admin_at is not null as locked_by_admin,
      ${isInactive(days)} as inactive, role = 'ADMIN' and not ${hasOtherAdmin(days)} as last_admin,
      last_login_at, created_at
    from accounts where ${condition} order by deleted_at desc nulls first limit 1`)
}

/** The same by a typed ID, which may have a form that no account has. */
export async function findTypedId(deps: Pick<Deps, 'database' | 'config'>, loginId: string) {
  return patterns.username.test(loginId) ? findCredentials(deps, { username: loginId }) : null
}

/** The account whose password goes with the ID. Single sign-on accounts have none, so nobody can lock them. */
export async function findWithPassword(deps: Pick<Deps, 'database' | 'config'>, loginId: string) {
  const account = await findTypedId(deps, loginId)
  return account?.login_type === 'oidc' ? null : account
}
