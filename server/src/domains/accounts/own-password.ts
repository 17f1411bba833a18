import { fail } from '@podium/contract/errors.ts'
import { messages } from '@podium/contract/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { confirmPassword, ownCredentials } from './confirm-owner.ts'
import { named } from './own-account.ts'
import { checkPassword, normalPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { setOwnPassword } from './repository.ts'
import { endSignIns } from './sign-ins.ts'

/** Changes the caller's own password. Whoever got in with the old one is out: all but this session ends. */
export async function changeOwnPassword(
  deps: Deps,
  caller: Caller,
  id: string,
  given: { current_password: string; password: string },
): Promise<void> {
  const account = await ownCredentials(deps, caller, id)
  if (account.login_type === 'ldap') fail('ACCOUNT.DIRECTORY_PASSWORD')
  await confirmPassword(deps, caller, account, given.current_password)
  if (isSame(given)) fail('PASSWORD.WEAK', { reason: messages.password_same })
  await checkPassword(given.password, account)
  const hash = await passwords.hash(given.password, caller)
  await deps.database.transaction(async (tx) => {
    if (!(await setOwnPassword(tx, account, hash))) fail('PASSWORD.CURRENT')
    await endSignIns(tx, account.id, caller.session)
    await record(tx, caller, { action: 'account.change-password', ...named(account) })
  })
}

/** A password that somebody else chose would stay, and count as changed. */
function isSame({ current_password, password }: { current_password: string; password: string }): boolean {
  return normalPassword(current_password) === normalPassword(password)
}
