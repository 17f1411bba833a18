import { fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { clearTries, hasOtherAdmin, reserveTry } from './lock.ts'
import { checkPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { findCredentials } from './reads.ts'
import { setOwnPassword } from './repository.ts'
import { endSessions } from './sessions.ts'

/**
 * Changes the caller's own password. The current one counts on the same counter as a login: else an open session
 * would be a way to guess without end.
 */
export async function changeOwnPassword(
  { database, config }: Deps,
  caller: Caller,
  id: string,
  given: { current_password: string; password: string },
): Promise<void> {
  const accountId = caller.account_id
  if (accountId === null || id.toLowerCase() !== accountId) fail('NOT.FOUND')
  const account = await findCredentials(
    database,
    { id: accountId },
    config.inactive_days,
    hasOtherAdmin(config.inactive_days),
  )
  if (account?.login_type !== 'static') fail('NOT.FOUND')
  const right = await passwords.verify(account.password_hash, given.current_password, async () => {
    const tries = await reserveTry(database, accountId, config.inactive_days)
    return tries !== null || fail('PASSWORD.LOCKED')
  })
  if (!right) fail('PASSWORD.CURRENT')
  await clearTries(database, accountId)
  checkPassword(given.password, account)
  const hash = await passwords.hash(given.password)
  await database.transaction(async (tx) => {
    await setOwnPassword(tx, accountId, hash)
    await endSessions(tx, accountId, caller.session)
    await record(tx, caller, {
      action: 'account.change-password',
      object_kind: 'account',
      object_id: accountId,
      object_name: account.username,
    })
  })
}
