import { expect } from '@playwright/test'
import { signInAt } from '../fixtures/sign-in.ts'
import { test } from './firefox.ts'

test('signs a person in and out, and shows nothing of the session on Back', async ({
  page,
  server,
  workspace,
  person,
}) => {
  await signInAt(page, server.address, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText(workspace.display_name).first()).toBeVisible()
  // Opens a second document, because Firefox may restore the first one as it was left.
  await page.goto(`${server.address}/inferenceModel?view=runs`)
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()

  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.getByText(workspace.display_name)).toHaveCount(0)
  expect(visited).toEqual(['/overview', '/auth/login'])
})
