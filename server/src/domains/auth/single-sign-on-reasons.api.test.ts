import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createOpenIdConnect } from '../../identity-provider/openid-connect.ts'
import { signInAtProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { createTestApp } from '../../testing/test-app.ts'

const ORIGIN = 'http://localhost:8080'
const PUSHED_ONLY = {
  features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
}

/** Runs the work with a server and a provider of its own, and closes both. */
async function withServer(
  env: Record<string, string>,
  more: Record<string, unknown>,
  work: (server: Awaited<ReturnType<typeof serverOf>>) => Promise<void>,
) {
  const callback = `${ORIGIN}/api/v1/auth/oidc/callback`
  const provider = await startIdentityProvider(callback, { kim: { groups: ['staff'] } }, more)
  const server = await serverOf({ ...provider.env, ...env })
  await work(server).finally(async () => {
    await server.close()
    await provider.stop()
  })
}

async function serverOf(given: Record<string, string>) {
  const env = { ...given, PODIUM_PUBLIC_URL: ORIGIN, PODIUM_OIDC_GROUPS: 'staff' }
  const { oidc } = readConfig(env)
  if (!oidc) throw new Error('single sign-on is not set up')
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) })
  const { app, deps, close } = await createTestApp({ env, log, provider: createOpenIdConnect(oidc) })
  const visit = async (url: string, cookie = '') => {
    const headers = { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie }
    const answer = await app.inject({ url, headers })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    return { to: String(answer.headers.location), cookie: set.map((each) => each.split(';')[0]).join('; ') }
  }
  return {
    close,
    logged,
    visit,
    begin: () => visit('/api/v1/auth/oidc/start'),
    async reasons() {
      const { rows } = await deps.database.execute<{ after: unknown }>(
        sql`select after from audit_events where action = 'account.refuse-sign-in' order by id`,
      )
      return rows.map(({ after }) => after)
    },
  }
}

test('signs in at a provider that accepts pushed requests only', async () => {
  await withServer({}, PUSHED_ONLY, async ({ begin, visit }) => {
    const { to, cookie } = await begin()
    expect(new URL(to).searchParams.has('request_uri')).toBe(true)
    const back = await signInAtProvider(to, 'kim')
    expect((await visit(back.pathname + back.search, cookie)).to).toBe('/auth/login#signed-in=')
  })
})

test('writes the provider’s words into log and audit log, and none of them into the address', async () => {
  await withServer({}, {}, async ({ begin, visit, reasons, logged }) => {
    const { to, cookie } = await begin()
    const sent = new URL(to).searchParams
    const said = encodeURIComponent('AADSTS50105: Kim is not assigned to a role for the application.')
    const answer = await visit(
      `/api/v1/auth/oidc/callback?error=access_denied&error_description=${said}&state=${sent.get('state')}&iss=${encodeURIComponent(new URL(to).origin)}`,
      cookie,
    )
    expect(answer.to).toBe('/auth/login#refused=provider')
    const detail =
      'The provider answers access_denied: AADSTS50105: Kim is not assigned to a role for the application.'
    expect(await reasons()).toEqual([{ reason: 'provider', detail }])
    expect(logged.join('')).toContain(detail)
    expect(logged.join('') + JSON.stringify(await reasons())).not.toContain(sent.get('state'))
  })
})

test('writes the provider’s words about a wrong secret, but neither the secret nor the code', async () => {
  const secret = 'a-wrong-secret'
  await withServer({ PODIUM_OIDC_CLIENT_SECRET: secret }, {}, async ({ begin, visit, reasons, logged }) => {
    const { to, cookie } = await begin()
    const back = await signInAtProvider(to, 'kim')
    expect((await visit(back.pathname + back.search, cookie)).to).toBe('/auth/login#refused=provider')
    expect(await reasons()).toEqual([
      {
        reason: 'provider',
        detail: expect.stringMatching(/^The provider answers invalid_client: .+ \(HTTP 401\)$/),
      },
    ])
    const written = logged.join('') + JSON.stringify(await reasons())
    expect(written).not.toContain(secret)
    expect(written).not.toContain(back.searchParams.get('code'))
  })
})
