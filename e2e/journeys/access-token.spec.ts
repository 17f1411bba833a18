import { expect, test } from '@playwright/test'
import { beginSecondFactor, confirmSecondFactor, makeToken } from '@podium/contract/sign-in.ts'
import { Secret, TOTP } from 'otpauth'
import { signIn } from '../fixtures/api.ts'
import { podium } from '../fixtures/command.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'

const admin = { id: 'admin', password: 'grey-harbour-candle-9' }
let server: PodiumServer
let own: { account_id: string }

test.beforeAll(async () => {
  server = await startPodium({ env: { PODIUM_ADMIN_ID: admin.id, PODIUM_ADMIN_PASSWORD: admin.password } })
  own = await (await signIn(server.address, admin.id, admin.password)).get('/api/v1/auth/session')
})
test.afterAll(() => server.stop())

const pathOf = (route: { path: string }) => route.path.replace('{id}', own.account_id)
const at = () => ['--server', server.address]

test('an access token stands in for a sign-in, kept or from the environment', async () => {
  const api = await signIn(server.address, admin.id, admin.password)
  const asked = { name: 'nightly', scope: 'read', expires_in_days: 1, current_password: admin.password }
  const { token } = await api.post<{ token: string }>(pathOf(makeToken), asked)
  expect((await podium(server.home, ['login', '--token', ...at()], `${token}\n`)).output).toBe(
    `The next commands use this access token at ${server.address}, as admin.\n`,
  )
  expect(await podium(server.home, ['status', ...at()])).toMatchObject({
    code: 1,
    output: expect.not.stringContaining('sign in'),
  })
  expect((await podium(server.home, ['logout'])).output).toContain('It stays valid until it expires')
  const elsewhere = `${server.home}/elsewhere`
  expect((await podium(elsewhere, ['status', ...at()])).output).toContain('Please sign in first')
  const withToken = await podium(elsewhere, ['status', ...at()], '', { PODIUM_TOKEN: token })
  expect(withToken.output).not.toContain('sign in')
  const wrong = `podium_${'x'.repeat(43)}`
  expect((await podium(server.home, ['login', '--token', ...at()], `${wrong}\n`)).output).toContain(
    'The access token is not accepted',
  )
  expect((await podium(server.home, ['login', '--token', ...at()], 'nonsense\n')).output).toContain(
    'they begin with podium_',
  )
})

test('a sign-in from a pipe gives the code of the second factor on a third line', async () => {
  const api = await signIn(server.address, admin.id, admin.password)
  const { secret } = await api.post<{ secret: string }>(pathOf(beginSecondFactor), {
    current_password: admin.password,
  })
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await api.post(pathOf(confirmSecondFactor), { otp: codeAt(Date.now()) })
  const lines = `${admin.id}\n${admin.password}\n`
  expect((await podium(server.home, ['login', ...at()], lines)).output).toContain(
    'Write its code to standard input, below the password.',
  )
  // the code of the next half minute: the one of this has just been used
  const next = codeAt(Date.now() + 30_000)
  expect((await podium(server.home, ['login', ...at()], `${lines}${next}\n`)).output).toBe(
    `Signed in to ${server.address} as admin.\n`,
  )
  expect((await podium(server.home, ['logout'])).output).toBe('Signed out.\n')
})
