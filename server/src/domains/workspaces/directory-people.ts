import { FieldProblems, fail } from '@podium/contract/errors.ts'
import { patterns } from '@podium/contract/rules.ts'
import type { Deps } from '../../deps.ts'
import {
  type Directory,
  type DirectoryCredentials,
  type DirectoryPerson,
  WrongCredentials,
} from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { askDirectory } from '../accounts/ask-directory.ts'
import { createCallerBudget } from '../directory/caller-budget.ts'
import { createCountedTries } from '../directory/counted.ts'
import { findAccountsNamed } from './member-reads.ts'

/** How many people one call may take in, and how often somebody may ask in a minute. */
const MOST_PEOPLE = 50
const MOST_CALLS = 20
const MOST_TRIES = 5

/** A person of the directory: with the account they have, or what the directory knows, to make one of. */
export type FoundPerson = { account_id: string } | { person: DirectoryPerson }

/**
 * Finds people of the directory by their IDs. Whoever has an account is not asked for again.
 * @throws Failure MEMBER.ACCOUNT_UNKNOWN for the first that the directory does not know
 */
export function createDirectoryPeople(deps: Deps) {
  const counted = createCountedTries(deps)
  const spendTry = createCallerBudget(MOST_TRIES)
  const spendCall = createCallerBudget(MOST_CALLS)

  /** Typed credentials are a password tried out: they count like one at login. */
  async function look(caller: Caller, names: string[], credentials: DirectoryCredentials | null) {
    const directory = deps.directory ?? fail('DIRECTORY.NONE')
    if (credentials === null) {
      spendCall(caller)
      return askDirectory(findAll(directory, names))
    }
    spendTry(caller)
    const ask = () => findAll(directory, names, credentials).catch(nullIfWrong)
    const right = (people: unknown) => people !== null
    return (await askDirectory(counted(credentials.login_id, ask, right))) ?? fail('DIRECTORY.CREDENTIALS')
  }

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
    for (const [name, person] of await look(caller, missing, credentials)) found.set(name, { person })
    return found
  }
}

function nullIfWrong(error: unknown): null {
  if (error instanceof WrongCredentials) return null
  throw error
}

async function findAll(
  directory: Directory,
  names: string[],
  credentials?: DirectoryCredentials,
): Promise<[string, DirectoryPerson][]> {
  const people: [string, DirectoryPerson][] = []
  for (const name of names) {
    const known = patterns.username.test(name) ? await directory.find(name, credentials) : null
    people.push([name, known ?? fail('MEMBER.ACCOUNT_UNKNOWN')])
  }
  return people
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
