import { expect, test } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { podium } from '../fixtures/command.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'

const admin = { id: 'admin', password: 'grey-harbour-candle-9' }
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium({ env: { PODIUM_ADMIN_ID: admin.id, PODIUM_ADMIN_PASSWORD: admin.password } })
})
test.afterAll(() => server.stop())

test('the host unlocks an account that failed five times', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    await signIn(server.address, admin.id, 'wrong').catch(() => {})
  await expect(signIn(server.address, admin.id, admin.password)).rejects.toThrow('USER.LOGIN.002')
  expect(await podium(server.home, ['unlock', admin.id])).toEqual({ code: 0, output: 'admin is unlocked.\n' })
  await signIn(server.address, admin.id, admin.password)
})

test('the host makes a link with which a forgotten password is set anew', async ({ page }) => {
  const { code, output } = await podium(server.home, ['password', admin.id])
  expect(code).toBe(0)
  const url = /http\S+/.exec(output)?.[0] ?? ''
  await page.goto(url)
  await page.getByLabel('New Password', { exact: true }).fill('copper-lantern-meadow-4')
  await page.getByLabel('Password Confirmation', { exact: true }).fill('copper-lantern-meadow-4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/overview/)
  await signIn(server.address, admin.id, 'copper-lantern-meadow-4')
  await expect(signIn(server.address, admin.id, admin.password)).rejects.toThrow('401')
})

test('a sign-in from a pipe is kept for the next commands, and ends with a logout', async () => {
  const { id, password } = { id: admin.id, password: 'copper-lantern-meadow-4' }
  const at = ['--server', server.address]
  expect(await podium(server.home, ['login', ...at], `${id}\n${password}\n`)).toMatchObject({ code: 0 })
  expect((await podium(server.home, ['login', ...at], `${id}\n`)).output).toContain(
    'each on a line of its own',
  )
  expect((await podium(server.home, ['logout'])).output).toBe('Signed out.\n')
})

test('a command elsewhere says what to do instead of failing', async () => {
  const { code, output } = await podium('/nonexistent', ['unlock', admin.id])
  expect(code).toBe(1)
  expect(output).toContain('This command works on the server’s own machine only')
})
