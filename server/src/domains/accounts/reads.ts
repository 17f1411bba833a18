import type { AccountDetail } from '@podium/contract/accounts.ts'
import { patterns } from '@podium/contract/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { hasOtherAdmin, isInactive } from '../../inactivity.ts'
import { accountColumns } from './account-rows.ts'

type Row<T> = T & Record<string, unknown>

/** The account, with whether a second factor is set. */
export async function findAccount(
  db: Handle,
  id: string,
  inactiveDays: number,
): Promise<AccountDetail | null> {
  if (!isUuid(id)) return null
  const found = await db.execute<Row<AccountDetail>>(sql`
    select ${accountColumns(inactiveDays)}, totp_confirmed_at is not null as second_factor
    from accounts where id = ${id}::uuid and deleted_at is null`)
  return found.rows[0] ?? null
}

export async function isUsernameTaken(db: Handle, username: string): Promise<boolean> {
  const found = await db.execute(
    sql`select from accounts where lower(username) = lower(${username.replaceAll('\0', '')}) and deleted_at is null`,
  )
  return found.rows.length > 0
}

export async function hasAccounts(db: Handle): Promise<boolean> {
  const found = await db.execute(sql`select from accounts where deleted_at is null limit 1`)
  return found.rows.length > 0
}

/** What a login looks at. */
export interface Credentials {
  id: string
  username: string
  display_name: string
  email: string | null
  role: 'ADMIN' | 'DEVELOPER'
  login_type: 'static' | 'ldap'
  password_hash: string | null
  must_change_password: boolean
  second_factor: boolean
  deleted: boolean
  inactive: boolean
  /** without another administrator an inactive one is let in */
  last_admin: boolean
  last_login_at: string | null
  created_at: string
}

const CREDENTIALS = (inactiveDays: number, otherAdmin: SQL) => sql`
  id, username, display_name, email, role, login_type, password_hash, must_change_password,
  totp_confirmed_at is not null as second_factor, deleted_at is not null as deleted, ${isInactive(inactiveDays)} as inactive,
  role = 'ADMIN' and not ${otherAdmin} as last_admin, last_login_at, created_at`

/** The account of that username, else the one deleted last. */
export async function findCredentials(
  db: Handle,
  by: { username: string } | { id: string },
  inactiveDays: number,
  otherAdmin: SQL,
): Promise<Credentials | null> {
  const wanted = 'id' in by ? sql`id = ${by.id}::uuid` : sql`lower(username) = lower(${by.username})`
  const found = await db.execute<Row<Credentials>>(sql`
    select ${CREDENTIALS(inactiveDays, otherAdmin)} from accounts where ${wanted}
    order by deleted_at desc nulls first limit 1`)
  return found.rows[0] ?? null
}

/** The same by an ID as somebody typed it, which may be of a shape that no account has. */
export async function findTypedId(
  db: Handle,
  loginId: string,
  inactiveDays: number,
): Promise<Credentials | null> {
  if (!patterns.username.test(loginId)) return null
  return findCredentials(db, { username: loginId }, inactiveDays, hasOtherAdmin(inactiveDays))
}
