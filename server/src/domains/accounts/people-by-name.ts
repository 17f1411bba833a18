import { fail } from '@podium/contract/errors.ts'
import { patterns } from '@podium/contract/rules.ts'
import type { Deps } from '../../deps.ts'
import {
  type Directory,
  type DirectoryCredentials,
  type DirectoryPerson,
  WrongCredentials,
} from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { askDirectory } from './ask-directory.ts'
import { createCallerBudget } from './caller-budget.ts'
import { createCountedTries } from './counted-tries.ts'

/** With a wrong password, a minute. */
const MOST_TRIES = 5

/** The IDs that were asked for, each with the person who has it. */
type PeopleByName = [string, DirectoryPerson | null][]

/** Finds people of the directory by their IDs: with the server's own reader, or with credentials that the caller typed. */
export function createPeopleByName(deps: Pick<Deps, 'database' | 'config' | 'directory'>) {
  const counted = createCountedTries(deps)
  const spendTry = createCallerBudget(MOST_TRIES)

  /** Typed credentials are a password tried out: they count like one at login. */
  return async function find(
    caller: Caller,
    names: string[],
    credentials: DirectoryCredentials | null,
  ): Promise<PeopleByName> {
    const directory = deps.directory ?? fail('DIRECTORY.NONE')
    if (credentials === null) return askDirectory(findAll(directory, names))
    const giveBack = spendTry(caller)
    const ask = () => findAll(directory, names, credentials).catch(nullIfWrong)
    const people = await askDirectory(counted(credentials.login_id, ask, (found) => found !== null))
    if (people === null) fail('DIRECTORY.CREDENTIALS')
    giveBack()
    return people
  }
}

/** The credentials that a call brought, or null. */
export function typedCredentials({ login_id, login_pw }: Partial<DirectoryCredentials>) {
  return login_id || login_pw ? { login_id: login_id ?? '', login_pw: login_pw ?? '' } : null
}

async function findAll(
  directory: Directory,
  names: string[],
  credentials?: DirectoryCredentials,
): Promise<PeopleByName> {
  const people: PeopleByName = []
  for (const name of names)
    people.push([name, patterns.username.test(name) ? await directory.find(name, credentials) : null])
  return people
}

function nullIfWrong(error: unknown): null {
  if (error instanceof WrongCredentials) return null
  throw error
}
