import { setTimeout as pause } from 'node:timers/promises'
import type { login as loginRoute } from '@podium/contract/calls/auth.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Barred } from '../../directory/directory.ts'
import type { Call, Caller } from '../../http/call.ts'
import { networksOf } from '../../http/connections/client-network.ts'
import { createSemaphore } from '../../semaphore.ts'
import { passwords } from '../accounts/passwords.ts'
import { type Credentials, findWithPassword } from '../accounts/reads.ts'
import { createAddressBudget } from '../accounts/sign-in/budgets.ts'
import {
  type Client,
  createRefusals,
  type Refusal,
  removeOldSignIns,
} from '../accounts/sign-in/login-history.ts'
import { createSecondFactorCodes } from '../accounts/sign-in/second-factor-codes.ts'
import { removeEndedSessions, signIn } from '../accounts/sign-in/sessions.ts'
import { removeOldTokens } from '../accounts/sign-in/tokens.ts'
import {
  clearTries,
  createShadowTries,
  giveTryBack,
  hasTryLeft,
  reserveTry,
} from '../accounts/sign-in/tries.ts'
import { meantId } from '../accounts/sign-in/typed-ids.ts'
import { createDirectoryLogin } from './directory-login.ts'

/**
 * Minimum time of a refusal. Rows of accounts and of unknown IDs are written to different tables, whose timing would
 * otherwise distinguish them.
 */
const REFUSED_AFTER_MS = 60
/** Less than half of the database connections: the others are for signed-in people. */
const LOOKS_AT_ONCE = 4
/** Limits waiting tries, which cost little; there are hardly more connections. */
const LOOKS_WAITING = 1_000

/** The signed-in person. */
export type Who = Pick<
  Caller,
  'account_id' | 'username' | 'display_name' | 'role' | 'login_type' | 'must_change_password'
>

export interface SignedIn {
  who: Who
  token: string
}

type Typed = Call<typeof loginRoute>['body']

/**
 * Signs in with ID, password and, if set, the second factor. An unknown ID gets exactly the answers of an account, at
 * the same pace: its tries are counted and a hash is computed. A try is used before the password is checked. A login
 * that needs no hash, because its address or ID has no try left, waits for none.
 */
export function createLogin(deps: Deps) {
  const { database, config, log: ownLog } = deps
  const shadows = createShadowTries(database)
  const budget = createAddressBudget(database)
  const codes = createSecondFactorCodes(database)
  const refusals = createRefusals(database, ownLog)
  const inDirectory = createDirectoryLogin(deps, refusals)
  const days = config.inactive_days
  const withPermit = createSemaphore({
    at_once: LOOKS_AT_ONCE,
    waiting: LOOKS_WAITING,
    refuse: () => fail('LOGIN.BUSY'),
  })

  /** Finds the account of the ID, if any, and its lock. @throws USER.LOGIN.004 beyond the address's budget */
  async function look(typed: string, address: string) {
    if (!(await budget.allows(address))) fail('USER.LOGIN.004')
    const loginId = await meantId(deps, typed)
    const idHash = await shadows.hashOf(loginId)
    const account = await findWithPassword(deps, loginId)
    const hasTry = account ? await hasTryLeft(database, account.id, days) : await shadows.hasTryLeft(idHash)
    return { account, idHash, hasTry }
  }

  async function login(typed: Typed, client: Client, log: FastifyBaseLogger): Promise<SignedIn> {
    const paced = pause(REFUSED_AFTER_MS)
    const { address } = client
    const party = [...networksOf(address), (await shadows.hashOf(typed.login_id)).toString('hex')]
    const { account, idHash, hasTry } = await withPermit(() => look(typed.login_id, address), party)
    const by = { address, account_id: account?.id ?? idHash.toString('hex') }
    let tries: number | null = null

    async function refuse(result?: Refusal): Promise<never> {
      log.info({ event: 'authn_login_fail', account_id: account?.id ?? null, tries }, 'a login failed')
      await budget.noteFailure(address, idHash)
      const locked = tries === null || tries >= limits.login_failures
      if (account) refusals.note(account.id, result ?? (locked ? '002' : '001'), client)
      const barredTries = account?.login_type === 'ldap' ? await shadows.barredTries(idHash) : 0
      const login_fail_count = (tries ?? limits.login_failures) + barredTries
      await paced
      return login_fail_count >= limits.login_failures
        ? fail('USER.LOGIN.002')
        : fail('USER.LOGIN.001', { login_fail_count })
    }

    /** Counts in the answer as for an unknown ID: a constant number would reveal that this is an account. */
    async function refuseBarred({ code }: Barred): Promise<never> {
      await shadows.addBarredTry(idHash)
      if (tries !== null) tries -= 1
      return refuse(`directory-${code}`)
    }

    async function takeTry(): Promise<boolean> {
      tries = account ? await reserveTry(database, account.id, days) : await shadows.reserve(idHash)
      return tries !== null
    }

    /**
     * Computes a hash in parallel, so that directory accounts take no less time than unknown IDs. The try is used when
     * the hash's turn comes, as for them: a login that a crowd turns away costs none.
     */
    async function isDirectoryPassword(account: Credentials): Promise<boolean | Barred> {
      let answer: Promise<boolean | Barred> = Promise.resolve(false)
      await passwords.verify(null, typed.login_pw, by, async () => {
        if (!(await takeTry())) return false
        answer = inDirectory.verify(account, typed.login_pw, client, log)
        // it may fail before the hash is ready; the error is handled below, at the await
        answer.catch(() => {})
        return true
      })
      return answer
    }

    if (!hasTry) return refuse()
    const right =
      account?.login_type === 'ldap'
        ? await isDirectoryPassword(account)
        : await passwords.verify(account?.password_hash ?? null, typed.login_pw, by, takeTry)
    if (right instanceof Barred) return refuseBarred(right)
    if (!right || !account) return refuse()
    await checkAlive(account, client)
    if (!(await isCodeRight(account, typed.otp, client))) return refuse('otp')
    const token = await database.transaction((tx) => signIn(tx, account, client))
    if (token === null) return refuse()
    if (account.login_type === 'ldap') await shadows.clearBarredTries(idHash)
    log.info({ event: 'authn_login_success', account_id: account.id, pathway: account.login_type }, 'a login')
    const display_name = await inDirectory.fillAtFirst(account, typed.login_pw, log)
    return { who: { ...account, account_id: account.id, display_name }, token }
  }

  /** Refuses an account that is deleted, locked or inactive; only the right password reveals it. */
  async function checkAlive(account: Credentials, client: Client): Promise<void> {
    const inactive = account.inactive && !account.last_admin
    if (!account.deleted && !account.locked_by_admin && !inactive) return
    await clearTries(database, account.id)
    refusals.note(account.id, account.deleted ? '000' : account.locked_by_admin ? '005' : '003', client)
    if (account.deleted) fail('USER.LOGIN.000')
    if (account.locked_by_admin) fail('USER.LOGIN.005')
    const utc_last_login_at = account.last_login_at ?? account.created_at
    fail('USER.LOGIN.003', { utc_last_login_at, unused_period: days })
  }

  /** The right password without a code counts nothing, and clears no earlier failure. */
  async function isCodeRight(account: Credentials, otp: string | undefined, client: Client) {
    if (!account.second_factor) return true
    if (!otp) {
      await giveTryBack(database, account.id)
      fail('USER.LOGIN.OTP')
    }
    return codes.use(account, otp, { address: client.address, request_id: null })
  }

  return {
    login,
    /** Resolves when the history contains all refusals so far. */
    historyWritten: refusals.written,
    /** Deletes expired counters, sessions, tokens and history. */
    async sweep(): Promise<void> {
      await shadows.sweep()
      await budget.sweep()
      await removeEndedSessions(database)
      await removeOldTokens(database)
      await removeOldSignIns(database)
    },
  }
}
