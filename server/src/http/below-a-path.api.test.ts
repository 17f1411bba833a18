import { makePasswordLink } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { readDocument, readHealth } from '@podium/contract/calls/system.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { passwords } from '../domains/accounts/passwords.ts'
import { podium } from '../domains/audit/audit.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const PASSWORD = 'violet kettle under moss'
const BROWSER = { host: 'example.org', 'sec-fetch-site': 'same-origin' }
let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ env: { PODIUM_PUBLIC_URL: 'https://example.org/podium/' } })
  const hash = await passwords.hash(PASSWORD, podium)
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}`)
  return () => server.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...BROWSER, ...headers } })

async function signIn() {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/podium/api/v1/auth/login',
    headers: BROWSER,
    payload: { login_id: 'member', login_pw: PASSWORD },
  })
  return String(answer.headers['set-cookie'])
}

test('answers calls below the path, and without it for a proxy that strips it', async () => {
  for (const before of ['/podium', ''])
    for (const path of [readHealth.path, '/api/v1/versions', '/api/v1/versions?x=/podium'])
      expect((await get(before + path)).statusCode).toBe(200)
  for (const path of ['/podiums/api/v1/versions', '/podium/podium/api/v1/versions'])
    expect((await get(path)).headers['content-type']).not.toContain('json')
})

test('limits the browser’s cookie to the path', async () => {
  const cookie = await signIn()
  expect(cookie).toMatch(/^__Secure-podium=[\w-]{43}; Path=\/podium; HttpOnly; SameSite=Strict; Secure$/)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  expect((await get(`/podium${readSession.path}`, headers)).statusCode).toBe(200)
  expect((await get(readSession.path, headers)).statusCode).toBe(200)
  const stranger = { cookie: headers.cookie.replace('__Secure-', '__Host-') }
  expect((await get(readSession.path, stranger)).statusCode).toBe(401)
  const out = await server.app.inject({
    method: 'POST',
    url: '/podium/api/v1/auth/logout',
    headers: { ...BROWSER, ...headers },
  })
  expect(out.headers['set-cookie']).toEqual(
    ['__Secure-podium', 'podium', 'access-token'].map((name) =>
      expect.stringContaining(`${name}=; Path=/podium; Max-Age=0`),
    ),
  )
})

test('includes the path in links and in the OpenAPI document', async () => {
  const { rows } = await server.deps.database.execute<{ id: string }>(
    sql`select id from accounts where username = 'member'`,
  )
  const link = await server.as('admin').call(makePasswordLink, { params: { id: rows[0]?.id ?? '' } })
  expect(link.url).toMatch(/^https:\/\/example\.org\/podium\/auth\/password#/)
  const document = await server.as('admin').call(readDocument)
  expect(document).toMatchObject({
    servers: [{ url: '/podium' }],
    components: { securitySchemes: { browser: { name: '__Secure-podium' } } },
  })
})
