import { login } from '@podium/contract/calls/auth.ts'
import { beginSecondFactor, confirmSecondFactor } from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { passwords } from '../domains/accounts/passwords.ts'
import { podium } from '../domains/audit/audit.ts'
import type { TestApp } from './test-app.ts'
import { createClient, type TestClient } from './test-client.ts'
import type { Player } from './test-people.ts'

export const TEST_PASSWORD = 'violet kettle under moss'
let hashed: Promise<string> | undefined

/** Gives everybody the same password, and restores whatever a test may have taken from them. */
export async function givePasswords({ deps }: TestApp): Promise<void> {
  hashed ??= passwords.hash(TEST_PASSWORD, podium)
  const hash = await hashed
  await deps.database.execute(sql`update accounts set password_hash = ${hash}, login_fail_count = 0,
    locked_at = null, must_change_password = false, role = case username when 'admin' then 'ADMIN' else 'DEVELOPER' end,
    deleted_at = null, totp_secret = null, totp_confirmed_at = null, totp_last_step = null`)
}

/** The code that an authenticator shows this many half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Lets every code be used again. */
export async function forgetCodes({ deps }: TestApp): Promise<void> {
  await deps.database.execute(sql`update accounts set totp_last_step = null`)
}

export function tryLogin(
  server: TestApp,
  login_id: string,
  credentials: { login_pw?: string; otp?: string } = {},
): Promise<LightMyRequestResponse> {
  return server.as('anonymous').ask(login, { body: { login_id, login_pw: TEST_PASSWORD, ...credentials } })
}

/** Signs in again and returns a client with the new session. */
export async function signInAs(server: TestApp, login_id: string, otp?: string): Promise<TestClient> {
  const answer = await tryLogin(server, login_id, otp === undefined ? {} : { otp })
  const token = /access-token=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1]
  if (!token) throw new Error(`${login_id} was not signed in: ${answer.body}`)
  return createClient(server.app, token)
}

/** Sets the person's second factor; every code can be used afterwards. */
export async function setSecondFactor(
  server: TestApp,
  who: Player,
): Promise<{ secret: string; recovery_codes: string[] }> {
  const params = { id: server.people.ids[who] }
  const client = server.as(who)
  const { secret } = await client.call(beginSecondFactor, {
    params,
    body: { current_password: TEST_PASSWORD },
  })
  const { recovery_codes } = await client.call(confirmSecondFactor, {
    params,
    body: { otp: codeOf(secret) },
  })
  await forgetCodes(server)
  return { secret, recovery_codes }
}
