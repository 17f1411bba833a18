import { expect } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { podium } from '../fixtures/command.ts'
import { emptyHome } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

test('lets the host unlock an account that failed five times', async ({ server, person }) => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    await signIn(server.address, person.id, 'wrong').catch(() => {})
  await expect(signIn(server.address, person.id, person.password)).rejects.toThrow('USER.LOGIN.002')
  expect(await podium(server.home, ['unlock', person.id])).toEqual({
    code: 0,
    output: `${person.id} is unlocked.\n`,
  })
  await signIn(server.address, person.id, person.password)
})

test('lets the host make a link with which a forgotten password is set again', async ({
  page,
  server,
  person,
}) => {
  const { code, output } = await podium(server.home, ['password', person.id])
  expect(code).toBe(0)
  const url = /http\S+/.exec(output)?.[0] ?? ''
  await page.goto(url)
  await page.getByLabel('New Password', { exact: true }).fill('copper-lantern-meadow-4')
  await page.getByLabel('Password Confirmation', { exact: true }).fill('copper-lantern-meadow-4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/overview/)
  await signIn(server.address, person.id, 'copper-lantern-meadow-4')
  await expect(signIn(server.address, person.id, person.password)).rejects.toThrow('401')
})

test('keeps a sign-in from a pipe for later commands, and ends it with a logout', async ({
  server,
  person,
}) => {
  const { id, password } = person
  const home = await emptyHome()
  const at = ['--server', server.address]
  expect(await podium(home, ['login', ...at], `${id}\n${password}\n`)).toMatchObject({ code: 0 })
  expect((await podium(home, ['login', ...at], `${id}\n`)).output).toContain('each on a line of its own')
  expect((await podium(home, ['logout'])).output).toBe('Signed out.\n')
})

test('says what to do with a command elsewhere instead of failing', async () => {
  const { code, output } = await podium('/nonexistent', ['unlock', 'admin'])
  expect(code).toBe(1)
  expect(output).toContain('This command works on the server’s own machine only')
})
