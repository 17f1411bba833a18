import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import {
  encrypted,
  SECRET,
  type StandInProvider,
  signedBySecret,
  startStandInProvider,
  usualWays,
} from '../testing/stand-in-provider.ts'
import { SignInRefused } from './identity-provider.ts'
import { createOpenIdConnect } from './openid-connect.ts'

let provider: StandInProvider
beforeAll(async () => {
  provider = await startStandInProvider()
  return () => provider.stop()
})
beforeEach(() => {
  provider.ways = usualWays()
  provider.asked = {}
})

function connected(env: Record<string, string> = {}) {
  const { oidc } = readConfig({ ...provider.env, ...env })
  if (!oidc) throw new Error('single sign-on is not set up')
  return createOpenIdConnect(oidc)
}

async function signIn(at = connected(), change: (answer: URLSearchParams) => void = () => undefined) {
  const checks = at.newChecks()
  const answer = provider.answerTo(await at.begin(checks))
  answer.set('state', checks.state)
  provider.secrets.push(...Object.values(checks))
  change(answer)
  return at.finish(answer, checks)
}

/** The reason for a refused sign-in, which must contain no token, code or secret. */
async function refusal(at = connected(), change?: (answer: URLSearchParams) => void) {
  const refused = await signIn(at, change).catch((error) => error)
  if (!(refused instanceof SignInRefused)) throw new Error('it was not refused', { cause: refused })
  expect(provider.secrets.filter((secret) => secret !== '' && refused.message.includes(secret))).toEqual([])
  return { reason: refused.reason, message: refused.message }
}

const basicOf = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const invalidClient = {
  status: 401,
  body: { error: 'invalid_client', error_description: 'Client authentication failed' },
}
const ASKS_FOR_BASIC = { 'www-authenticate': 'Basic realm="provider"' }

test.each([
  ['invalid_client', invalidClient],
  ['invalid_client and a challenge', { ...invalidClient, headers: ASKS_FOR_BASIC }],
  ['unauthorized_client, as Keycloak', { status: 401, body: { error: 'unauthorized_client' } }],
])('sends the secret in the body if Basic is refused with %s, and remembers that', async (_, refused) => {
  provider.ways.refuses = ({ body }) => (body.get('client_secret') === SECRET ? null : refused)
  const at = connected()
  expect((await signIn(at)).username).toBe('kim')
  expect(provider.asked['/token']).toBe(2)
  await signIn(at)
  expect(provider.asked['/token']).toBe(3)
})

test('sends Basic credentials unencoded to a provider that compares them without decoding', async () => {
  provider.ways.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
  provider.ways.refuses = ({ headers }) =>
    headers.authorization === basicOf('podium', SECRET) ? null : invalidClient
  expect((await signIn()).username).toBe('kim')
})

test('sends the secret once if the standard way works', async () => {
  const encoded = SECRET.replaceAll(/[-_.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  provider.ways.refuses = ({ headers }) =>
    headers.authorization === basicOf('podium', encoded) ? null : invalidClient
  await signIn()
  expect(provider.asked['/token']).toBe(1)
})

test('quotes the provider’s answer to a wrong secret', async () => {
  provider.ways.refuses = () => ({ ...invalidClient, headers: ASKS_FOR_BASIC })
  expect(await refusal()).toEqual({
    reason: 'provider',
    message: 'The provider answers invalid_client: Client authentication failed (HTTP 401)',
  })
})

test('quotes the provider’s answer to a person in one line, without anything like a token', async () => {
  const token = signedBySecret({ sub: 'kim' })
  const refused = await refusal(undefined, (answer) => {
    answer.set('error', 'access_denied')
    answer.set('error_description', `Not\r\nassigned: ${answer.get('code')} ${token} ${'x'.repeat(2_000)}`)
  })
  expect(refused).toEqual({
    reason: 'provider',
    message: 'The provider answers access_denied: Not assigned: *** *** ***',
  })
})

test('treats a code that the provider refuses as used, and quotes its words', async () => {
  provider.ways.refuses = ({ body }) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: `Code ${body.get('code')} not valid` },
  })
  expect(await refusal()).toEqual({
    reason: 'code',
    message: 'The provider answers invalid_grant: Code *** not valid (HTTP 400)',
  })
})

test.each([
  ['HS256', signedBySecret, {}, 'algorithm', 'HS256'],
  [
    'HS256, which it names',
    signedBySecret,
    { id_token_signing_alg_values_supported: ['HS256'] },
    'algorithm',
    'HS256',
  ],
  ['encryption', encrypted, {}, 'encrypted', 'JWE decryption is not configured'],
] as const)('says that an ID token with %s is not taken', async (_, token, metadata, reason, words) => {
  provider.ways.token = token
  provider.ways.metadata = metadata
  const refused = await refusal()
  expect(refused.reason).toBe(reason)
  expect(refused.message).toContain(words)
})

test.each([
  ['the provider requires it', { require_pushed_authorization_requests: true }, {}],
  ['the setting says so', {}, { PODIUM_OIDC_PUSHED_REQUESTS: '1' }],
])('begins with a pushed request if %s', async (_, metadata, env) => {
  provider.ways.metadata = metadata
  const at = connected(env)
  const url = await at.begin(at.newChecks())
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'podium',
    request_uri: 'urn:example:pushed',
  })
  expect((await signIn(at)).username).toBe('kim')
})

test('reports that pushed requests are required if the provider says so at the sign-in', async () => {
  const refused = await refusal(undefined, (answer) => {
    answer.set('error', 'invalid_request')
    answer.set('error_description', 'Pushed Authorization Request is only allowed.')
  })
  expect(refused.reason).toBe('pushed')
})

test('fetches the keys again at once for an unknown key, otherwise once', async () => {
  const at = connected()
  await signIn(at)
  await signIn(at)
  expect(provider.asked['/keys']).toBe(1)
  provider.rotate()
  expect((await signIn(at)).username).toBe('kim')
  expect(provider.asked['/keys']).toBe(2)
  const listed = { body: { keys: [] } }
  provider.rotate('unlisted')
  provider.ways.instead = { '/keys': listed }
  expect(await refusal(at)).toEqual({
    reason: 'signature',
    message: expect.stringContaining('/keys has no key unlisted for RS256'),
  })
  expect(provider.asked['/keys']).toBe(3)
})

test('fetches the keys again after a wrong signature, in case a key changed under its name', async () => {
  const at = connected()
  await signIn(at)
  provider.rotate('next')
  await signIn(at)
  provider.rotate('next')
  expect((await refusal(at)).reason).toBe('signature')
  expect((await signIn(at)).username).toBe('kim')
})

test.each([
  ['realm_access.roles', { realm_access: { roles: ['staff'] } }],
  ['resource_access.podium.roles', { resource_access: { podium: { roles: ['staff'] } } }],
  ['resource_access.my.client.roles', { resource_access: { 'my.client': { roles: ['staff'] } } }],
  ['https://example.org/groups', { 'https://example.org/groups': ['staff'] }],
  ['a.b', { 'a.b': ['staff'], a: { b: ['operators'] } }],
  ['urn:zitadel:roles', { 'urn:zitadel:roles': { staff: { '1': 'a.org' } } }],
  ['groups', { groups: [{ id: '7', name: 'staff' }] }],
  ['groups', { groups: [{ value: 'staff', display: 'Staff' }, null, 7] }, ['staff', '7']],
  ['groups', { groups: 'staff' }],
  ['groups', { groups: 'staff, operators' }, ['staff, operators']],
  ['groups', { groups: [] }, []],
] satisfies [string, object, string[]?][])(
  'finds groups as %s in %j',
  async (name, claims, groups = ['staff']) => {
    provider.ways.claims = { groups: undefined, ...claims }
    expect((await signIn(connected({ PODIUM_OIDC_GROUPS_CLAIM: name }))).groups).toEqual(groups)
  },
)

test.each([
  ['comma', 'staff, operators,', ['staff', 'operators']],
  ['semicolon', 'cn=a,dc=b; cn=c,dc=b', ['cn=a,dc=b', 'cn=c,dc=b']],
  ['space', 'staff operators', ['staff', 'operators']],
])('separates the groups of a text by %s if configured', async (word, groups, all) => {
  provider.ways.claims = { groups }
  expect((await signIn(connected({ PODIUM_OIDC_GROUPS_SEPARATOR: word }))).groups).toEqual(all)
})

test('finds nested groups in the user info if the ID token has others', async () => {
  provider.ways.claims = { groups: undefined, resource_access: { other: { roles: ['x'] } } }
  provider.ways.userinfo = { resource_access: { podium: { roles: ['staff'] } } }
  const { groups } = await signIn(connected({ PODIUM_OIDC_GROUPS_CLAIM: 'resource_access.podium.roles' }))
  expect(groups).toEqual(['staff'])
})

test.each([
  [{ _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://example.org' } } }],
  [{ hasgroups: true }],
])('reports at %j that the provider left out too many groups', async (claims) => {
  provider.ways.claims = { groups: undefined, ...claims }
  expect(await refusal()).toEqual({
    reason: 'many',
    message: expect.stringContaining('the person is in too many groups'),
  })
})

test.each([
  ['a slash too many', (issuer: string) => `${issuer}/o/podium/`, '/o/podium'],
  ['a slash too few', (issuer: string) => `${issuer}/o/podium`, '/o/podium/'],
  ['its description', (issuer: string) => `${issuer}/o/podium/.well-known/openid-configuration`, '/o/podium'],
])('accepts a setting with %s', async (_, setting, named) => {
  const issuer = provider.issuer + named
  const keys = { jwks_uri: `${provider.issuer}/keys`, token_endpoint: `${provider.issuer}/token` }
  const body = { issuer, authorization_endpoint: `${provider.issuer}/authorize`, ...keys }
  provider.ways.instead = { '/o/podium/.well-known/openid-configuration': { body } }
  provider.ways.claims = { iss: issuer }
  expect((await signIn(connected({ PODIUM_OIDC_ISSUER: setting(provider.issuer) }))).issuer).toBe(issuer)
})

test('accepts a provider that writes its host in capitals', async () => {
  const issuer = provider.issuer.replace('127.0.0.1', 'LOCALHOST')
  provider.ways.metadata = { issuer }
  provider.ways.claims = { iss: issuer }
  const { port } = new URL(provider.issuer)
  const at = connected({ PODIUM_OIDC_ISSUER: `http://localhost:${port}` })
  expect((await signIn(at)).issuer).toBe(issuer)
})

test('names both issuers if the provider is not the configured one', async () => {
  provider.ways.metadata = { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }
  expect(await refusal()).toEqual({
    reason: 'issuer',
    message: `PODIUM_OIDC_ISSUER is ${provider.issuer}/, and the provider there names itself https://login.microsoftonline.com/{tenantid}/v2.0. Set it to the name that the provider has for you.`,
  })
})

test.each([
  [{ iss: 'https://id.example.org' }, 'issuer', 'expected http://127.0.0.1:'],
  [{ aud: 'another' }, 'audience', 'expected podium, received another'],
  [{ exp: 1_700_000_000 }, 'expired', 'it says 2023-11-14T22:13:20.000Z, and here it is 20'],
])('reports the expected and the actual value of a token with %j', async (claims, reason, words) => {
  provider.ways.claims = claims
  const refused = await refusal()
  expect(refused.reason).toBe(reason)
  expect(refused.message).toContain(words)
})

test.each([
  ['/.well-known/openid-configuration', { status: 404, body: {} }, 'HTTP 404 with application/json from'],
  ['/.well-known/openid-configuration', { body: 'eyJoZWxsbw <html>' }, 'parse'],
  [
    '/token',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<p>' },
    'HTTP 502 with text/html',
  ],
  ['/keys', { status: 500, body: {} }, 'HTTP 500'],
])('reports the answer of %s that it cannot use: %j', async (path, answer, words) => {
  provider.ways.instead = { [path]: answer }
  const { message } = await refusal()
  expect(message).toContain(words)
  expect(message).not.toContain('eyJ')
})

test('reports the network error while the provider is away', async () => {
  const away = await startStandInProvider()
  await away.stop()
  const refused = await refusal(connected({ PODIUM_OIDC_ISSUER: away.issuer }))
  expect(refused.reason).toBe('away')
  expect(refused.message).toContain('ECONNREFUSED')
})

test('returns from the provider’s logout to the login below the server’s path', async () => {
  provider.ways.metadata = { end_session_endpoint: 'https://id.example.org/logout' }
  const url = await connected({ PODIUM_PUBLIC_URL: 'https://podium.example.org/ml' }).end()
  expect(url?.searchParams.get('post_logout_redirect_uri')).toBe('https://podium.example.org/ml/auth/login')
})
