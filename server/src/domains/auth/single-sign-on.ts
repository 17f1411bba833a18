import { type ArrivalRefusal, localPath } from '@podium/contract/rules/arrival.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientAddress, networksOf } from '../../http/connections/client-network.ts'
import { isFirstUse } from '../../http/idempotency.ts'
import { createInstallationKey } from '../../http/installation-key.ts'
import { openSealed, seal } from '../../http/seal.ts'
import { type Checks, SignInRefused } from '../../identity-provider/identity-provider.ts'
import { createSemaphore } from '../../semaphore.ts'
import type { Client } from '../accounts/sign-in/login-history.ts'
import { createAdmission } from './admit-identity.ts'
import { createRefusalLog } from './refusal-log.ts'

const KEY_NAME = 'single-sign-on-key'
const PURPOSE = 'sign-in'
const LONGEST_MS = 10 * 60_000
/** Limits sign-ins that wait for the provider, so that a crowd here does not become one there. */
const AT_ONCE = 8
/** Less than half of the database connections, because a sign-in that waits for a lock keeps one. */
const ADMITTED_AT_ONCE = 4
const WAITING = 200

interface Begun extends Checks {
  /** a path of the console; '' for none, or if the cookie has no room for it */
  next: string
  /** milliseconds since 1970 */
  at: number
}

export interface Refused {
  refused: ArrivalRefusal
}
type Asked = Pick<FastifyRequest, 'ip' | 'id' | 'log'>

/** Signs in people that the identity provider confirms; null without a provider. */
export function createSingleSignOn(deps: Deps) {
  const { config, database, provider } = deps
  if (!provider || !config.oidc) return null
  const key = createInstallationKey(database, KEY_NAME)
  const admit = createAdmission(deps, config.oidc)
  const noteRefusal = createRefusalLog(database)
  const permits = (at_once: number, what: string) =>
    createSemaphore({
      at_once,
      waiting: WAITING,
      refuse: () => {
        throw new SignInRefused('busy', `Too many sign-ins wait for ${what}.`)
      },
    })
  const atProvider = permits(AT_ONCE, 'the identity provider')
  const inDatabase = permits(ADMITTED_AT_ONCE, 'the database')

  async function open(sealed: string | null): Promise<Begun | null> {
    const secret = await key()
    try {
      const begun = JSON.parse(openSealed(Buffer.from(sealed ?? '', 'base64url'), secret, PURPOSE).toString())
      return Date.now() - begun.at < LONGEST_MS ? begun : null
    } catch {
      return null
    }
  }

  /** Unexpected errors stay errors. */
  function refusalOf(error: unknown, { log }: Asked): SignInRefused {
    if (!(error instanceof SignInRefused)) throw error
    log.warn({ event: 'single_sign_on_refused', reason: error.reason }, error.message)
    return error
  }

  return {
    /**
     * Begins a sign-in.
     * @returns the address for the browser, and the two values that it brings back: `state` in the address, `sealed` in
     * a cookie
     */
    async begin(
      next: string,
      request: Asked,
    ): Promise<{ url: URL; state: string; sealed: string } | Refused> {
      const checks = provider.newChecks()
      const path = localPath(next) ?? ''
      const begun: Begun = { ...checks, next: path.length <= limits.url ? path : '', at: Date.now() }
      try {
        const url = await atProvider(() => provider.begin(checks), networksOf(request.ip))
        const sealed = seal(Buffer.from(JSON.stringify(begun)), await key(), PURPOSE)
        return { url, state: checks.state, sealed: sealed.toString('base64url') }
      } catch (error) {
        return { refused: refusalOf(error, request).reason }
      }
    },

    /**
     * Finishes a sign-in with the parameters of the callback.
     * @returns the new session's token and the page to open
     */
    async finish(
      answer: URLSearchParams,
      sealed: string | null,
      client: Client,
      request: Asked,
    ): Promise<{ token: string; next: string } | Refused> {
      const actor = { address: clientAddress(request), request_id: request.id }
      try {
        const begun = await open(sealed)
        if (!begun || answer.get('state') !== begun.state)
          throw new SignInRefused('begun', 'A sign-in was not begun in this browser, or too long ago.')
        const party = networksOf(request.ip)
        const identity = await atProvider(() => provider.finish(answer, begun), party)
        // Not every provider refuses a code that was used before.
        if (!(await isFirstUse(database, 'single-sign-on', begun.state)))
          throw new SignInRefused('code', 'A sign-in came back for the second time.')
        const { token, account_id } = await inDatabase(
          () => admit(identity, client, actor, request.log),
          party,
        )
        request.log.info({ event: 'authn_login_success', account_id, pathway: 'oidc' }, 'a login')
        return { token, next: begun.next }
      } catch (error) {
        const refusal = refusalOf(error, request)
        await noteRefusal(refusal, actor)
        return { refused: refusal.reason }
      }
    },

    /** The provider's logout; null if it names none or does not answer. */
    async end(request: Asked): Promise<URL | null> {
      try {
        return await provider.end()
      } catch (error) {
        refusalOf(error, request)
        return null
      }
    },
  }
}
