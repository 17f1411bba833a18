import { FieldProblems, fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { DirectoryCredentials, DirectoryPerson } from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { createCallerBudget } from '../accounts/caller-budget.ts'
import { createPeopleByName } from '../accounts/people-by-name.ts'
import { findAccountsNamed } from './member-reads.ts'

/** How many people one call may take in, and how often somebody may ask in a minute. */
const MOST_PEOPLE = 50
const MOST_CALLS = 20

/** A person of the directory: with the account they have, or what the directory knows, to make one of. */
export type FoundPerson = { account_id: string } | { person: DirectoryPerson }

/**
 * Finds people of the directory by their IDs. Whoever has an account is not asked for again.
 * @throws Failure MEMBER.ACCOUNT_UNKNOWN for the first that the directory does not know
 */
export function createDirectoryPeople(deps: Deps) {
  const look = createPeopleByName(deps)
  const spendCall = createCallerBudget(MOST_CALLS)

  return async function findPeople(
    caller: Caller,
    names: string[],
    credentials: DirectoryCredentials | null,
  ): Promise<Map<string, FoundPerson>> {
    if (names.length > MOST_PEOPLE) refuseMany()
    const accounts = await findAccountsNamed(deps.database, names)
    if (accounts.some(({ login_type }) => login_type !== 'ldap')) fail('ACCOUNT.TAKEN')
    const found = new Map<string, FoundPerson>(accounts.map(({ id, name }) => [name, { account_id: id }]))
    const missing = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !found.has(name))
    if (missing.length === 0) return found
    if (credentials === null) spendCall(caller)
    for (const [name, person] of await look(caller, missing, credentials))
      found.set(name, { person: person ?? fail('MEMBER.ACCOUNT_UNKNOWN') })
    return found
  }
}

function refuseMany(): never {
  throw new FieldProblems([
    {
      loc: ['body', 'members'],
      msg: `Add at most ${MOST_PEOPLE} people of the directory at once.`,
      type: 'value_error',
    },
  ])
}
