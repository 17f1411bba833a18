import { expect } from '@playwright/test'
import { signInAt } from '../fixtures/sign-in.ts'
import { test } from './firefox.ts'

test('a person signs in and out, and Back shows nothing of the session', async ({
  page,
  server,
  workspace,
  person,
}) => {
  await signInAt(page, server.address, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText(workspace.display_name).first()).toBeVisible()
  // A second document: Firefox keeps the first one as it was, and shows it again when a person goes back.
  await page.goto(`${server.address}/inferenceModel?view=runs`)
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()

  for (let times = 0; times < 2; times += 1) {
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expect(page.getByText(workspace.display_name)).toHaveCount(0)
  }
})
