/// <reference path="./oidc-provider.d.ts" />
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const SECRET = 'copper heron at dawn'
const SCOPES = 'openid profile email groups'

/** A person at the provider, by the ID typed there. */
export interface ProviderPerson {
  name?: string
  email?: string
  preferred_username?: string | undefined
  groups?: string[] | undefined
}

type Claims = Record<string, unknown>
/** Returns the ID token that replaces the provider's own. */
export type Forgery = (claims: Claims, signed: (claims: Claims, key?: KeyObject) => string) => string

export interface TestProvider {
  issuer: string
  /** the settings of a server that uses it, except its own address and the groups */
  env: Record<string, string>
  people: Record<string, ProviderPerson>
  /** forges the next ID tokens; null: sends the provider's own */
  forge(forgery: Forgery | null): void
  stop(): Promise<void>
}

/** Makes a key that signs nothing the provider sends. */
export function foreignKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/**
 * A real OpenID Connect provider on loopback that accepts any password.
 * @param callback the redirect address of browsers
 * @param more additional configuration
 */
export async function startIdentityProvider(
  callback: string,
  people: Record<string, ProviderPerson>,
  more: Record<string, unknown> = {},
): Promise<TestProvider> {
  const key = foreignKey()
  const jwk: JsonWebKey = { ...key.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' }
  let forgery: Forgery | null = null
  let handle: ReturnType<Provider['callback']> = () => undefined
  const server = createServer((...args) => handle(...args))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, { ...configurationOf(callback, people, jwk), ...more })
  provider.use(async (context, next) => {
    await next()
    const { id_token } = (context.body ?? {}) as { id_token?: string }
    if (forgery && context.path === '/token' && id_token)
      context.body = { ...(context.body as object), id_token: forgery(claimsOf(id_token), signedBy(jwk)) }
  })
  handle = provider.callback()
  return {
    issuer,
    env: {
      PODIUM_OIDC_ISSUER: issuer,
      PODIUM_OIDC_CLIENT_ID: 'podium',
      PODIUM_OIDC_CLIENT_SECRET: SECRET,
      PODIUM_OIDC_SCOPES: SCOPES,
    },
    people,
    forge(next) {
      forgery = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function configurationOf(callback: string, people: Record<string, ProviderPerson>, jwk: JsonWebKey) {
  return {
    clients: [
      {
        client_id: 'podium',
        client_secret: SECRET,
        redirect_uris: [callback],
        post_logout_redirect_uris: [new URL('/auth/login', callback).href],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['violet kettle under moss'] },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    claims: { profile: ['name', 'preferred_username'], email: ['email'], groups: ['groups'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, ...people[id] }),
    }),
    // people are not asked for consent
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}

interface GrantContext {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedBy(jwk: JsonWebKey) {
  return (claims: Claims, key = createPrivateKey({ key: jwk, format: 'jwk' })) => {
    const body = `${part({ alg: 'RS256', kid: 'tests', typ: 'JWT' })}.${part(claims)}`
    return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
  }
}

/** The same claims without a signature. */
export function unsigned(claims: Claims): string {
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

/**
 * Signs in on the provider's own pages like a browser.
 * @returns the callback address with the provider's parameters
 */
export async function signInAtProvider(start: string, login: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  const { origin } = url
  let form: URLSearchParams | undefined
  for (let at = 0; url.origin === origin && at < 10; at++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const onward = response.headers.get('location')
    if (onward) {
      url = new URL(onward, url)
      form = undefined
      continue
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(await response.text()) ?? []
    if (!action) throw new Error(`The provider shows no form: ${response.status}`)
    url = new URL(action)
    form = new URLSearchParams({ prompt: 'login', login, password: 'any' })
  }
  return url
}
