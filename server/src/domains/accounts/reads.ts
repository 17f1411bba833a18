import type { Account } from '@podium/contract/accounts.ts'
import { limits } from '@podium/contract/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { matches, orderOf, pageOf } from '../../http/list.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { isInactive } from './lock.ts'

type Row<T> = T & Record<string, unknown>

function isLocked(inactiveDays: number): SQL {
  return sql`(login_fail_count >= ${limits.login_failures} or ${isInactive(inactiveDays)})`
}

function columnsOf(inactiveDays: number): SQL {
  return sql`id, username, display_name, email, company, department, role, login_type,
    ${isLocked(inactiveDays)} as locked,
    case when login_fail_count >= ${limits.login_failures} then 'failures'
      when ${isInactive(inactiveDays)} then 'inactivity' else '' end as lock_reason,
    locked_at, login_fail_count, must_change_password, last_login_at, created_at, updated_at, revision`
}

export interface AccountFilter {
  page: number
  page_size: number
  sort?: string | undefined
  q?: string | undefined
  role?: string | undefined
  login_type?: string | undefined
  locked?: boolean | undefined
}

const SORTS: Record<string, SQL> = {
  username: sql`lower(username)`,
  display_name: sql`lower(display_name)`,
  email: sql`lower(email)`,
  company: sql`lower(company)`,
  department: sql`lower(department)`,
  role: sql`role`,
  created_at: sql`created_at`,
  last_login_at: sql`last_login_at`,
}
const SEARCHED = ['username', 'display_name', 'email', 'company', 'department'].map((name) =>
  sql.identifier(name),
)

export async function listAccounts(
  db: Handle,
  inactiveDays: number,
  asked: AccountFilter,
): Promise<{ accounts: Account[]; total: number }> {
  const wanted = sql.join(
    [
      sql`deleted_at is null`,
      matches(
        asked.q,
        SEARCHED.map((column) => sql`${column}`),
      ),
      ...(asked.role === undefined ? [] : [sql`role = ${asked.role}`]),
      ...(asked.login_type === undefined ? [] : [sql`login_type = ${asked.login_type}`]),
      ...(asked.locked === undefined ? [] : [sql`${isLocked(inactiveDays)} = ${asked.locked}`]),
    ],
    sql` and `,
  )
  const order = orderOf(asked.sort, SORTS, { by: 'username', descending: false }, sql`id`)
  const [rows, counted] = await Promise.all([
    db.execute<Row<Account>>(
      sql`select ${columnsOf(inactiveDays)} from accounts where ${wanted} order by ${order} ${pageOf(asked)}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::int as total from accounts where ${wanted}`),
  ])
  return { accounts: rows.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findAccount(db: Handle, id: string, inactiveDays: number): Promise<Account | null> {
  if (!isUuid(id)) return null
  const found = await db.execute<Row<Account>>(
    sql`select ${columnsOf(inactiveDays)} from accounts where id = ${id}::uuid and deleted_at is null`,
  )
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
