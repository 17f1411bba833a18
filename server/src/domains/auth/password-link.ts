import { fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { hasOtherAdmin } from '../../inactivity.ts'
import { confirmCode } from '../accounts/confirm-owner.ts'
import type { Client } from '../accounts/login-history.ts'
import { findLink, useLink } from '../accounts/one-time-links.ts'
import { named } from '../accounts/own-account.ts'
import { checkPassword } from '../accounts/password-policy.ts'
import { passwords } from '../accounts/passwords.ts'
import { findCredentials } from '../accounts/reads.ts'
import { noteLogin, setOwnPassword } from '../accounts/repository.ts'
import { createSecondFactorCodes } from '../accounts/second-factor-codes.ts'
import { openSession } from '../accounts/sessions.ts'
import { endSignIns } from '../accounts/sign-ins.ts'
import { record } from '../audit/audit.ts'
import type { SignedIn } from './login.ts'

/**
 * Sets the password of the account whose link it is, ends whatever the old one let in, and signs it in. The link stands
 * for the password only: a second factor is asked for as well.
 */
export async function usePasswordLink(
  deps: Deps,
  given: { secret: string; password: string; otp?: string | undefined },
  client: Client,
  requestId: string,
): Promise<SignedIn> {
  const { database, config } = deps
  const link = await findLink(database, 'password', given.secret)
  const id = link?.account_id ?? fail('PASSWORD.LINK')
  const days = config.inactive_days
  const account = await findCredentials(database, { id }, days, hasOtherAdmin(days))
  if (!account || account.deleted) fail('PASSWORD.LINK')
  await checkPassword(given.password, account)
  const actor = { account_id: id, username: account.username, address: client.address, request_id: requestId }
  await confirmCode(deps, createSecondFactorCodes(database), actor, account, given.otp)
  const hash = await passwords.hash(given.password, actor)
  return database.transaction(async (tx) => {
    // the account first, as everybody does who makes links void: none of two waits for the other
    if (!(await setOwnPassword(tx, account, hash))) fail('PASSWORD.LINK')
    if (!(await useLink(tx, 'password', given.secret))) fail('PASSWORD.LINK')
    await endSignIns(tx, id)
    if (!(await noteLogin(tx, id, hash, account.second_factor))) fail('PASSWORD.LINK')
    await record(tx, actor, { action: 'account.use-password-link', ...named(account) })
    const who = { ...account, account_id: id, must_change_password: false }
    return { who, token: await openSession(tx, id, client) }
  })
}
