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

/** Maximum number of tries with a wrong password per minute. */
const MAX_TRIES = 5

/** The requested IDs, each with its person. */
type PeopleByName = [string, DirectoryPerson | null][]

/** Finds people of the directory by ID, with the server's reader or with credentials from the caller. */
export function createPeopleByName(deps: Pick<Deps, 'database' | 'config' | 'directory'>) {
  const counted = createCountedTries(deps)
  const spendTry = createCallerBudget(MAX_TRIES)

  /** Typed credentials test a password, so they count like a login. */
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

/** The credentials in a call, or null. */
export function typedCredentials({ login_id = '', login_pw = '' }: Typed): DirectoryCredentials | null {
  return login_id || login_pw ? { login_id, login_pw } : null
}

/** Returns the directory's answer, or fails with the sentence why there is none. */
export async function askDirectory<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof WrongCredentials) fail('DIRECTORY.CREDENTIALS')
    if (error instanceof DirectoryAway) fail('DIRECTORY.AWAY')
    if (error instanceof Barred) fail('DIRECTORY.BARRED', { reason: error.message })
    throw error
  })
}

/** Turns a wrong password into a result, so that its try counts; an error would give the try back. */
export function nullIfWrong(error: unknown): null {
  if (error instanceof WrongCredentials) return null
  throw error
}
