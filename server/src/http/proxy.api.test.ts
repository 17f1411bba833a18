import { createAccount } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { passwords } from '../domains/accounts/passwords.ts'
import { podium } from '../domains/audit/audit.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const PASSWORD = 'violet kettle under moss'
let server: TestApp
beforeAll(async () => {
  server = await createTestApp({
    env: {
      PODIUM_ALLOWED_HOSTS: 'podium.lan,podium.lan:9443',
      PODIUM_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
      PODIUM_INSECURE_HTTP: '1',
    },
  })
  const hash = await passwords.hash(PASSWORD, podium)
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}`)
  return () => server.close()
})

async function loginCookie(headers: Record<string, string>): Promise<string> {
  const answer = await server
    .as('anonymous')
    .send('POST', '/api/v1/auth/login', { login_id: 'member', login_pw: PASSWORD }, headers)
  return String(answer.headers['set-cookie']).replace(/=[^;]*/, '=…')
}

test('gives a browser over plain http on a host name a cookie that it keeps', async () => {
  const from = (host: string) => ({ host, origin: `http://${host}` })
  const plain = 'podium=…; Path=/; HttpOnly; SameSite=Strict'
  const secure = '__Host-podium=…; Path=/; HttpOnly; SameSite=Strict; Secure'
  expect(await loginCookie(from('podium.lan'))).toBe(plain)
  expect(await loginCookie(from('localhost:8080'))).toBe(secure)
  expect(
    await loginCookie({ host: 'podium.lan', origin: 'https://podium.lan', 'x-forwarded-proto': 'https' }),
  ).toBe(secure)
})

test('accepts that cookie if the setting allows it', async () => {
  const answer = await server.as('anonymous').send('GET', '/api/v1/auth/session', undefined, {
    host: 'podium.lan',
    cookie: `podium=${server.people.tokens.member}`,
  })
  expect(answer.statusCode).toBe(200)
})

let accounts = 0
/** The address of a call in the audit log. */
async function auditedAddress(forwarded: string, remoteAddress = '127.0.0.1') {
  const username = `account-${++accounts}`
  await server.app.inject({
    method: createAccount.method,
    url: createAccount.path,
    remoteAddress,
    headers: {
      host: 'localhost',
      'x-forwarded-for': forwarded,
      cookie: `access-token=${server.people.tokens.admin}`,
    },
    payload: {
      username,
      password: PASSWORD,
      display_name: username,
      email: 'a@example.org',
      role: 'DEVELOPER',
    },
  })
  const { rows } = await server.deps.database.execute<{ address: string }>(
    sql`select address from audit_events where object_name = ${username}`,
  )
  return rows[0]?.address
}

test.each([
  ['the right-most hop that is no trusted proxy', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['without its port', '198.51.100.9:20001', '198.51.100.9'],
  ['without brackets and port', '203.0.113.9, [2001:db8::7]:443', '2001:db8::7'],
  ['without quotes', '"[2001:db8::7]:443", 10.1.2.3:8080', '2001:db8::7'],
  ['IPv4 that IPv6 wraps', '::ffff:198.51.100.9', '198.51.100.9'],
  ['the proxy before a hop that is unknown', '203.0.113.9, unknown, 10.1.2.3', '10.1.2.3'],
  ['the proxy before an empty hop', '203.0.113.9, , 10.1.2.3', '10.1.2.3'],
  ['the proxy that names nothing', '203.0.113.9, unknown', '127.0.0.1'],
])('the address of a client is %s', async (_, forwarded, address) => {
  expect(await auditedAddress(forwarded)).toBe(address)
})

test('uses the own address of a client that is no trusted proxy', async () => {
  expect(await auditedAddress('203.0.113.9', '192.0.2.1')).toBe('192.0.2.1')
  expect(await auditedAddress('203.0.113.9', '::ffff:192.0.2.1')).toBe('192.0.2.1')
})

test('counts failed sign-ins through a gateway that adds ports for the address', async () => {
  const attempt = (number: number) =>
    server
      .as('anonymous')
      .send(
        'POST',
        '/api/v1/auth/login',
        { login_id: `nobody-${number}`, login_pw: PASSWORD },
        { 'x-forwarded-for': `198.51.100.90:${20_000 + number}` },
      )
  for (let number = 0; number < 100; number++) await attempt(number)
  const answers = await Promise.all([100, 101, 102].map(attempt))
  expect(answers.map((answer) => answer.json().detail.error_code)).toContain('USER.LOGIN.004')
}, 60_000)

test.each<[string, Record<string, string>, number]>([
  ['https before http inside', { 'x-forwarded-proto': 'https, http' }, 422],
  ['one protocol', { 'x-forwarded-proto': 'https' }, 422],
  ["the protocol's own port", { host: 'podium.lan:443', 'x-forwarded-proto': 'https' }, 422],
  ['no protocol', {}, 403],
  ['only http', { 'x-forwarded-proto': 'http' }, 403],
])('a browser without fetch metadata behind a proxy that names %s', async (_, headers, status) => {
  expect((await browserCall('https://podium.lan', headers)).statusCode).toBe(status)
})

test.each<[string, string, Record<string, string>, number]>([
  ['the port that the proxy names', 'https://podium.lan:8443', { 'x-forwarded-port': '8443' }, 422],
  ['the port of an allowed host', 'https://podium.lan:9443', {}, 422],
  ['another port', 'https://podium.lan:3000', { 'x-forwarded-port': '8443' }, 403],
  ['http, where the proxy was asked by https', 'http://podium.lan', {}, 403],
])('a page at %s behind a proxy that leaves the port out of Host', async (_, origin, headers, status) => {
  const answer = await browserCall(origin, { 'x-forwarded-proto': 'https', ...headers })
  expect(answer.statusCode).toBe(status)
  if (status === 403)
    expect(answer.json().detail).toMatch(/Set PODIUM_PUBLIC_URL to the address that people open\.$/)
})

/** A call with an empty body: 422 says that it passed the gate. */
const browserCall = (origin: string, headers: Record<string, string>) =>
  server.as('anonymous').send(
    'POST',
    '/api/v1/workspaces',
    {},
    {
      host: 'podium.lan',
      origin,
      'x-forwarded-for': '198.51.100.7',
      cookie: `__Host-podium=${server.people.tokens.admin}`,
      ...headers,
    },
  )

test('tells browsers to stay with https', async () => {
  const header = async (proto: string) =>
    (await server.as('anonymous').send('GET', '/api/v1/versions', undefined, { 'x-forwarded-proto': proto }))
      .headers['strict-transport-security']
  expect(await header('https, http')).toBe('max-age=63072000; includeSubDomains')
  expect(await header('https')).toBe('max-age=63072000; includeSubDomains')
  expect(await header('http')).toBeUndefined()
})

test('cuts slow headers after ten seconds, and waits for no request forever', () => {
  expect(server.app.server.headersTimeout).toBe(10_000)
  expect(server.app.server.requestTimeout).toBe(0)
})
