import type { Account, AccountDetail, editAccount as editRoute } from '@podium/contract/calls/accounts.ts'
import { accountDetails } from '@podium/contract/rules/account-fields.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import { messages, usernameProblem } from '@podium/contract/rules/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, Caller } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { type Bulk, toEach } from '../../http/to-each.ts'
import { hasOtherAdmin } from '../../inactivity.ts'
import { refuseTogether } from '../../refuse-together.ts'
import { type Actor, record } from '../audit/audit.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { hooks } from '../hooks.ts'
import { asStored, checkFields, emptyFields, type SentFields } from '../record-fields.ts'
import { query } from '../rows.ts'
import { named } from './own-account.ts'
import { checkPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { findTypedId, readAccount } from './reads.ts'
import {
  type AccountDetails,
  changeAccount,
  insertAccount,
  lockDetails,
  lockWorkspacesOf,
  managedAlone,
  type NewAccount,
  updateDetails,
} from './repository.ts'
import { endSignIns } from './sign-in/sessions.ts'
import { clearTries, createShadowTries } from './sign-in/tries.ts'

export interface AccountFields extends SentFields<typeof accountDetails> {
  username: string
  password: string
  display_name: string
  email: string
  role: 'ADMIN' | 'DEVELOPER'
  must_change_password: boolean
}

/** @throws the problems of the ID and the details, else that of the password */
export async function checkNewAccount(fields: AccountFields, needsEmail: boolean): Promise<void> {
  refuseTogether(
    () => checkUsername(fields.username),
    () => checkFields(accountDetails, fields),
    () => needsEmail && fields.email === '' && failField('email', messages.fill_out),
  )
  await checkPassword(fields.password, fields)
}

export function checkUsername(username: string): void {
  const problem = usernameProblem(username)
  if (problem !== null) failField('username', problem)
}

/**
 * Adds the account in the transaction that records it. Its fields are checked and its password is hashed already.
 * @param passwordHash null if the directory has the password
 */
export async function addAccount(
  tx: Transaction,
  actor: Actor,
  account: NewAccount,
  passwordHash: string | null,
): Promise<string> {
  const id = await insertAccount(tx, account, passwordHash)
  const { username } = account
  await record(tx, actor, { action: 'account.create', ...named({ id, username }), after: { ...account } })
  return id
}

/** The fields as stored and recorded, without the password; empty ones become null. */
export function storedFields(fields: AccountFields): NewAccount {
  const { username, display_name, role, must_change_password } = fields
  const details = { ...emptyFields(accountDetails), ...asStored(accountDetails, fields), display_name }
  return { username, ...details, role, must_change_password }
}

/** The ID may be taken between the check and the insert. */
export const refuseTakenId = failIfTaken('accounts_username', 'ACCOUNT.TAKEN')

export async function createAccount(deps: Deps, actor: Actor, fields: AccountFields): Promise<Account> {
  await checkNewAccount(fields, true)
  const hash = await passwords.hash(fields.password, actor)
  const id = await deps.database
    .transaction((tx) => addAccount(tx, actor, storedFields(fields), hash))
    .catch(refuseTakenId)
  return readAccount(deps, id)
}

/** One's own account, or any for an administrator. */
export async function readVisibleAccount(deps: Deps, caller: Caller, id: string): Promise<AccountDetail> {
  if (caller.role !== 'ADMIN' && id.toLowerCase() !== caller.account_id) fail('NOT.FOUND')
  return readAccount(deps, id)
}

type EditedFields = Omit<Call<typeof editRoute>['body'], 'id' | 'revision'>

/**
 * Applies the sent fields that differ.
 * @param revision the one that the caller saw, or null if not given
 */
export function editAccount(
  deps: Deps,
  caller: Caller,
  id: string,
  sent: EditedFields,
  revision: number | null,
): Promise<Account> {
  const edit = {
    actor: caller,
    revision,
    async lock(tx: Transaction) {
      if (sent.role !== undefined) await lockAdministration(tx, caller.account_id)
      return lockDetails(tx, id)
    },
    compare: (before: AccountDetails) => ({
      before,
      after: { ...asStored(accountDetails, sent), ...sentFields({ role: sent.role }) },
    }),
    async write(tx: Transaction, changes: Partial<AccountDetails>, before: AccountDetails) {
      checkDetails(changes, before)
      if (changes.role && before.id === caller.account_id) fail('ACCOUNT.OWN_ROLE')
      if (changes.role && (await isOnlyAdmin(tx, before.id, deps.config.inactive_days)))
        fail('ACCOUNT.LAST_ADMIN')
      await updateDetails(tx, before.id, changes)
      if (!changes.role) return
      await endSignIns(tx, before.id)
      await hooks().onRightsLost(tx, caller, before.id)
    },
    event: (before: AccountDetails) => ({ action: 'account.edit', ...named(before) }),
  }
  return editRecord(deps.database, edit, async () => {
    const { second_factor: _, ...account } = await readAccount(deps, id)
    return account
  })
}

function checkDetails(changes: Partial<AccountDetails>, { login_type }: AccountDetails): void {
  checkFields(accountDetails, changes)
  // a directory may have no address of a person
  if (changes.email === null && login_type === 'static') failField('email', messages.fill_out)
}

/**
 * Serialises changes by administrators, and refuses an actor who stopped being one while waiting. Two who delete or
 * demote each other at once cannot both succeed.
 * @param actorId null for the server's own host
 */
export async function lockAdministration(tx: Transaction, actorId: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('podium administrators'))`)
  if (actorId === null) return
  const isAdmin = sql`select from accounts
    where id = ${actorId}::uuid and role = 'ADMIN' and deleted_at is null and locked_by_admin_at is null`
  if (!(await query(tx).any(isAdmin))) fail('NOT.ALLOWED')
}

/** True if only this account could sign in as an administrator now. */
export function isOnlyAdmin(tx: Transaction, id: string, inactiveDays: number): Promise<boolean> {
  return query(tx).any(
    sql`select from accounts where id = ${id}::uuid and role = 'ADMIN' and not ${hasOtherAdmin(inactiveDays)}`,
  )
}

export function deleteAccounts(deps: Deps, actor: Actor, ids: string[]): Promise<Bulk> {
  return toEach(ids, (id) => deleteAccount(deps, actor, id))
}

async function deleteAccount(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const account = await lockLeaver(tx, deps, actor, id, 'ACCOUNT.SELF')
    await removeAccount(tx, actor, account)
  })
}

/**
 * Locks the account that is to be deleted or locked out, and its workspaces with their members. Workspaces come first,
 * as in every transaction that locks both.
 * @param self the error for administrators who mean themselves
 */
export async function lockLeaver(
  tx: Transaction,
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  id: string,
  self: 'ACCOUNT.SELF' | 'ACCOUNT.LEAVE_SELF',
): Promise<AccountDetail> {
  await lockAdministration(tx, actor.account_id)
  const { id: found } = await readAccount({ database: tx, config }, id)
  if (found === actor.account_id) fail(self)
  if (await isOnlyAdmin(tx, found, config.inactive_days)) fail('ACCOUNT.LAST_ADMIN')
  await lockWorkspacesOf(tx, found)
  await lockDetails(tx, found)
  return readAccount({ database: tx, config }, found)
}

/**
 * Deletes the locked account: its memberships, sign-ins and webhooks end, everything else it made stays.
 * @returns the number of its webhooks
 * @throws Failure ACCOUNT.LAST_MANAGER
 */
export async function removeAccount(tx: Transaction, actor: Actor, account: AccountDetail): Promise<number> {
  const alone = await managedAlone(tx, account.id)
  if (alone.length > 0)
    fail('ACCOUNT.LAST_MANAGER', { username: account.username, workspaces: alone.join(', ') })
  // locks the account first, so that a transaction that is adding it to a workspace ends before its memberships do
  await changeAccount(tx, account.id, sql`deleted_at = now()`)
  await hooks().onAccountDeleted(tx, actor, account)
  await endSignIns(tx, account.id)
  const { display_name, email, role, login_type } = account
  const before = { display_name, email: email || null, role, login_type }
  await record(tx, actor, { action: 'account.delete', ...named(account), before })
  return hooks().onRightsLost(tx, actor, account.id)
}

/**
 * Locks the account out until an administrator unlocks it. Its sessions, tokens, links and webhooks end, everything
 * else stays.
 * @returns the number of its webhooks
 */
export async function lockAccount(tx: Transaction, actor: Actor, account: AccountDetail): Promise<number> {
  await changeAccount(tx, account.id, sql`locked_by_admin_at = coalesce(locked_by_admin_at, now())`)
  await hooks().onAccountLocked(tx, actor, account.id)
  await endSignIns(tx, account.id)
  await record(tx, actor, {
    action: 'account.lock',
    ...named(account),
    before: { locked: account.locked, lock_reason: account.lock_reason },
    after: { locked: true, lock_reason: 'administrator' },
  })
  return hooks().onRightsLost(tx, actor, account.id)
}

export function unlockAccounts(deps: Deps, actor: Actor, ids: string[]): Promise<Bulk> {
  return toEach(ids, (id) => unlockAccount(deps, actor, id))
}

export async function unlockAccount(deps: Deps, actor: Actor, id: string): Promise<Account> {
  const account = await readAccount(deps, id)
  const shadows = createShadowTries(deps.database)
  const idHash = await shadows.hashOf(account.username)
  await deps.database.transaction(async (tx) => {
    await shadows.clearBarredTries(idHash, tx)
    const opened = sql`login_fail_count = 0, locked_at = null, locked_by_admin_at = null, unlocked_at = now()`
    await changeAccount(tx, account.id, opened)
    await record(tx, actor, {
      action: 'account.unlock',
      ...named(account),
      before: { locked: account.locked, lock_reason: account.lock_reason },
      after: { locked: false },
    })
  })
  return readAccount(deps, account.id)
}

/** Clears the failures of any typed ID, whether they are counted on an account or on an unknown ID. */
export function createUnlockOfIds(deps: Deps) {
  const { database } = deps
  const shadows = createShadowTries(database)

  async function unlockWithoutAccount(actor: Actor, loginId: string, deletedId: string | null) {
    const idHash = await shadows.hashOf(loginId)
    return database.transaction(async (tx) => {
      const count = deletedId === null ? await shadows.clear(idHash, tx) : await clearDeleted(tx, deletedId)
      const isLetInAgain = deletedId !== null && (await forgetIdentities(tx, loginId))
      if (count > 0 || isLetInAgain)
        await record(tx, actor, {
          action: 'account.unlock',
          ...named({ id: deletedId ?? loginId.toLowerCase(), username: loginId }),
          before: { login_fail_count: count },
          after: { login_fail_count: 0 },
        })
      return count
    })
  }

  return async function unlockId(actor: Actor, loginId: string) {
    const known = await findTypedId(deps, loginId)
    if (!known || known.deleted) {
      const forgotten = await unlockWithoutAccount(actor, loginId, known?.id ?? null)
      return { login_id: loginId, account_id: null, forgotten }
    }
    const { login_fail_count } = await readAccount(deps, known.id)
    await unlockAccount(deps, actor, known.id)
    return { login_id: known.username, account_id: known.id, forgotten: login_fail_count }
  }
}

/** Failures on the ID of a deleted account are counted on its remaining row. */
async function clearDeleted(tx: Transaction, id: string): Promise<number> {
  const locked = await query(tx).first<{ login_fail_count: number }>(
    sql`select login_fail_count from accounts where id = ${id}::uuid for update`,
  )
  await clearTries(tx, id)
  return locked?.login_fail_count ?? 0
}

/** Frees the identities of deleted accounts, which keep their person out. @returns true if there was one */
function forgetIdentities(tx: Transaction, username: string): Promise<boolean> {
  return query(tx).any(sql`
    update accounts set oidc_issuer = null, oidc_subject = null
    where lower(username) = lower(${username}) and deleted_at is not null and oidc_subject is not null`)
}
