import type { DirectoryUser } from '@podium/contract/directory.ts'
import { fail } from '@podium/contract/errors.ts'
import { may } from '@podium/contract/permissions.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import {
  type Directory,
  DirectoryAway,
  type DirectoryCredentials,
  type DirectoryPerson,
  WrongCredentials,
} from '../../directory/directory.ts'
import type { Caller } from '../../http/call.ts'
import { findWorkspace } from '../../http/scoped-objects.ts'
import { createCallerBudget } from '../accounts/caller-budget.ts'
import { createCountedTries } from '../accounts/counted-tries.ts'
import { findAccountIds } from './reads.ts'

/** With a password, a minute. */
const MOST_TRIES = 5
/** With the server's own reader, a minute: somebody who types and looks for several people. */
const MOST_SEARCHES = 60

interface Search {
  target_user: string
  login_id?: string | undefined
  login_pw?: string | undefined
  workspace_id?: string | undefined
}

export function createDirectoryCalls(deps: Deps) {
  const { database } = deps
  const counted = createCountedTries(deps)
  const spendTry = createCallerBudget(MOST_TRIES)
  const spendSearch = createCallerBudget(MOST_SEARCHES)

  function theDirectory(): Directory {
    return deps.directory ?? fail('DIRECTORY.NONE')
  }

  /** Rights come from the workspace itself: whoever manages it may look for people to add. */
  async function authorizeSearch(caller: Caller, workspace: string | undefined): Promise<void> {
    const object = workspace ? await findWorkspace(database, workspace, caller.account_id) : null
    const seen = object !== null && (object.role !== null || caller.role === 'ADMIN')
    if (workspace && !seen) fail('NOT.FOUND')
    const asked = { role: caller.role, workspaceRole: object?.role ?? null, madeIt: false }
    if (!may('directory.search', asked)) fail('NOT.ALLOWED')
  }

  /** @returns null where the credentials are not right, or their ID is locked */
  async function look(caller: Caller, { target_user, login_id, login_pw }: Search) {
    const directory = theDirectory()
    if (login_id || login_pw) {
      const credentials: DirectoryCredentials = { login_id: login_id ?? '', login_pw: login_pw ?? '' }
      spendTry(caller)
      const ask = () => directory.search(target_user, credentials).catch(nullIfWrong)
      return counted(credentials.login_id, ask, (people) => people !== null)
    }
    spendSearch(caller)
    return directory.search(target_user).catch(nullIfWrong)
  }

  return {
    /** False whatever is wrong, also while the directory does not answer. */
    async verify(
      caller: Caller,
      { login_id, login_pw }: DirectoryCredentials,
      log: FastifyBaseLogger,
    ): Promise<boolean> {
      const directory = theDirectory()
      spendTry(caller)
      const verified = await counted(
        login_id,
        () => directory.verify(login_id, login_pw),
        (right) => right,
      ).catch((error) => {
        noteAway(error, log)
        return false
      })
      return verified ?? false
    },

    async search(caller: Caller, asked: Search, log: FastifyBaseLogger): Promise<DirectoryUser[]> {
      await authorizeSearch(caller, asked.workspace_id)
      const people = await look(caller, asked).catch((error) => {
        noteAway(error, log)
        return fail('DIRECTORY.AWAY')
      })
      if (people === null) fail('DIRECTORY.CREDENTIALS')
      const ids = await findAccountIds(
        database,
        people.map(({ username }) => username),
      )
      return people.map((person) => ({
        ...person,
        account_id: ids.get(person.username.toLowerCase()) ?? null,
      }))
    },
  }
}

function nullIfWrong(error: unknown): DirectoryPerson[] | null {
  if (error instanceof WrongCredentials) return null
  throw error
}

/** Only the directory's silence is expected; anything else goes on. */
function noteAway(error: unknown, log: FastifyBaseLogger): void {
  if (!(error instanceof DirectoryAway)) throw error
  log.warn({ event: 'directory_away' }, error.message)
}
