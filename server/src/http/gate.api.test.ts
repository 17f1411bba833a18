import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({
    env: { PODIUM_PUBLIC_URL: 'https://podium.example.org', PODIUM_ALLOWED_HOSTS: 'inside.example' },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return () => server.close()
})

interface Sent {
  method?: string
  url?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends exactly the given request: no cookie, host or type is added. */
const raw = ({ method = 'GET', url = '/api/v1/versions', headers = {}, body }: Sent) =>
  server.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', ...headers },
    ...(body !== undefined && { payload: body }),
  })

const browserCookie = () => `__Host-podium=${server.people.tokens.admin}`
const programCookie = () => `access-token=${server.people.tokens.admin}`

/** An unsafe call with a body that is invalid unless read as JSON: 422 says that it passed the gate. */
const unsafe = (headers: Record<string, string>, body?: string) =>
  raw({ method: 'POST', url: '/api/v1/workspaces', headers, body: body ?? '{}' })

test.each([
  ['localhost', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:8080', 200],
  ['podium.example.org', 200],
  ['INSIDE.example:8443', 200],
  ['evil.example', 421],
  ['localhost.evil.example', 421],
  ['podium.example.org.evil.example', 421],
])('a call for the host %s gets %i', async (host, status) => {
  expect((await raw({ headers: { host } })).statusCode).toBe(status)
})

test.each([
  ['a call without a host', 'GET /overview HTTP/1.1\r\nConnection: close', 421],
  ['one of the first generation', 'GET /api/v1/versions HTTP/1.0', 421],
  ['an empty host', 'GET /api/v1/versions HTTP/1.1\r\nHost:\r\nConnection: close', 421],
  ['a question for health without a host', 'GET /api/v1/healthz HTTP/1.1\r\nConnection: close', 200],
  ['what is no call', 'nonsense', 400],
])('answers %s with the security headers', async (_, head, status) => {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head}\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(answer).toMatch(/^content-security-policy: /im)
})

test('tells a strange host which setting to change, and lets it read the health', async () => {
  const refused = await raw({ headers: { host: 'evil.example' }, url: '/overview' })
  expect(refused.json()).toEqual({
    detail:
      "This server does not answer for the host 'evil.example'. Add it to PODIUM_ALLOWED_HOSTS to allow it.",
  })
  expect((await raw({ headers: { host: 'evil.example' }, url: '/api/v1/healthz' })).statusCode).toBe(200)
})

test.each<[string, Record<string, string>, number]>([
  ['the console', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 422],
  ['a browser that only names its origin', { origin: 'http://localhost' }, 422],
  ['the public address', { origin: 'https://podium.example.org' }, 422],
  ['another port of this host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['another site without fetch metadata', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['nobody, with a body', { 'sec-fetch-site': 'none' }, 403],
])('an unsafe call from %s', async (_, headers, status) => {
  const answer = await unsafe({ cookie: browserCookie(), 'content-type': 'application/json', ...headers })
  expect(answer.statusCode).toBe(status)
  if (status === 403)
    expect(answer.json()).toEqual({
      detail: 'This call must come from the console itself, not from another site.',
    })
})

test.each([
  ['application/json', 422],
  ['application/json; charset=utf-8', 422],
  ['text/plain', 415],
  ['text/plain; x=application/json', 415],
  ['application/jsonp', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
])('a browser that calls its body %s gets %i', async (type, status) => {
  const answer = await unsafe({
    cookie: browserCookie(),
    'sec-fetch-site': 'same-origin',
    'content-type': type,
  })
  expect(answer.statusCode).toBe(status)
})

test('answers 415 to a browser that does not declare the type of its body', async () => {
  const answer = await unsafe({ cookie: browserCookie(), 'sec-fetch-site': 'same-origin' })
  expect(answer.statusCode).toBe(415)
})

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'not a type', ''])(
  'reads a program’s body as JSON even as "%s"',
  async (type) => {
    const headers = { cookie: programCookie(), ...(type && { 'content-type': type }) }
    const answer = await unsafe(headers, '{"name":"x"}')
    expect(answer.json().detail).toContainEqual({
      loc: ['body', 's3_bucket_name'],
      msg: 'This field is required.',
      type: 'required',
    })
  },
)

test('accepts each cookie only if no other page can send or set it', async () => {
  const read = { url: '/api/v1/auth/session' }
  const site = { 'sec-fetch-site': 'same-origin' }
  const bearer = { authorization: `Bearer ${server.people.tokens.admin}` }
  const statusOf = async (sent: Sent) => (await raw(sent)).statusCode
  expect(await statusOf({ ...read, headers: { cookie: browserCookie() } })).toBe(200)
  expect(
    await statusOf({ ...read, headers: { cookie: browserCookie(), 'sec-fetch-site': 'cross-site' } }),
  ).toBe(200)
  expect(await statusOf({ ...read, headers: { cookie: programCookie() } })).toBe(200)
  expect(await statusOf({ ...read, headers: bearer })).toBe(200)
  expect(await statusOf({ ...read, headers: { cookie: programCookie(), ...site } })).toBe(401)
  expect(await statusOf({ ...read, headers: { ...bearer, ...site } })).toBe(401)
  expect(await statusOf({ ...read, headers: { cookie: browserCookie().replace('__Host-', '') } })).toBe(401)
  expect((await unsafe({ cookie: browserCookie() })).statusCode).toBe(401)
  expect((await unsafe(bearer)).statusCode).toBe(422)
})

test('refuses a GET that checks something to a link of another site', async () => {
  const check = (headers: Record<string, string>) =>
    raw({ url: '/api/v1/workspaces/check?name=first', headers: { cookie: browserCookie(), ...headers } })
  expect((await check({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await check({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403)
  expect((await check({ 'sec-fetch-site': 'same-origin' })).json()).toEqual({ duplicate: true })
})

test('accepts the host token from this host only, and never from a browser', async () => {
  const headers = { host: 'localhost', authorization: `Bearer ${server.deps.hostToken}` }
  const ask = (more: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url: '/api/v1/settings/accounts', headers: { ...headers, ...more }, remoteAddress })
  expect((await ask()).statusCode).toBe(200)
  expect((await ask({}, '192.0.2.1')).statusCode).toBe(401)
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect([header, (await ask({ [header]: '127.0.0.1' })).statusCode]).toEqual([header, 401])
  expect((await ask({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(401)
  expect((await ask({ authorization: 'Bearer nothing' })).statusCode).toBe(401)
})

test('sends the security headers with every answer, including refusals and pages', async () => {
  const answers = [
    await raw({}),
    await raw({ headers: { host: 'evil.example' } }),
    await raw({ url: '/api/v1/nothing' }),
    await raw({ url: '/api/v1/auth/session' }),
    await raw({ url: '/%zz' }),
    await raw({ method: 'PUT' }),
    await raw({ method: 'POST', url: '/overview' }),
    await raw({ url: '/overview' }),
  ]
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(String(headers['content-security-policy'])).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})
