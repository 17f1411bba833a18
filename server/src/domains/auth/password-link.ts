import { fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { hasOtherAdmin } from '../accounts/lock.ts'
import { findLink, useLink } from '../accounts/one-time-links.ts'
import { checkPassword } from '../accounts/password-policy.ts'
import { passwords } from '../accounts/passwords.ts'
import { findCredentials } from '../accounts/reads.ts'
import { noteLogin, setOwnPassword } from '../accounts/repository.ts'
import { type Client, endSessions, openSession } from '../accounts/sessions.ts'
import { record } from '../audit/audit.ts'
import type { SignedIn } from './login.ts'

/** Sets the password of the account whose link it is, ends its sessions and signs it in. */
export async function usePasswordLink(
  { database, config }: Deps,
  given: { secret: string; password: string },
  client: Client,
  requestId: string,
): Promise<SignedIn> {
  const link = await findLink(database, 'password', given.secret)
  const id = link?.account_id ?? fail('PASSWORD.LINK')
  const days = config.inactive_days
  const account = await findCredentials(database, { id }, days, hasOtherAdmin(days))
  if (!account || account.deleted) fail('PASSWORD.LINK')
  checkPassword(given.password, account)
  const hash = await passwords.hash(given.password)
  return database.transaction(async (tx) => {
    if (!(await useLink(tx, 'password', given.secret))) fail('PASSWORD.LINK')
    await setOwnPassword(tx, id, hash)
    await endSessions(tx, id)
    if (!(await noteLogin(tx, id, hash))) fail('PASSWORD.LINK')
    const actor = {
      account_id: id,
      username: account.username,
      address: client.address,
      request_id: requestId,
    }
    await record(tx, actor, {
      action: 'account.use-password-link',
      object_kind: 'account',
      object_id: id,
      object_name: account.username,
    })
    const who = { ...account, account_id: id, must_change_password: false }
    return { who, token: await openSession(tx, id, client) }
  })
}
