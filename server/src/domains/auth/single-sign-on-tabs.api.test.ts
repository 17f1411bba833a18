import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createOpenIdConnect } from '../../identity-provider/openid-connect.ts'
import type { OidcSettings } from '../../oidc-settings.ts'
import { signInAtProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const ORIGIN = 'http://localhost:8080'
let server: TestApp

beforeAll(async () => {
  const provider = await startIdentityProvider(`${ORIGIN}/api/v1/auth/oidc/callback`, {
    kim: { groups: ['staff'] },
  })
  const env = { ...provider.env, PODIUM_PUBLIC_URL: ORIGIN, PODIUM_OIDC_GROUPS: 'staff' }
  server = await createTestApp({ env, provider: createOpenIdConnect(settingsOf(env)) })
  return async () => {
    await server.close()
    await provider.stop()
  }
})

function settingsOf(env: Record<string, string>): OidcSettings {
  const { oidc } = readConfig(env)
  if (!oidc) throw new Error('single sign-on is not set up')
  return oidc
}

/** Requests like a browser that follows a link or a redirect. */
const visit = (url: string, cookie: string) =>
  server.app.inject({ url, headers: { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie } })

const begin = (next: string, cookie = '') =>
  visit(`/api/v1/auth/oidc/start?next=${encodeURIComponent(next)}`, cookie)

const cookiesOf = (answer: LightMyRequestResponse) =>
  [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '')

/** A browser's cookies after answers that set and delete some. */
function jarAfter(answers: LightMyRequestResponse[]): Map<string, string> {
  const jar = new Map<string, string>()
  for (const set of answers.flatMap(cookiesOf)) {
    const [name = '', value = ''] = set.split('=')
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return jar
}
const headerOf = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

test('signs in two tabs at once, and leaves no cookie of that', async () => {
  const answers = [await begin('/overview'), await begin('/notifications')]
  for (const { headers } of [...answers]) {
    const { pathname, search } = await signInAtProvider(String(headers.location), 'kim')
    answers.push(await visit(pathname + search, headerOf(jarAfter(answers))))
  }
  expect(answers.slice(2).map(({ headers }) => headers.location)).toEqual([
    '/auth/login#signed-in=%2Foverview',
    '/auth/login#signed-in=%2Fnotifications',
  ])
  expect([...jarAfter(answers).keys()]).toEqual(['__Host-podium'])
})

test.each([
  ['short addresses', '/overview', 5],
  ['the longest addresses', `/overview?q=${'a'.repeat(2000)}`, 2],
])('keeps the newest of many sign-ins that a browser begins for pages with %s', async (_, next, kept) => {
  const answers: LightMyRequestResponse[] = []
  for (let at = 0; at < 8; at++) answers.push(await begin(next, headerOf(jarAfter(answers))))
  const jar = jarAfter(answers)
  const newest = answers.slice(-kept).map((answer) => cookiesOf(answer)[0]?.split('=')[0])
  expect([...jar.keys()]).toEqual(newest)
  expect(headerOf(jar).length).toBeLessThan(6200)
})

test('returns people to the path, and limits their cookies to it', async () => {
  const address = `${ORIGIN}/podium`
  const provider = await startIdentityProvider(`${address}/api/v1/auth/oidc/callback`, {
    kim: { groups: ['staff'] },
  })
  const env = { ...provider.env, PODIUM_PUBLIC_URL: address, PODIUM_OIDC_GROUPS: 'staff' }
  const below = await createTestApp({ env, provider: createOpenIdConnect(settingsOf(env)) })
  const ask = (url: string, cookie = '') =>
    below.app.inject({ url, headers: { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie } })
  const begun = await ask('/podium/api/v1/auth/oidc/start?next=%2Foverview')
  expect(String(begun.headers['set-cookie'])).toMatch(
    /^__Secure-podium-sign-in-[\w-]{16}=[\w-]+; Path=\/podium; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  const back = await signInAtProvider(String(begun.headers.location), 'kim')
  expect(back.pathname).toBe('/podium/api/v1/auth/oidc/callback')
  const done = await ask(back.pathname + back.search, cookiesOf(begun).join('; '))
  expect(done.headers.location).toBe('/podium/auth/login#signed-in=%2Foverview')
  expect(cookiesOf(done).map((cookie) => cookie.split('=')[0])).toContain('__Secure-podium')
  const refused = await ask('/podium/api/v1/auth/oidc/callback?state=x&code=y')
  expect(refused.headers.location).toBe('/podium/auth/login#refused=begun')
  await below.close()
  await provider.stop()
})
