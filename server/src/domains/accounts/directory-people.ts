import { fail } from '@podium/contract/rules/errors.ts'
import { patterns } from '@podium/contract/rules/rules.ts'
import type { Deps } from '../../deps.ts'
import {
  Barred,
  DirectoryAway,
  type DirectoryCredentials,
  type DirectoryPerson,
  WrongCredentials,
} from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { createCallerBudget } from './sign-in/budgets.ts'
import { createCountedTries } from './sign-in/tries.ts'

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
    async function findAll() {
      const people: PeopleByName = []
      for (const name of names) {
        const isId = patterns.username.test(name)
        people.push([name, isId ? await directory.find(name, credentials ?? undefined) : null])
      }
      return people
    }
    if (credentials === null) return askDirectory(findAll())
    const giveBack = spendTry(caller)
    const ask = () => findAll().catch(nullIfWrong)
    const people = await askDirectory(counted(credentials.login_id, ask, (found) => found !== null))
    if (people === null) fail('DIRECTORY.CREDENTIALS')
    giveBack()
    return people
  }
}

type Typed = { [Field in keyof DirectoryCredentials]?: string | undefined }

/** The credentials that a call brought, or null. */
export function typedCredentials({ login_id = '', login_pw = '' }: Typed): DirectoryCredentials | null {
  return login_id || login_pw ? { login_id, login_pw } : null
}

/** What the directory answers, or the sentence why it cannot. */
export async function askDirectory<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof WrongCredentials) fail('DIRECTORY.CREDENTIALS')
    if (error instanceof DirectoryAway) fail('DIRECTORY.AWAY')
    if (error instanceof Barred) fail('DIRECTORY.BARRED', { reason: error.message })
    throw error
  })
}

/** A wrong password is an answer, so that its try counts; an error would give the try back. */
export function nullIfWrong(error: unknown): null {
  if (error instanceof WrongCredentials) return null
  throw error
}
