import type { AccountDetail, changeOwnPassword as changeRoute } from '@podium/contract/calls/accounts.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, Caller } from '../../http/call.ts'
import { type Actor, record } from '../audit/audit.ts'
import { named } from './own-account.ts'
import { checkPassword, normalPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { type Credentials, readAccount } from './reads.ts'
import { changeAccount, lockDetails, setOwnPassword } from './repository.ts'
import { confirmPassword, ownCredentials } from './sign-in/confirm-owner.ts'
import { makeLink, useLink, voidLinks } from './sign-in/one-time-links.ts'
import { endSignIns } from './sign-in/sessions.ts'

/** Changes the caller's own password. Every sign-in with the old one ends, except this session. */
export async function changeOwnPassword(
  deps: Deps,
  caller: Caller,
  id: string,
  { current_password, password }: Call<typeof changeRoute>['body'],
) {
  const account = await ownCredentials(deps, caller, id)
  refuseKeptElsewhere(account)
  await confirmPassword(deps, caller, account, current_password)
  // otherwise a password that an administrator chose could stay and count as changed
  if (normalPassword(current_password) === normalPassword(password))
    fail('PASSWORD.WEAK', { reason: messages.password_same })
  await checkPassword(password, account)
  const hash = await passwords.hash(password, caller)
  return deps.database.transaction(async (tx) => {
    if (!(await setOwnPassword(tx, account, hash))) fail('PASSWORD.CURRENT')
    await endSignIns(tx, account.id, caller.session)
    await record(tx, caller, { action: 'account.change-password', ...named(account) })
    return {}
  })
}

function refuseKeptElsewhere({ login_type }: Pick<AccountDetail, 'login_type'>): void {
  if (login_type === 'ldap') fail('ACCOUNT.DIRECTORY_PASSWORD')
  if (login_type === 'oidc') fail('SINGLE_SIGN_ON.PASSWORD')
}

/** The account, if an administrator may set its password. */
async function readSettable(
  deps: Deps,
  actor: Actor,
  id: string,
  own: 'ACCOUNT.OWN_LINK' | 'ACCOUNT.OWN_PASSWORD',
): Promise<AccountDetail> {
  const account = await readAccount(deps, id)
  // it would bypass the current password; the host has no account
  if (account.id === actor.account_id) fail(own)
  refuseKeptElsewhere(account)
  return account
}

/** Sets another account's password, which its owner must change. A lock stays; sessions and tokens end. */
export async function setPassword(deps: Deps, caller: Caller, id: string, password: string) {
  const account = await readSettable(deps, caller, id, 'ACCOUNT.OWN_PASSWORD')
  await checkPassword(password, account)
  const hash = await passwords.hash(password, caller)
  return deps.database.transaction(async (tx) => {
    const set = sql`password_hash = ${hash}, must_change_password = true`
    if (!(await changeAccount(tx, account.id, set))) fail('NOT.FOUND')
    await endSignIns(tx, account.id)
    await record(tx, caller, { action: 'account.set-password', ...named(account) })
    return {}
  })
}

/**
 * Makes the secret of a link with which the account's owner sets a new password; the old one works until then. Earlier
 * links of the account become void.
 */
export async function makePasswordLink(deps: Deps, actor: Actor, id: string) {
  const account = await readSettable(deps, actor, id, 'ACCOUNT.OWN_LINK')
  return deps.database.transaction(async (tx) => {
    // locked before the link, as in every transaction that voids links
    if (!(await lockDetails(tx, account.id))) fail('NOT.FOUND')
    await voidLinks(tx, account.id)
    const link = await makeLink(tx, 'password', account.id)
    await record(tx, actor, { action: 'account.password-link', ...named(account) })
    return link
  })
}

/**
 * Sets the password that the owner of a link chose, and uses up the link.
 * @returns false if the link is no longer valid, or the account changed since it was checked
 */
export async function setPasswordByLink(
  tx: Transaction,
  actor: Actor,
  account: Credentials,
  hash: string,
  secret: string,
): Promise<boolean> {
  // the account first, as in every transaction that voids links, to avoid deadlocks
  if (!(await setOwnPassword(tx, account, hash))) return false
  if (!(await useLink(tx, 'password', secret))) return false
  await endSignIns(tx, account.id)
  await record(tx, actor, { action: 'account.use-password-link', ...named(account) })
  return true
}
