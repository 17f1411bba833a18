import { finishSingleSignOn } from '@podium/contract/calls/single-sign-on.ts'
import * as oidc from 'openid-client'
import type { OidcSettings } from '../oidc-settings.ts'
import { claimOf, groupsOf, textOf } from './claims.ts'
import { createClient } from './client.ts'
import { discover } from './discovery.ts'
import { type Checks, type Identity, type IdentityProvider, SignInRefused } from './identity-provider.ts'
import { refusalOf } from './refusal-of.ts'
import { sentenceOf } from './sentence-of.ts'

const SUBJECT = /^[\x20-\x7e]{1,255}$/

/**
 * An OpenID Connect provider. Its metadata is fetched when first needed and kept from then on.
 * @param ask the fetch function for its addresses
 */
export function createOpenIdConnect(settings: OidcSettings, ask = fetch): IdentityProvider {
  let discovered: Promise<Provider> | undefined

  function find(): Promise<Provider> {
    discovered ??= discover(settings, ask)
      .then((metadata) => ({ metadata, client: createClient(settings, metadata, ask) }))
      .catch((error) => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    newChecks: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    async begin({ state, nonce, verifier }) {
      const { metadata, client } = await find()
      const request = {
        redirect_uri: settings.callback.href,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      const isPushed = settings.pushed_requests || metadata.require_pushed_authorization_requests === true
      if (!isPushed) return oidc.buildAuthorizationUrl(client.configuration(), request)
      return client
        .withSecret((config) => oidc.buildAuthorizationUrlWithPAR(config, request))
        .catch((error) => refuse(error, [state, nonce, settings.client_secret]))
    },

    async finish(answer, checks) {
      const provider = await find()
      const secrets = [...Object.values(checks), answer.get('code') ?? '', settings.client_secret]
      try {
        return identityOf(settings, await readClaims(provider, settings, answer, checks))
      } catch (error) {
        return refuse(error, secrets)
      }
    },

    async end() {
      const { metadata, client } = await find()
      if (!metadata.end_session_endpoint) return null
      const login = new URL(settings.callback)
      login.pathname = login.pathname.replace(finishSingleSignOn.path, '/auth/login')
      return oidc.buildEndSessionUrl(client.configuration(), { post_logout_redirect_uri: login.href })
    },
  }
}

interface Provider {
  metadata: oidc.ServerMetadata
  client: ReturnType<typeof createClient>
}

function refuse(error: unknown, secrets: string[]): never {
  if (error instanceof SignInRefused) throw error
  throw new SignInRefused(refusalOf(error), sentenceOf(error, secrets))
}

type Claims = Record<string, unknown> & { iss: string; sub: string }

/** The claims of the ID token and, if some needed ones are missing, those of the provider's user info. */
async function readClaims(
  { metadata, client }: Provider,
  { callback, username_claim, groups_claim }: OidcSettings,
  answer: URLSearchParams,
  { state, nonce, verifier }: Checks,
): Promise<Claims> {
  const current = new URL(callback)
  current.search = answer.toString()
  const expected = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  }
  const tokens = await client.withSecret((config) => oidc.authorizationCodeGrant(config, current, expected))
  const claims = tokens.claims()
  if (!claims) throw new SignInRefused('answer', 'There is no ID token.')
  const missing = [username_claim, groups_claim].filter((name) => claimOf(claims, name) === undefined)
  if (missing.length === 0 || !metadata.userinfo_endpoint) return claims
  const more = await oidc.fetchUserInfo(client.configuration(), tokens.access_token, claims.sub)
  const found = missing.map((name) => [name, claimOf(more, name)]).filter(([, claim]) => claim !== undefined)
  return { ...more, ...claims, ...Object.fromEntries(found) }
}

function identityOf(
  { username_claim, groups_claim, groups_separator }: OidcSettings,
  claims: Claims,
): Identity {
  const { iss, sub, name, email } = claims
  const username = textOf(claimOf(claims, username_claim))
  if (!SUBJECT.test(sub)) throw new SignInRefused('answer', 'The standard does not allow this subject.')
  if (username === '') throw new SignInRefused('claim', `The claim ${username_claim} is missing.`)
  return {
    issuer: iss,
    subject: sub,
    username,
    display_name: textOf(name),
    email: textOf(email),
    groups: groupsOf(claims, groups_claim, groups_separator),
  }
}
