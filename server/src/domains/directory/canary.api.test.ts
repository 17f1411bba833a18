// @module-tag slapd
// @module-tag openssl
import { Writable } from 'node:stream'
import { createAccount } from '@podium/contract/calls/accounts.ts'
import {
  readDirectory,
  searchDirectory,
  searchDirectoryByGet,
  verifyDirectoryUser,
  verifyDirectoryUserByGet,
} from '@podium/contract/calls/directory.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Slapd, startSlapd } from '../../testing/slapd.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'
import { IMPATIENCE, testDirectory } from '../../testing/test-directory.ts'

const RIGHT = 'canary-right-password-of-kim'
const WRONG = 'canary-wrong-password-of-kim'
const lines: string[] = []
let slapd: Slapd
let server: TestApp
const patience = { connect_ms: 2_000, whole_ms: 5_000 }

beforeAll(async () => {
  slapd = await startSlapd([{ uid: 'kim', password: RIGHT, mail: 'kim@example.org' }])
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  server = await createTestApp({
    directory: testDirectory(slapd.env, { patience }),
    env: { PODIUM_COMPAT_LDAP_GET: '1' },
    log: pino({ level: 'trace' }, sink),
  })
  return async () => {
    await server.close()
    await slapd.stop()
  }
})

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await server.deps.database.execute<{ name: string }>(
    sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => server.deps.database.execute(sql`select t::text from ${sql.raw(name)} t`)),
  )
  return texts.map(({ rows }) => JSON.stringify(rows)).join('\n')
}

/** Sends a directory password to the server in every possible way, on a new server without used tries. */
async function useEverywhere(password: string): Promise<string[]> {
  await server.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_at = null`)
  const app = await buildApp(server.deps, 'no-console')
  const admin = createClient(app, server.people.tokens.admin ?? null)
  const credentials = { login_id: 'kim', login_pw: password }
  const looking = { ...credentials, target_user: 'kim' }
  const headers = { 'idempotency-key': password.slice(0, 9) }
  const answers = [
    await admin.ask(verifyDirectoryUser, { body: credentials, headers }),
    await admin.ask(searchDirectory, { body: looking, headers }),
    await admin.ask(verifyDirectoryUserByGet, { query: credentials }),
    await admin.ask(searchDirectoryByGet, { query: looking }),
    await admin.ask(searchDirectoryByGet, {
      query: { ...looking, page: `${password}&login_pw=${password}` },
    }),
    await admin.send(
      'GET',
      `/api/v1/settings/accounts/ldap/verify?login_pw=${password}&login_pw=${password}`,
    ),
    await admin.send('GET', `/api/v1/settings/accounts/ldap/nothing?login_pw=${password}`),
    await admin.ask(createAccount, {
      query: { login_type: 'ldap' },
      body: { username: 'kim', role: 'DEVELOPER', password },
    }),
    await createClient(app, null).send('POST', '/api/v1/auth/login', credentials),
    await admin.ask(readDirectory),
  ]
  await app.close()
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([])
  return answers.map(({ body }) => body)
}

test('leaves no directory password in a log line, in an answer or in a table', async () => {
  await server.as('admin').call(createAccount, {
    query: { login_type: 'ldap' },
    body: { username: 'kim', role: 'DEVELOPER' },
  })
  const answers = [...(await useEverywhere(RIGHT)), ...(await useEverywhere(WRONG))]
  await slapd.pause()
  Object.assign(patience, IMPATIENCE)
  answers.push(...(await useEverywhere(WRONG)))
  slapd.resume()
  const outputs = { log: lines.join(''), database: await everything(), answers: answers.join('\n') }
  expect(outputs.log).toContain('"path":"/api/v1/settings/accounts/ldap/verify"')
  expect(outputs.log).toContain('directory_away')
  expect(outputs.database).toContain('kim@example.org')
  const secrets = [RIGHT, WRONG, String(slapd.env.PODIUM_LDAP_READER_PASSWORD)]
  for (const [name, text] of Object.entries(outputs))
    for (const secret of secrets)
      for (const form of [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret)])
        expect([name, text.includes(form)]).toEqual([name, false])
})
