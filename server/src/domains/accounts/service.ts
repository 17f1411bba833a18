import type { Account, AccountDetail } from '@podium/contract/accounts.ts'
import { fail, failField } from '@podium/contract/errors.ts'
import { isEmail, limits, messages, patterns } from '@podium/contract/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { type Bulk, toEach } from '../../http/to-each.ts'
import type { Actor } from '../audit/audit.ts'
import { record } from '../audit/audit.ts'
import { isOnlyAdmin, lockAdministration } from './administration.ts'
import { makeLink } from './one-time-links.ts'
import { named } from './own-account.ts'
import { checkPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { findAccount } from './reads.ts'
import { holdDetails, insertAccount, managedAlone, markDeleted, unlock } from './repository.ts'
import { endSignIns } from './sign-ins.ts'

export interface AccountFields {
  username: string
  password: string
  display_name: string
  email: string
  company?: string | undefined
  department?: string | undefined
  role: 'ADMIN' | 'DEVELOPER'
  must_change_password: boolean
}

/** @throws what is wrong with them, the first one found */
export async function checkNameAndPassword(fields: AccountFields): Promise<void> {
  if (!patterns.username.test(fields.username))
    failField('username', `Use letters, digits and . _ @ - only, at most ${limits.username} characters.`)
  if (fields.display_name.trim() === '') failField('display_name', messages.fill_out)
  await checkPassword(fields.password, fields)
}

/** Adds the account in the transaction that records it. Its fields are checked and its password is hashed already. */
export async function addAccount(
  tx: Transaction,
  actor: Actor,
  fields: AccountFields,
  passwordHash: string,
): Promise<string> {
  const { password: _, ...kept } = fields
  const account = {
    ...kept,
    email: fields.email || null,
    company: fields.company || null,
    department: fields.department || null,
  }
  const id = await insertAccount(tx, { ...account, password_hash: passwordHash })
  await record(tx, actor, {
    action: 'account.create',
    object_kind: 'account',
    object_id: id,
    object_name: fields.username,
    after: account,
  })
  return id
}

export async function createAccount(deps: Deps, actor: Actor, fields: AccountFields): Promise<Account> {
  if (!isEmail(fields.email))
    failField('email', fields.email === '' ? messages.fill_out : messages.check_email)
  await checkNameAndPassword(fields)
  const hash = await passwords.hash(fields.password, actor)
  const id = await deps.database
    .transaction((tx) => addAccount(tx, actor, fields, hash))
    .catch((error) =>
      isUniqueViolation(error, 'accounts_username') ? fail('ACCOUNT.TAKEN') : Promise.reject(error),
    )
  return readAccount(deps, id)
}

/** Anybody's own account, and for an administrator any. */
export async function readVisibleAccount(deps: Deps, caller: Caller, id: string): Promise<AccountDetail> {
  if (caller.role !== 'ADMIN' && id.toLowerCase() !== caller.account_id) fail('NOT.FOUND')
  return readAccount(deps, id)
}

export async function readAccount({ database, config }: Deps, id: string): Promise<AccountDetail> {
  return (await findAccount(database, id, config.inactive_days)) ?? fail('NOT.FOUND')
}

export async function deleteAccounts(deps: Deps, actor: Actor, ids: string[]): Promise<Bulk> {
  return toEach(ids, (id) => deleteAccount(deps, actor, id))
}

async function deleteAccount({ database, config }: Deps, actor: Actor, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAdministration(tx, actor.account_id)
    const account = (await findAccount(tx, id, config.inactive_days)) ?? fail('NOT.FOUND')
    if (account.id === actor.account_id) fail('ACCOUNT.SELF')
    if (await isOnlyAdmin(tx, account.id, config.inactive_days)) fail('ACCOUNT.LAST_ADMIN')
    const alone = await managedAlone(tx, account.id)
    if (alone.length > 0)
      fail('ACCOUNT.LAST_MANAGER', { username: account.username, workspaces: alone.join(', ') })
    for (const { workspace_id, role } of await markDeleted(tx, account.id))
      await record(tx, actor, {
        action: 'member.remove',
        ...named(account),
        object_kind: 'member',
        workspace_id,
        before: { role },
      })
    await endSignIns(tx, account.id)
    const { display_name, email, role, login_type } = account
    await record(tx, actor, {
      action: 'account.delete',
      ...named(account),
      before: { display_name, email, role, login_type },
    })
  })
}

export async function unlockAccounts(deps: Deps, actor: Actor, ids: string[]): Promise<Bulk> {
  return toEach(ids, async (id) => {
    await unlockAccount(deps, actor, id)
  })
}

export async function unlockAccount(deps: Deps, actor: Actor, id: string): Promise<Account> {
  const account = await readAccount(deps, id)
  await deps.database.transaction(async (tx) => {
    await unlock(tx, account.id)
    await record(tx, actor, {
      action: 'account.unlock',
      ...named(account),
      before: { locked: account.locked, lock_reason: account.lock_reason },
      after: { locked: false },
    })
  })
  return readAccount(deps, account.id)
}

/** Makes the secret of a link with which the account's owner sets a new password; the old one works until then. */
export async function makePasswordLink(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ secret: string; expires_at: string }> {
  const account = await readAccount(deps, id)
  // it would be a way round the current password; the host has no account
  if (account.id === actor.account_id) fail('ACCOUNT.OWN_LINK')
  if (account.login_type === 'ldap') fail('ACCOUNT.DIRECTORY_PASSWORD')
  return deps.database.transaction(async (tx) => {
    // held before the link, as by everybody who makes links void
    if (!(await holdDetails(tx, account.id))) fail('NOT.FOUND')
    const link = await makeLink(tx, 'password', account.id)
    await record(tx, actor, { action: 'account.password-link', ...named(account) })
    return link
  })
}
