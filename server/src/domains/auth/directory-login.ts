import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Barred, DirectoryAway } from '../../directory/directory.ts'
import { fillFromDirectory } from '../accounts/directory-account.ts'
import type { Credentials } from '../accounts/reads.ts'
import type { Client, Refusals } from '../accounts/sign-in/login-history.ts'
import { giveTryBack } from '../accounts/sign-in/tries.ts'

/** Signs in accounts whose passwords are in the directory. */
export function createDirectoryLogin({ database, directory }: Deps, refusals: Refusals) {
  return {
    /**
     * Checks the password in the directory, after a try was used. The try does not count if the directory gives no
     * answer or refuses the person by a rule, because neither proves the password wrong. If the password must be
     * changed, it was right, so the owner is told; other rules are not, because that would reveal to a stranger who has
     * an account.
     * @returns the rule, if it says nothing about the password
     */
    async verify(
      account: Credentials,
      password: string,
      client: Client,
      log: FastifyBaseLogger,
    ): Promise<boolean | Barred> {
      try {
        if (!directory)
          throw new DirectoryAway('The directory is no longer set up: PODIUM_LDAP_URL is missing.')
        return await directory.verify(account.username, password)
      } catch (error) {
        const isBarred = error instanceof Barred
        if (!isBarred && !(error instanceof DirectoryAway)) throw error
        await giveTryBack(database, account.id)
        const event = isBarred ? 'directory_refused' : 'directory_away'
        log.warn({ event, account_id: account.id }, error.message)
        if (isBarred && !error.must_change) return error
        if (isBarred) {
          refusals.note(account.id, `directory-${error.code}`, client)
          return fail('USER.LOGIN.006')
        }
        refusals.note(account.id, '004', client)
        return fail('USER.LOGIN.004')
      }
    },

    /**
     * Fills the account's missing fields at its first sign-in, and returns its name. A person who cannot be looked up
     * is admitted anyway.
     */
    async fillAtFirst(account: Credentials, password: string, log: FastifyBaseLogger): Promise<string> {
      const { display_name } = account
      if (account.last_login_at !== null || account.login_type !== 'ldap' || !directory) return display_name
      try {
        const own = { login_id: account.username, login_pw: password }
        const person = await directory.find(account.username, own)
        if (!person) return display_name
        return (await database.transaction((tx) => fillFromDirectory(tx, account.id, person))) ?? display_name
      } catch (error) {
        const reason = (error as Error).message
        log.warn({ account_id: account.id }, `a person could not be looked up at sign-in: ${reason}`)
        return display_name
      }
    },
  }
}
