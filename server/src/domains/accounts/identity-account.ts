import { accountDetails } from '@podium/contract/rules/account-fields.ts'
import { isEmail, limits } from '@podium/contract/rules/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Identity } from '../../identity-provider/identity-provider.ts'
import { type Actor, podium, record } from '../audit/audit.ts'
import { hooks } from '../hooks.ts'
import { emptyFields } from '../record-fields.ts'
import { named } from './own-account.ts'
import type { Credentials } from './reads.ts'
import { lockDetails, updateDetails } from './repository.ts'
import { addAccount, isOnlyAdmin } from './service.ts'
import { endSignIns } from './sign-in/sessions.ts'

type Role = 'ADMIN' | 'DEVELOPER'

/** Adds the account of a person's first sign-in at the identity provider. Its ID has been checked. */
export function addIdentityAccount(
  tx: Transaction,
  actor: Pick<Actor, 'address' | 'request_id'>,
  { issuer, subject, username, display_name, email }: Identity,
  role: Role,
): Promise<string> {
  const account = {
    ...emptyFields(accountDetails),
    username,
    display_name: display_name.slice(0, limits.display_name) || username,
    email: isEmail(email) ? email : null,
    role,
    login_type: 'oidc' as const,
    oidc_issuer: issuer,
    oidc_subject: subject,
  }
  return addAccount(tx, { ...podium, ...actor }, account, null)
}

/**
 * Sets the account's role from its groups. Like any change of role, this ends the account's sign-ins. The
 * administration must be locked.
 * @returns false if the role stays, because nobody else could sign in as an administrator
 */
export async function takeRoleOfGroups(
  tx: Transaction,
  actor: Pick<Actor, 'address' | 'request_id'>,
  { id }: Pick<Credentials, 'id'>,
  role: Role,
  inactiveDays: number,
): Promise<boolean> {
  const account = await lockDetails(tx, id)
  if (!account || account.role === role) return true
  const by = { ...podium, ...actor }
  if (await isOnlyAdmin(tx, id, inactiveDays)) {
    await record(tx, by, { action: 'account.keep-administrator', ...named(account) })
    return false
  }
  await updateDetails(tx, id, { role })
  await endSignIns(tx, id)
  await hooks().onRightsLost(tx, by, id)
  const event = { action: 'account.edit', ...named(account) }
  await record(tx, by, { ...event, before: { role: account.role }, after: { role } })
  return true
}
