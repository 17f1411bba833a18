import type { DirectoryUser, searchDirectory } from '@podium/contract/calls/directory.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Barred, DirectoryAway, type DirectoryCredentials } from '../../directory/directory.ts'
import { askerOf } from '../../http/asker.ts'
import type { Call, Caller } from '../../http/call.ts'
import { findWorkspace } from '../../http/scoped-objects.ts'
import { nullIfWrong, typedCredentials } from '../accounts/directory-people.ts'
import { findAccountsNamed } from '../accounts/reads.ts'
import { createCallerBudget } from '../accounts/sign-in/budgets.ts'
import { createCountedTries } from '../accounts/sign-in/tries.ts'

/** Maximum number of password tries per minute. */
const MAX_TRIES = 5
/** Maximum number of searches per minute with the server's reader: enough for a person who looks for several people. */
const MAX_SEARCHES = 60

type Search = Call<typeof searchDirectory>['body']

export function createDirectoryCalls(deps: Deps) {
  const { database } = deps
  const counted = createCountedTries(deps)
  const spendTry = createCallerBudget(MAX_TRIES)
  const spendSearch = createCallerBudget(MAX_SEARCHES)

  /** Checks the right in the workspace itself, whose managers may look for people to add. */
  async function authorizeSearch(caller: Caller, workspace: string | undefined): Promise<void> {
    const object = workspace ? await findWorkspace(database, workspace, caller.account_id) : null
    const seen = object !== null && (object.role !== null || caller.role === 'ADMIN')
    if (workspace && !seen) fail('NOT.FOUND')
    if (!may('directory.search', askerOf(caller, object))) fail('NOT.ALLOWED')
  }

  /** @returns null if the credentials are wrong or their ID is locked */
  async function look(caller: Caller, search: Search) {
    const directory = deps.directory ?? fail('DIRECTORY.NONE')
    const { target_user } = search
    const credentials = typedCredentials(search)
    if (credentials !== null) {
      spendTry(caller)
      const ask = () => directory.search(target_user, credentials).catch(nullIfWrong)
      return counted(credentials.login_id, ask, (people) => people !== null)
    }
    spendSearch(caller)
    return directory.search(target_user).catch(nullIfWrong)
  }

  return {
    /** False for a wrong password, and while the directory does not answer. */
    async verify(caller: Caller, { login_id, login_pw }: DirectoryCredentials, log: FastifyBaseLogger) {
      const directory = deps.directory ?? fail('DIRECTORY.NONE')
      spendTry(caller)
      const verified = await counted(
        login_id,
        () => directory.verify(directory.idOf(login_id), login_pw),
        (right) => right,
      ).catch((error) => {
        noteAway(error, log)
        return false
      })
      return verified ?? false
    },

    async search(caller: Caller, search: Search, log: FastifyBaseLogger): Promise<DirectoryUser[]> {
      await authorizeSearch(caller, search.workspace_id)
      const people = await look(caller, search).catch((error) => {
        noteAway(error, log)
        return fail('DIRECTORY.AWAY')
      })
      if (people === null) fail('DIRECTORY.CREDENTIALS')
      const usernames = people.map(({ username }) => username)
      const accounts = await findAccountsNamed(database, usernames)
      const idOf = (username: string) => accounts.get(username.toLowerCase())?.id ?? null
      return people.map((person) => ({ ...person, account_id: idOf(person.username) }))
    },
  }
}

/** Expects only the directory's silence and its own rules; rethrows anything else. */
function noteAway(error: unknown, log: FastifyBaseLogger): void {
  if (error instanceof Barred) {
    log.warn({ event: 'directory_refused' }, error.message)
    fail('DIRECTORY.BARRED', { reason: error.message })
  }
  if (!(error instanceof DirectoryAway)) throw error
  log.warn({ event: 'directory_away' }, error.message)
}
