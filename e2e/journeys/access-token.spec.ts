import { expect } from '@playwright/test'
import { beginSecondFactor, confirmSecondFactor, makeToken } from '@podium/contract/calls/sign-in.ts'
import { Secret, TOTP } from 'otpauth'
import { signIn } from '../fixtures/api.ts'
import { podium } from '../fixtures/command.ts'
import type { Person } from '../fixtures/seed.ts'
import { emptyHome } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

const pathOf = (route: { path: string }, { account_id }: Person) => route.path.replace('{id}', account_id)

test('accepts an access token in place of a sign-in, stored or from the environment', {
  tag: '@long',
}, async ({ server, person }) => {
  const at = ['--server', server.address]
  const home = await emptyHome()
  const api = await signIn(server.address, person.id, person.password)
  const asked = { name: 'nightly', scope: 'read', expires_in_days: 1, current_password: person.password }
  const { token } = await api.post<{ token: string }>(pathOf(makeToken, person), asked)
  expect((await podium(home, ['login', '--token', ...at], `${token}\n`)).output).toBe(
    `The next commands use this access token at ${server.address}, as ${person.id}.\n`,
  )
  expect(await podium(home, ['status', ...at])).toMatchObject({ code: 0 })
  expect((await podium(home, ['logout'])).output).toContain('It stays valid until it expires')
  const elsewhere = `${home}/elsewhere`
  expect((await podium(elsewhere, ['status', ...at])).output).toContain('Please sign in first')
  const withToken = await podium(elsewhere, ['status', ...at], '', { PODIUM_TOKEN: token })
  expect(withToken.output).not.toContain('sign in')
  const wrong = `podium_${'x'.repeat(43)}`
  expect((await podium(home, ['login', '--token', ...at], `${wrong}\n`)).output).toContain(
    'The access token is not accepted',
  )
  expect((await podium(home, ['login', '--token', ...at], 'nonsense\n')).output).toContain(
    'they begin with podium_',
  )
})

test('reads the code of the second factor from a third line of a pipe', { tag: '@long' }, async ({
  server,
  person,
}) => {
  const at = ['--server', server.address]
  const home = await emptyHome()
  const api = await signIn(server.address, person.id, person.password)
  const { secret } = await api.post<{ secret: string }>(pathOf(beginSecondFactor, person), {
    current_password: person.password,
  })
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await api.post(pathOf(confirmSecondFactor, person), { otp: codeAt(Date.now()) })
  const lines = `${person.id}\n${person.password}\n`
  expect((await podium(home, ['login', ...at], lines)).output).toContain(
    'Write its code to standard input, below the password.',
  )
  // The next code, because this half minute's has just been used.
  const next = codeAt(Date.now() + 30_000)
  expect((await podium(home, ['login', ...at], `${lines}${next}\n`)).output).toBe(
    `Signed in to ${server.address} as ${person.id}.\n`,
  )
  expect((await podium(home, ['logout'])).output).toBe('Signed out.\n')
})
