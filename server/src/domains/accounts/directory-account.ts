import type { Account } from '@podium/contract/accounts.ts'
import { Failure, fail, failField } from '@podium/contract/errors.ts'
import { isEmail, limits, messages, patterns } from '@podium/contract/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { DirectoryPerson } from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { type Actor, podium, record } from '../audit/audit.ts'
import { createPeopleByName, typedCredentials } from './people-by-name.ts'
import { holdDetails, insertAccount, updateDetails } from './repository.ts'
import { readAccount } from './service.ts'

interface DirectoryAccountFields {
  username: string
  display_name?: string | undefined
  email?: string | undefined
  company?: string | undefined
  department?: string | undefined
  role: 'ADMIN' | 'DEVELOPER'
}

interface SentDirectoryAccount extends DirectoryAccountFields {
  password?: string | undefined
  login_id?: string | undefined
  login_pw?: string | undefined
}

/** Adds the account in the transaction that records it. Its password is the directory's business. */
export async function addDirectoryAccount(
  tx: Transaction,
  actor: Actor,
  { username, display_name, email, company, department, role }: DirectoryAccountFields,
): Promise<string> {
  const account = {
    username,
    display_name: display_name || username,
    email: email || null,
    company: company || null,
    department: department || null,
    role,
    login_type: 'ldap' as const,
  }
  const id = await insertAccount(tx, { ...account, password_hash: null, must_change_password: false })
  await record(tx, actor, {
    action: 'account.create',
    object_kind: 'account',
    object_id: id,
    object_name: username,
    after: account,
  })
  return id
}

/** Makes accounts for people of the directory, which fills what was not given. */
export function createDirectoryAccounts(deps: Deps) {
  const find = createPeopleByName(deps)

  return async function make(caller: Caller, given: SentDirectoryAccount): Promise<Account> {
    const { password, login_id, login_pw, ...fields } = given
    if (password !== undefined)
      failField('password', String(new Failure('ACCOUNT.DIRECTORY_PASSWORD').detail))
    if (!deps.directory) fail('DIRECTORY.NONE')
    if (!patterns.username.test(fields.username))
      failField('username', `Use letters, digits and . _ @ - only, at most ${limits.username} characters.`)
    if (fields.email && !isEmail(fields.email)) failField('email', messages.check_email)
    const [found] = await find(caller, [fields.username], typedCredentials({ login_id, login_pw }))
    const person = found?.[1] ?? failField('username', messages.not_registered)
    const id = await deps.database
      .transaction((tx) => addDirectoryAccount(tx, caller, filledFrom(person, fields)))
      .catch((error) =>
        isUniqueViolation(error, 'accounts_username') ? fail('ACCOUNT.TAKEN') : Promise.reject(error),
      )
    return readAccount(deps, id)
  }
}

/** The ID is spelt as the directory spells it. */
function filledFrom(person: DirectoryPerson, fields: DirectoryAccountFields): DirectoryAccountFields {
  return {
    username: person.username,
    display_name: fields.display_name || person.display_name,
    email: fields.email || person.email,
    company: fields.company || person.company,
    department: fields.department || person.department,
    role: fields.role,
  }
}

/** Fills what nobody has filled in yet from the directory; answers the account's name as it is then. */
export async function fillFromDirectory(
  tx: Transaction,
  id: string,
  person: DirectoryPerson,
): Promise<string | null> {
  const held = await holdDetails(tx, id)
  if (!held) return null
  const changed = FILLED.filter(
    (field) => isEmpty(held[field], held.username) && person[field] !== '' && person[field] !== held[field],
  )
  if (changed.length === 0) return held.display_name
  const after = Object.fromEntries(changed.map((field) => [field, person[field]]))
  await updateDetails(tx, id, { ...held, ...after })
  await record(tx, podium, {
    action: 'account.edit',
    object_kind: 'account',
    object_id: id,
    object_name: held.username,
    before: Object.fromEntries(changed.map((field) => [field, held[field]])),
    after,
  })
  return after.display_name ?? held.display_name
}

const FILLED = ['display_name', 'email', 'company', 'department'] as const

/** An account made without a name goes by its ID. */
function isEmpty(value: string | null, username: string): boolean {
  return value === null || value === username
}
