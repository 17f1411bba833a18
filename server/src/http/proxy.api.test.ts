import { createAccount } from '@podium/contract/accounts.ts'
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
      PODIUM_ALLOWED_HOSTS: 'podium.lan',
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

test('a browser over plain http on a host name gets a cookie that it keeps', async () => {
  const from = (host: string) => ({ host, origin: `http://${host}` })
  const plain = 'podium=…; Path=/; HttpOnly; SameSite=Strict'
  const secure = '__Host-podium=…; Path=/; HttpOnly; SameSite=Strict; Secure'
  expect(await loginCookie(from('podium.lan'))).toBe(plain)
  expect(await loginCookie(from('localhost:8080'))).toBe(secure)
  expect(
    await loginCookie({ host: 'podium.lan', origin: 'https://podium.lan', 'x-forwarded-proto': 'https' }),
  ).toBe(secure)
})

test('that cookie signs in where the switch is set', async () => {
  const answer = await server.as('anonymous').send('GET', '/api/v1/auth/session', undefined, {
    host: 'podium.lan',
    cookie: `podium=${server.people.tokens.member}`,
  })
  expect(answer.statusCode).toBe(200)
})

test('the address is the right-most hop that no trusted proxy is', async () => {
  const addressFor = async (username: string, forwarded: string, remoteAddress: string) => {
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
  expect(await addressFor('one', '203.0.113.9, 198.51.100.7, 10.1.2.3', '127.0.0.1')).toBe('198.51.100.7')
  expect(await addressFor('two', '203.0.113.9', '192.0.2.1')).toBe('192.0.2.1')
})

test('https is told to stay', async () => {
  const header = async (proto: string) =>
    (await server.as('anonymous').send('GET', '/api/v1/versions', undefined, { 'x-forwarded-proto': proto }))
      .headers['strict-transport-security']
  expect(await header('https')).toBe('max-age=63072000; includeSubDomains')
  expect(await header('http')).toBeUndefined()
})

test('slow headers are cut after ten seconds, and nothing waits for a request for ever', () => {
  expect(server.app.server.headersTimeout).toBe(10_000)
  expect(server.app.server.requestTimeout).toBe(0)
})
