import type { Account, createAccount as createRoute } from '@podium/contract/calls/accounts.ts'
import { accountDetails } from '@podium/contract/rules/account-fields.ts'
import { Failure, fail, failField } from '@podium/contract/rules/errors.ts'
import { isEmail, messages } from '@podium/contract/rules/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { DirectoryPerson } from '../../directory/directory.ts'
import type { Call, Caller } from '../../http/call.ts'
import { type Actor, podium, record } from '../audit/audit.ts'
import { asStored, emptyFields } from '../record-fields.ts'
import { createPeopleByName, typedCredentials } from './directory-people.ts'
import { named } from './own-account.ts'
import { readAccount } from './reads.ts'
import { lockDetails, updateDetails } from './repository.ts'
import { addAccount, checkUsername, refuseTakenId } from './service.ts'

type Sent = Call<typeof createRoute>['body']

/** Adds the account in the transaction that records it. Its password stays in the directory. */
export function addDirectoryAccount(
  tx: Transaction,
  actor: Actor,
  { username, ...details }: DirectoryPerson,
  role: 'ADMIN' | 'DEVELOPER',
): Promise<string> {
  const account = {
    ...emptyFields(accountDetails),
    ...asStored(accountDetails, details),
    username,
    display_name: details.display_name || username,
    role,
    login_type: 'ldap' as const,
  }
  return addAccount(tx, actor, account, null)
}

/** Makes accounts for people of the directory, which supplies the missing fields. */
export function createDirectoryAccounts(deps: Deps) {
  const find = createPeopleByName(deps)

  return async function make(caller: Caller, sent: Sent): Promise<Account> {
    if (sent.password !== undefined)
      failField('password', String(new Failure('ACCOUNT.DIRECTORY_PASSWORD').detail))
    if (!deps.directory) fail('DIRECTORY.NONE')
    checkUsername(sent.username)
    if (sent.email && !isEmail(sent.email)) failField('email', messages.check_email)
    const [found] = await find(caller, [sent.username], typedCredentials(sent))
    const person = found?.[1] ?? failField('username', messages.not_registered)
    const filled = { ...person }
    for (const field of FILLED) filled[field] = sent[field] || person[field]
    const id = await deps.database
      .transaction((tx) => addDirectoryAccount(tx, caller, filled, sent.role))
      .catch(refuseTakenId)
    return readAccount(deps, id)
  }
}

/** The fields that the directory supplies. The ID gets the directory's spelling. */
const FILLED = ['display_name', 'email', 'company', 'department'] as const

/** Fills empty fields from the directory; returns the account's name afterwards. */
export async function fillFromDirectory(tx: Transaction, id: string, person: DirectoryPerson) {
  const account = await lockDetails(tx, id)
  if (!account) return null
  // an account made without a name has its ID as the name
  const isEmpty = (value: string | null) => value === null || value === account.username
  const changed = FILLED.filter(
    (field) => isEmpty(account[field]) && person[field] !== '' && person[field] !== account[field],
  )
  if (changed.length === 0) return account.display_name
  const before = Object.fromEntries(changed.map((field) => [field, account[field]]))
  const after = Object.fromEntries(changed.map((field) => [field, person[field]]))
  await updateDetails(tx, id, after)
  await record(tx, podium, { action: 'account.edit', ...named(account), before, after })
  return after.display_name ?? account.display_name
}
