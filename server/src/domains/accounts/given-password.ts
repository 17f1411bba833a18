import { fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { checkPassword } from './password-policy.ts'
import { passwords } from './passwords.ts'
import { findAccount } from './reads.ts'
import { setGivenPassword } from './repository.ts'
import { endSignIns } from './sign-ins.ts'

/** Sets somebody else's password. Whoever is signed in as them, person or program, is not any more. */
export async function setPassword(
  { database, config }: Deps,
  caller: Caller,
  id: string,
  password: string,
): Promise<void> {
  const account = (await findAccount(database, id, config.inactive_days)) ?? fail('NOT.FOUND')
  // it would be a way round the current password
  if (account.id === caller.account_id) fail('ACCOUNT.OWN_PASSWORD')
  if (account.login_type === 'ldap') fail('ACCOUNT.DIRECTORY_PASSWORD')
  await checkPassword(password, account)
  const hash = await passwords.hash(password, caller)
  await database.transaction(async (tx) => {
    if (!(await setGivenPassword(tx, account.id, hash))) fail('NOT.FOUND')
    await endSignIns(tx, account.id)
    await record(tx, caller, {
      action: 'account.set-password',
      object_kind: 'account',
      object_id: account.id,
      object_name: account.username,
    })
  })
}
