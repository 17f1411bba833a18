import * as oidc from 'openid-client'
import type { OidcSettings } from '../oidc-settings.ts'
import { TIMEOUT_S } from './discovery.ts'
import { refusalOf } from './refusal-of.ts'

/** maximum difference between the clocks of provider and server */
const CLOCK_TOLERANCE_S = 30

/** Errors of providers that reject the secret; Keycloak uses the second. */
const PROOF_REFUSED = ['invalid_client', 'unauthorized_client']

/**
 * Talks to the provider with this metadata. It remembers between sign-ins how the provider accepts the secret, and its
 * keys.
 * @param ask the fetch function for its addresses
 */
export function createClient(settings: OidcSettings, metadata: oidc.ServerMetadata, ask: typeof fetch) {
  const proofs = proofsOf(settings, metadata)
  const tokenEndpoint = metadata.token_endpoint && new URL(metadata.token_endpoint).href
  let usual = 0
  let keys: oidc.ExportedJWKSCache | undefined

  function configured(prove: oidc.ClientAuth | undefined): oidc.Configuration {
    const tolerant = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S }
    const client = new oidc.Configuration(metadata, settings.client_id, tolerant, prove)
    client.timeout = TIMEOUT_S
    // otherwise the library trusts the connection to the provider instead of the signature
    oidc.enableNonRepudiationChecks(client)
    if (settings.issuer.protocol === 'http:') oidc.allowInsecureRequests(client)
    if (keys) oidc.setJwksCache(client, keys)
    client[oidc.customFetch] = async (url, options) => {
      const response = await ask(url, options as RequestInit)
      if (url === tokenEndpoint && !knowsKeyOf(keys, (await bodyOf(response)).id_token))
        oidc.setJwksCache(client, { jwks: { keys: [] }, uat: 0 })
      return response
    }
    return client
  }

  async function provedBy<T>(at: number, work: (client: oidc.Configuration) => Promise<T>): Promise<T> {
    const client = configured(proofs[at])
    try {
      const answer = await work(client)
      keys = oidc.getJwksCache(client) ?? keys
      return answer
    } catch (error) {
      // the keys may have changed without a new name
      if (refusalOf(error) === 'signature') keys = undefined
      throw await withBody(error)
    }
  }

  return {
    configuration: () => configured(proofs[usual]),

    /** Does the work with the secret in the last accepted form, then in others while the provider rejects it. */
    async withSecret<T>(work: (client: oidc.Configuration) => Promise<T>): Promise<T> {
      let first: unknown
      for (const at of new Set([usual, ...proofs.keys()]))
        try {
          const answer = await provedBy(at, work)
          usual = at
          return answer
        } catch (error) {
          if (!isProofRefused(error)) {
            usual = at
            throw error
          }
          first ??= error
        }
      throw first
    },
  }
}

/**
 * The ways to send the secret, the standard one first. Some providers compare the Basic credentials without decoding,
 * and some have an application setting that their metadata does not show.
 */
function proofsOf(
  { client_id, client_secret }: OidcSettings,
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
): oidc.ClientAuth[] {
  const basic = oidc.ClientSecretBasic(client_secret)
  const post = oidc.ClientSecretPost(client_secret)
  const isBasic = methods?.includes('client_secret_basic') ?? true
  if (!isBasic) return [post]
  const plain: oidc.ClientAuth = (_server, _client, _body, headers) => {
    const pair = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    headers.set('authorization', `Basic ${pair}`)
  }
  const isPost = methods?.includes('client_secret_post') ?? true
  const isEncoded = /[^A-Za-z0-9]/.test(client_id + client_secret)
  return [basic, ...(isPost ? [post] : []), ...(isEncoded ? [plain] : [])]
}

function isProofRefused(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && PROOF_REFUSED.includes(error.error)
}

/** The library does not read the body of an answer with a challenge, which contains the reason. */
async function withBody(error: unknown): Promise<unknown> {
  if (!(error instanceof oidc.WWWAuthenticateChallengeError)) return error
  const { response } = error
  const body = await bodyOf(response)
  if (typeof body.error !== 'string') return error
  const cause = { ...body, error: body.error }
  return new oidc.ResponseBodyError('the provider answered with an error', { cause, response })
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** False if the token names a key that is not among these, because the provider has new ones. */
function knowsKeyOf(keys: oidc.ExportedJWKSCache | undefined, token: unknown): boolean {
  const name = keyNameOf(token)
  return !keys || name === undefined || keys.jwks.keys.some(({ kid }) => kid === name)
}

function keyNameOf(token: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[0] ?? '', 'base64url').toString()).kid
  } catch {
    return undefined
  }
}
