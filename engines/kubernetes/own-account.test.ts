import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { accountIn } from './own-account.ts'

const bearer = (claims: object) =>
  `Bearer h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test("reads the account from a service account's token, and from no other", () => {
  const sub = 'system:serviceaccount:podium:podium'
  expect(accountIn({ authorization: bearer({ sub }) })).toBe(sub)
  for (const authorization of [
    bearer({ sub: 'anna@example.org' }),
    bearer({}),
    'Bearer a.b.c',
    'Bearer plain',
  ])
    expect(accountIn({ authorization })).toBeNull()
  expect(accountIn({})).toBeNull()
})

test("reads the account from a certificate's name", { tags: 'openssl' }, () => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', '/dev/null']
  const cert = execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/O=servers/CN=podium'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  expect(accountIn({ cert })).toBe('podium')
})
