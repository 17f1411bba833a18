import { type AccountDetail, accountDetails } from '@podium/contract/rules/account-fields.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { hasId } from '../../http/list.ts'
import { listOf } from '../record-fields.ts'
import { query } from '../rows.ts'

type Row = typeof accounts.$inferSelect
type Details = Pick<Row, 'username' | AccountDetail | 'role'>

/** `login_type` defaults to 'static'. Single sign-on accounts have their identity at the provider. */
export type NewAccount = Details &
  ({ login_type?: 'ldap' } | ({ login_type: 'oidc' } & Pick<Row, 'oidc_issuer' | 'oidc_subject'>)) & {
    must_change_password?: boolean
  }

/**
 * @param passwordHash null if the directory or the identity provider has the password
 * @throws the database's unique violation if the ID is taken
 */
export async function insertAccount(db: Handle, account: NewAccount, passwordHash: string | null) {
  const [row] = await db
    .insert(accounts)
    .values({ login_type: 'static', ...account, password_hash: passwordHash })
    .returning({ id: accounts.id })
  if (!row) throw new Error('the account was not kept')
  return row.id
}

/**
 * Locks all workspaces of the account, so that their members stay until the end. This comes before any read, because a
 * statement that waits for a lock sees the state before the wait.
 */
export async function lockWorkspacesOf(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    select from workspaces w join current_members own on own.workspace_id = w.id
    where own.account_id = ${id}::uuid order by w.id for no key update of w`)
}

/** Names of the workspaces that would have no manager without the account. */
export async function managedAlone(tx: Transaction, id: string): Promise<string[]> {
  const found = await query(tx).rows<{ name: string }>(sql`
    select w.name from workspaces w join current_members own on own.workspace_id = w.id
    where own.account_id = ${id}::uuid and own.role = 'MANAGER' and own.ends_at is null and not exists (
      select from current_members other where other.workspace_id = w.id and other.role = 'MANAGER'
        and other.ends_at is null and other.account_id <> own.account_id)
    order by w.name`)
  return found.map(({ name }) => name)
}

/** The editable fields of an account, with those that decide about the edit. */
export type AccountDetails = Details & Pick<Row, 'id' | 'login_type' | 'revision'>

/** Reads and locks the account: others who change it wait until the end. */
export function lockDetails(tx: Transaction, id: string): Promise<AccountDetails | null> {
  return query(tx).first(sql`
    select id, username, login_type, ${listOf(Object.keys(accountDetails))}, role, revision from accounts
    where ${hasId(sql`id`, id)} and deleted_at is null for update`)
}

export async function updateDetails(tx: Transaction, id: string, changes: Partial<Details>): Promise<void> {
  const fields = Object.entries(changes).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`)
  await changeAccount(tx, id, sql.join(fields, sql`, `))
}

/** Changes the account's row if it is not deleted and the condition holds. @returns true if it did */
export function changeAccount(tx: Transaction, id: string, fields: SQL, condition = sql`true`) {
  return query(tx).any(sql`
    update accounts set ${fields}, updated_at = now(), revision = revision + 1
    where id = ${id}::uuid and deleted_at is null and ${condition}`)
}

/** The state of an account that was checked before a change. */
export type SeenAccount = Pick<Row, 'id' | 'password_hash'> & { second_factor: boolean }

/**
 * Sets a password that its owner chose, unless the account was deleted, or its password or second factor changed since
 * it was checked. Resets the failed tries.
 * @returns true if it is set
 */
export function setOwnPassword(tx: Transaction, seen: SeenAccount, hash: string): Promise<boolean> {
  const fields = sql`password_hash = ${hash}, must_change_password = false, login_fail_count = 0, locked_at = null`
  return changeAccount(tx, seen.id, fields, isAsSeen(seen))
}

/**
 * Records a login, unless the account was deleted, an administrator locked it, or its password or second factor changed
 * since it was checked.
 * @returns true if it counts
 */
export function noteLogin(tx: Transaction, seen: SeenAccount): Promise<boolean> {
  return query(tx).any(sql`
    update accounts set login_fail_count = 0, locked_at = null, last_login_at = now()
    where id = ${seen.id}::uuid and deleted_at is null and locked_by_admin_at is null and ${isAsSeen(seen)}`)
}

function isAsSeen({ password_hash, second_factor }: SeenAccount): SQL {
  return sql`password_hash is not distinct from ${password_hash}
    and (totp_confirmed_at is not null) = ${second_factor}`
}
