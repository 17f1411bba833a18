import type { Handle, Transaction } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { type SQL, sql } from 'drizzle-orm'

export interface NewAccount {
  username: string
  display_name: string
  email: string | null
  company: string | null
  department: string | null
  role: 'ADMIN' | 'DEVELOPER'
  /** 'static' unless said otherwise */
  login_type?: 'static' | 'ldap'
  /** null where the directory keeps the password */
  password_hash: string | null
  must_change_password: boolean
}

/** @throws the database's unique violation when the ID is taken */
export async function insertAccount(db: Handle, account: NewAccount): Promise<string> {
  const [row] = await db
    .insert(accounts)
    .values({ login_type: 'static', ...account })
    .returning({ id: accounts.id })
  if (!row) throw new Error('the account was not kept')
  return row.id
}

/**
 * Names of the workspaces that would have no manager without the account. The members of all its workspaces stay as they
 * are until the end; they are held before anything is looked at, because who waits sees what was there before the wait.
 */
export async function managedAlone(tx: Transaction, id: string): Promise<string[]> {
  await tx.execute(sql`
    select from workspaces w join members own on own.workspace_id = w.id
    where own.account_id = ${id}::uuid order by w.id for no key update of w`)
  const found = await tx.execute<{ name: string }>(sql`
    select w.name from workspaces w join members own on own.workspace_id = w.id
    where own.account_id = ${id}::uuid and own.role = 'MANAGER' and not exists (
      select from members other where other.workspace_id = w.id and other.role = 'MANAGER'
        and other.account_id <> own.account_id)
    order by w.name`)
  return found.rows.map((row) => row.name)
}

export interface Membership {
  workspace_id: string
  role: 'MANAGER' | 'DEVELOPER' | 'MEMBER'
}

/**
 * The account first: who is adding it to a workspace right now is waited for, and that membership goes as well.
 * @returns the memberships that went with it
 */
export async function markDeleted(tx: Transaction, id: string): Promise<Membership[]> {
  await tx.execute(sql`
    update accounts set deleted_at = now(), updated_at = now(), revision = revision + 1 where id = ${id}::uuid`)
  const removed = await tx.execute<Membership & Record<string, unknown>>(
    sql`delete from members where account_id = ${id}::uuid returning workspace_id, role`,
  )
  return removed.rows
}

/** What an administrator may edit of an account, with what that is decided by. */
export interface AccountDetails {
  id: string
  username: string
  login_type: 'static' | 'ldap'
  display_name: string
  email: string | null
  company: string | null
  department: string | null
  role: 'ADMIN' | 'DEVELOPER'
  revision: number
}

/** Reads the account and holds it: others who change it wait until the end. */
export async function holdDetails(tx: Transaction, id: string): Promise<AccountDetails | null> {
  const found = await tx.execute<AccountDetails & Record<string, unknown>>(sql`
    select id, username, login_type, display_name, email, company, department, role, revision from accounts
    where id = ${id}::uuid and deleted_at is null for update`)
  return found.rows[0] ?? null
}

export async function updateDetails(tx: Transaction, id: string, details: AccountDetails): Promise<void> {
  const { display_name, email, company, department, role } = details
  await tx.execute(sql`
    update accounts set display_name = ${display_name}, email = ${email}, company = ${company},
      department = ${department}, role = ${role}, updated_at = now(), revision = revision + 1
    where id = ${id}::uuid`)
}

export async function unlock(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    update accounts set login_fail_count = 0, locked_at = null, unlocked_at = now(), updated_at = now(),
      revision = revision + 1
    where id = ${id}::uuid`)
}

/**
 * Sets a password that its owner chose, unless the account was deleted, or its password or second factor changed since
 * it was looked at. The tries spent on the old one count no more.
 * @returns whether it is set
 */
export async function setOwnPassword(
  tx: Transaction,
  seen: { id: string; password_hash: string | null; second_factor: boolean },
  hash: string,
): Promise<boolean> {
  const set = await tx.execute(sql`
    update accounts set password_hash = ${hash}, must_change_password = false, login_fail_count = 0,
      locked_at = null, updated_at = now(), revision = revision + 1
    where id = ${seen.id}::uuid and ${isAsSeen(seen.password_hash, seen.second_factor)} returning 1`)
  return set.rows.length > 0
}

/**
 * Sets a password that somebody else chose: its owner has to change it. A lock stays, it is not the password's.
 * @returns whether there was an account to set it for
 */
export async function setGivenPassword(tx: Transaction, id: string, hash: string): Promise<boolean> {
  const set = await tx.execute(sql`
    update accounts set password_hash = ${hash}, must_change_password = true, updated_at = now(),
      revision = revision + 1
    where id = ${id}::uuid and deleted_at is null returning 1`)
  return set.rows.length > 0
}

/**
 * Notes a login, unless the account was deleted, or its password or second factor changed since it was looked at.
 * @param codeVerified whether a second factor was asked for
 * @returns whether it counts
 */
export async function noteLogin(
  tx: Transaction,
  id: string,
  verifiedHash: string | null,
  codeVerified: boolean,
): Promise<boolean> {
  const noted = await tx.execute(sql`
    update accounts set login_fail_count = 0, locked_at = null, last_login_at = now()
    where id = ${id}::uuid and ${isAsSeen(verifiedHash, codeVerified)} returning 1`)
  return noted.rows.length > 0
}

function isAsSeen(passwordHash: string | null, secondFactor: boolean): SQL {
  return sql`password_hash is not distinct from ${passwordHash} and deleted_at is null
    and (totp_confirmed_at is not null) = ${secondFactor}`
}
