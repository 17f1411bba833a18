import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const SECRET = 'copper-heron_at.dawn~1'

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

interface TokenRequest {
  headers: IncomingMessage['headers']
  body: URLSearchParams
}

/** The differences between providers; each can be changed while it runs. */
export interface Ways {
  /** its metadata, besides its addresses */
  metadata: Record<string, unknown>
  /** the claims of its ID token, besides the required ones */
  claims: Record<string, unknown>
  userinfo: Record<string, unknown>
  /** the answer to a token request, or null to send tokens */
  refuses: (request: TokenRequest) => Answer | null
  /** a token that replaces the one signed with its key */
  token: ((claims: Record<string, unknown>) => string) | null
  /** the answer of an address, in place of its own */
  instead: Record<string, Answer>
}

export interface StandInProvider {
  issuer: string
  env: Record<string, string>
  ways: Ways
  /** the number of requests to each address */
  asked: Record<string, number>
  /** signs with a new key from now on */
  rotate(name?: string): void
  /** the parameters with which a browser returns from there */
  answerTo(start: URL): URLSearchParams
  /** all secrets that it received and sent */
  secrets: string[]
  stop(): Promise<void>
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed with the client's secret, as Authentik does without a key. */
export function signedBySecret(claims: Record<string, unknown>): string {
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`
}

/** A text that looks like an encrypted token. */
export function encrypted(): string {
  return `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a2V5.aXY.dGV4dA.dGFn`
}

/** A provider on loopback that behaves as a test says, including the peculiarities of products. */
export async function startStandInProvider(): Promise<StandInProvider> {
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let key = newKey('first')
  let nonce = ''

  const provider: StandInProvider = {
    issuer,
    env: {
      PODIUM_OIDC_ISSUER: issuer,
      PODIUM_OIDC_CLIENT_ID: 'podium',
      PODIUM_OIDC_CLIENT_SECRET: SECRET,
      PODIUM_OIDC_GROUPS: 'staff',
      PODIUM_PUBLIC_URL: 'http://localhost:8080',
    },
    ways: usualWays(),
    asked: {},
    secrets: [SECRET],
    rotate(name = 'next') {
      key = newKey(name)
    },
    answerTo(start) {
      nonce = start.searchParams.get('nonce') ?? nonce
      const code = `code-${provider.secrets.length}-of-this-sign-in`
      const state = start.searchParams.get('state') ?? ''
      provider.secrets.push(code, nonce, state)
      return new URLSearchParams({ code, state })
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function tokens(): Answer {
    const now = Math.floor(Date.now() / 1000)
    const own = { iss: issuer, sub: 'kim', aud: 'podium', iat: now, exp: now + 300, nonce }
    const claims = { ...own, preferred_username: 'kim', groups: ['staff'], ...provider.ways.claims }
    const id_token = provider.ways.token?.(claims) ?? signedBy(key, claims)
    provider.secrets.push(id_token)
    return { body: { access_token: 'an-access-token', token_type: 'Bearer', id_token } }
  }

  async function answerOf(path: string, request: IncomingMessage): Promise<Answer> {
    const { ways } = provider
    const instead = ways.instead[path]
    if (instead) return instead
    const { headers } = request
    switch (path) {
      case '/.well-known/openid-configuration':
        return { body: { ...addressesOf(issuer), ...ways.metadata } }
      case '/keys':
        return { body: { keys: [key.jwk] } }
      case '/token':
        return ways.refuses({ headers, body: new URLSearchParams(await text(request)) }) ?? tokens()
      case '/pushed':
        nonce = new URLSearchParams(await text(request)).get('nonce') ?? ''
        return { status: 201, body: { request_uri: 'urn:example:pushed', expires_in: 60 } }
      case '/userinfo':
        return { body: { sub: 'kim', ...ways.userinfo } }
      default:
        return { status: 404, body: {} }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    provider.asked[path] = (provider.asked[path] ?? 0) + 1
    const { status = 200, headers = {}, body } = await answerOf(path, request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  return provider
}

/** The behaviour of a provider that follows the standard. */
export function usualWays(): Ways {
  return { metadata: {}, claims: {}, userinfo: {}, refuses: () => null, token: null, instead: {} }
}

function addressesOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    pushed_authorization_request_endpoint: `${issuer}/pushed`,
  }
}

interface Key {
  name: string
  secret: KeyObject
  jwk: object
}

function newKey(name: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    name,
    secret: privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: name, use: 'sig', alg: 'RS256' },
  }
}

function signedBy({ name, secret }: Key, claims: Record<string, unknown>): string {
  const body = `${part({ alg: 'RS256', kid: name, typ: 'JWT' })}.${part(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), secret).toString('base64url')}`
}
