import { fail } from '@podium/contract/errors.ts'
import { limits, patterns } from '@podium/contract/rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { createAddressBudget } from '../accounts/address-budget.ts'
import { clearTries, hasOtherAdmin, reserveTry } from '../accounts/lock.ts'
import { passwords } from '../accounts/passwords.ts'
import { type Credentials, findCredentials } from '../accounts/reads.ts'
import { noteLogin } from '../accounts/repository.ts'
import { type Client, openSession, removeEndedSessions } from '../accounts/sessions.ts'
import { createShadowTries } from '../accounts/shadow-tries.ts'
import type { Who } from './person.ts'

export interface SignedIn {
  who: Who
  token: string
}

/**
 * Signs in with ID and password. Every answer to an ID that is no account is the one that an account would get, at the
 * same pace: its tries are counted, a hash is computed. A try is taken before the password is looked at.
 */
export function createLogin({ database, config }: Deps) {
  const shadows = createShadowTries(database)
  const budget = createAddressBudget(database)
  const days = config.inactive_days

  async function find(loginId: string): Promise<Credentials | null> {
    if (!patterns.username.test(loginId)) return null
    return findCredentials(database, { username: loginId }, days, hasOtherAdmin(days))
  }

  async function login(
    given: { login_id: string; login_pw: string },
    client: Client,
    log: FastifyBaseLogger,
  ): Promise<SignedIn> {
    const idHash = await shadows.hashOf(given.login_id)
    if (!(await budget.allows(client.address))) fail('USER.LOGIN.004')
    const account = await find(given.login_id)
    let tries: number | null = null
    const right = await passwords.verify(account?.password_hash ?? null, given.login_pw, async () => {
      tries = account ? await reserveTry(database, account.id, days) : await shadows.reserve(idHash)
      return tries !== null
    })
    if (!right || !account?.password_hash) {
      log.info({ event: 'authn_login_fail', account_id: account?.id ?? null, tries }, 'a login failed')
      await budget.noteFailure(client.address, idHash)
      return refuse(tries)
    }
    if (account.deleted || (account.inactive && !account.last_admin)) await clearTries(database, account.id)
    if (account.deleted) fail('USER.LOGIN.000')
    if (account.inactive && !account.last_admin) {
      const utc_last_login_at = account.last_login_at ?? account.created_at
      fail('USER.LOGIN.003', { utc_last_login_at, unused_period: days })
    }
    const token = await open(account, account.password_hash, client)
    log.info({ event: 'authn_login_success', account_id: account.id, pathway: account.login_type }, 'a login')
    return { who: { ...account, account_id: account.id }, token: token ?? refuse(tries) }
  }

  /** null when the account was deleted or its password changed while this one was looked at */
  async function open(account: Credentials, verifiedHash: string, client: Client): Promise<string | null> {
    return database.transaction(async (tx) =>
      (await noteLogin(tx, account.id, verifiedHash)) ? openSession(tx, account.id, client) : null,
    )
  }

  return {
    login,
    /** Forgets counters and sessions that are past their time. */
    async sweep(): Promise<void> {
      await shadows.sweep()
      await budget.sweep()
      await removeEndedSessions(database)
    },
  }
}

function refuse(tries: number | null): never {
  if (tries === null || tries >= limits.login_failures) fail('USER.LOGIN.002')
  return fail('USER.LOGIN.001', { login_fail_count: tries })
}
