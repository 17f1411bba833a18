import type {
  usePasswordLink as passwordRoute,
  finishSetup as setupRoute,
} from '@podium/contract/calls/auth.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Call } from '../../http/call.ts'
import { checkPassword } from '../accounts/password-policy.ts'
import { passwords } from '../accounts/passwords.ts'
import { findCredentials, hasAccounts } from '../accounts/reads.ts'
import {
  type AccountFields,
  addAccount,
  checkNewAccount,
  lockAdministration,
  storedFields,
} from '../accounts/service.ts'
import { setPasswordByLink } from '../accounts/set-password.ts'
import { confirmCode } from '../accounts/sign-in/confirm-owner.ts'
import type { Client } from '../accounts/sign-in/login-history.ts'
import { findLink, makeLink, useLink, voidLinks } from '../accounts/sign-in/one-time-links.ts'
import { createSecondFactorCodes } from '../accounts/sign-in/second-factor-codes.ts'
import { signIn } from '../accounts/sign-in/sessions.ts'
import type { Actor } from '../audit/audit.ts'
import type { SignedIn } from './login.ts'

export type FirstFields = Omit<Call<typeof setupRoute>['body'], 'secret'>

/**
 * Makes the secret of a set-up link, or returns null if there is an account. On a single server, earlier links become
 * void; if there may be several servers, each has its own.
 */
export async function makeSetupLink(
  database: Database,
  { besideOthers }: { besideOthers: boolean },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    if (await hasAccounts(tx)) return null
    if (!besideOthers) await voidLinks(tx, null)
    return (await makeLink(tx, 'setup', null)).secret
  })
}

/** Makes the first administrator with the set-up link's secret, and signs them in. */
export async function finishSetup(
  database: Database,
  { secret, ...first }: Call<typeof setupRoute>['body'],
  client: Client,
  request_id: string,
): Promise<SignedIn> {
  if ((await hasAccounts(database)) || !(await findLink(database, 'setup', secret))) fail('SETUP.LINK')
  const fields = await checkedAdministrator(first)
  const actor = { account_id: null, username: 'set-up link', address: client.address, request_id }
  const hash = await passwords.hash(fields.password, actor)
  return database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    if ((await hasAccounts(tx)) || !(await useLink(tx, 'setup', secret))) fail('SETUP.LINK')
    await voidLinks(tx, null)
    const id = await addAccount(tx, actor, storedFields(fields), hash)
    const token = await signIn(tx, { id, password_hash: hash, second_factor: false }, client)
    return { who: { ...fields, account_id: id, login_type: 'static' }, token: token ?? fail('SETUP.LINK') }
  })
}

/** Makes the administrator named in the settings, unless there is an account. */
export async function makeFirstAdministrator(database: Database, actor: Actor, first: FirstFields) {
  if (await hasAccounts(database)) return
  const fields = await checkedAdministrator(first)
  const hash = await passwords.hash(fields.password, actor)
  await database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    if (!(await hasAccounts(tx))) await addAccount(tx, actor, storedFields(fields), hash)
  })
}

/** The first administrator needs no e-mail address, but a given one must be valid. */
async function checkedAdministrator(first: FirstFields): Promise<AccountFields> {
  const fields = { ...first, role: 'ADMIN' as const, must_change_password: false }
  await checkNewAccount(fields, false)
  return fields
}

/**
 * Sets the password of the link's account, ends every sign-in with the old one, and signs it in. The link replaces the
 * password only: a second factor is required too.
 */
export async function usePasswordLink(
  deps: Deps,
  { secret, password, otp }: Call<typeof passwordRoute>['body'],
  client: Client,
  request_id: string,
): Promise<SignedIn> {
  const { database } = deps
  const link = await findLink(database, 'password', secret)
  const id = link?.account_id ?? fail('PASSWORD.LINK')
  const account = await findCredentials(deps, { id })
  if (!account || account.deleted) fail('PASSWORD.LINK')
  if (account.locked_by_admin) fail('ACCOUNT.LOCKED')
  await checkPassword(password, account)
  const actor = { account_id: id, username: account.username, address: client.address, request_id }
  await confirmCode(deps, createSecondFactorCodes(database), actor, account, otp)
  const hash = await passwords.hash(password, actor)
  return database.transaction(async (tx) => {
    if (!(await setPasswordByLink(tx, actor, account, hash, secret))) fail('PASSWORD.LINK')
    const token = await signIn(tx, { ...account, password_hash: hash }, client)
    const who = { ...account, account_id: id, must_change_password: false }
    return { who, token: token ?? fail('PASSWORD.LINK') }
  })
}
