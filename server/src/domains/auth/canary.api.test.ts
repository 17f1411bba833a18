import { Writable } from 'node:stream'
import { readSession } from '@podium/contract/calls/auth.ts'
import { listLogins, listSessions, listTokens, makeToken } from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  codeOf,
  givePasswords,
  setSecondFactor,
  signInAs,
  TEST_PASSWORD,
  tryLogin,
} from '../../testing/test-sign-in.ts'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  server = await createTestApp({ log: pino({ level: 'trace' }, sink) })
  await givePasswords(server)
  return () => server.close()
})

/** Every row of every table, as text; bytes are in hex. */
async function everything(): Promise<string> {
  const { rows: tables } = await server.deps.database.execute<{ name: string }>(
    sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => server.deps.database.execute(sql`select t::text from ${sql.raw(name)} t`)),
  )
  return texts.map(({ rows }) => JSON.stringify(rows)).join('\n')
}

const hex = (text: string) => Buffer.from(text).toString('hex')

test('leaves no secret of a sign-in in a log line, in the audit log or in a table', async () => {
  const { secret, recovery_codes } = await setSecondFactor(server, 'member')
  const wrong = 'a-wrong-password-that-nobody-has'
  await tryLogin(server, 'member', { login_pw: wrong })
  await tryLogin(server, wrong)
  const [spent = '', unspent = ''] = recovery_codes
  const session = await signInAs(server, 'member', spent)
  const params = { id: server.people.ids.member }
  const otp = codeOf(secret)
  const { token } = await session.call(makeToken, {
    params,
    headers: { 'idempotency-key': 'canary' },
    body: { name: 'canary', scope: 'read', expires_in_days: 1, current_password: TEST_PASSWORD, otp },
  })
  const headers = { authorization: `Bearer ${token}` }
  await server.as('anonymous').call(readSession, { headers })
  const answers = await Promise.all(
    [listSessions, listTokens, listLogins].map((route) => session.ask(route, { params })),
  )
  const outputs = {
    log: lines.join(''),
    database: await everything(),
    answers: answers.map(({ body }) => body).join(''),
  }
  expect(outputs.log).toContain('"path":"/api/v1/auth/login"')
  expect(outputs.database).toContain('account.make-token')
  expect(outputs.answers).toContain('canary')
  const plain = spent.replaceAll('-', '')
  const secretBytes = Secret.fromBase32(secret).hex.toLowerCase()
  const secrets = [TEST_PASSWORD, wrong, secret, spent, unspent, plain, token, token.replace('podium_', '')]
  for (const [name, text] of Object.entries(outputs))
    for (const one of [...secrets, ...secrets.map((each) => hex(each)), secretBytes])
      expect(text.includes(one) ? `${one} stands in the ${name}` : '').toBe('')
})
