import * as oidc from 'openid-client'
import type { OidcSettings } from '../oidc-settings.ts'
import { type Checks, type Identity, type IdentityProvider, SignInRefused } from './identity-provider.ts'
import { refusalOf } from './refusal-of.ts'

const TIMEOUT_S = 5
/** how far the clocks of provider and server may be apart */
const CLOCK_TOLERANCE_S = 30
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/**
 * An OpenID Connect provider. What it says of itself is asked for when first needed, and kept once it was answered.
 * @param ask how its addresses are asked
 */
export function createOpenIdConnect(settings: OidcSettings, ask = fetch): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | undefined

  function discover(): Promise<oidc.Configuration> {
    discovered ??= configurationOf(settings, ask).catch((error) => {
      discovered = undefined
      throw new SignInRefused(
        'away',
        `PODIUM_OIDC_ISSUER is not the address of an identity provider: ${messageOf(error)}`,
      )
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
      return oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: settings.callback.href,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async finish(answer, checks) {
      const provider = await discover()
      try {
        return identityOf(settings, await readClaims(provider, settings, answer, checks))
      } catch (error) {
        if (error instanceof SignInRefused) throw error
        throw new SignInRefused(refusalOf(error), messageOf(error))
      }
    },

    async end() {
      const provider = await discover()
      if (!provider.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(provider, {
        post_logout_redirect_uri: new URL('/auth/login', settings.callback).href,
      })
    },
  }
}

function configurationOf(
  { issuer, client_id, client_secret }: OidcSettings,
  ask: typeof fetch,
): Promise<oidc.Configuration> {
  const basic = oidc.ClientSecretBasic(client_secret)
  const post = oidc.ClientSecretPost(client_secret)
  const prove: oidc.ClientAuth = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
  return oidc.discovery(issuer, client_id, { [oidc.clockTolerance]: CLOCK_TOLERANCE_S }, prove, {
    timeout: TIMEOUT_S,
    [oidc.customFetch]: (address, options) => ask(address, options as RequestInit),
    execute: [
      // without it the library trusts the connection to the provider instead of its signature
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  })
}

type Claims = Record<string, unknown> & { iss: string; sub: string }

/** What the ID token says and, where it lacks something that is needed, what the provider says of the person besides. */
async function readClaims(
  provider: oidc.Configuration,
  { callback, username_claim, groups_claim }: OidcSettings,
  answer: URLSearchParams,
  { state, nonce, verifier }: Checks,
): Promise<Claims> {
  const current = new URL(callback)
  current.search = answer.toString()
  const tokens = await oidc.authorizationCodeGrant(provider, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new SignInRefused('answer', 'There is no ID token.')
  const isWhole = [username_claim, groups_claim].every((name) => claims[name] !== undefined)
  if (isWhole || !provider.serverMetadata().userinfo_endpoint) return claims
  const more = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
  return { ...more, ...claims }
}

function identityOf({ username_claim, groups_claim }: OidcSettings, claims: Claims): Identity {
  const { iss, sub, name, email } = claims
  const username = textOf(claims[username_claim])
  const groups = claims[groups_claim]
  if (!SUBJECT.test(sub)) throw new SignInRefused('answer', 'The standard does not allow this subject.')
  if (username === '') throw new SignInRefused('claim', `The claim ${username_claim} is missing.`)
  if (!isTexts(groups) && typeof groups !== 'string')
    throw new SignInRefused('groups', `The claim ${groups_claim} is missing.`)
  return {
    issuer: iss,
    subject: sub,
    username,
    display_name: textOf(name),
    email: textOf(email),
    groups: [groups].flat(),
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** In one line; '' where the claim is missing or no text. */
function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll(/\p{Cc}+/gu, ' ').trim() : ''
}

/** The cause is left out: it may hold tokens. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
