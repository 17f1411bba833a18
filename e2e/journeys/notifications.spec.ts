import { expect } from '@playwright/test'
import { type Exim, startExim } from '../../server/src/testing/exim.ts'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  admin,
  asAdmin,
  makeStream,
  makeWorkspace,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer
let exim: Exim
test.beforeAll(async () => {
  exim = await startExim()
  server = await startPodium({ env: { ...asAdmin.env, ...exim.env } })
})
test.afterAll(async () => {
  await server.stop()
  await exim.stop()
})

test('counts a failed run in the bell on another page, leads to it, and forgets it once it was opened', {
  tag: ['@long', '@exim', '@openssl'],
}, async ({ page }) => {
  const watched = watch(page)
  const api = await signIn(server.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'poc')
  await register(api, workspace, await scriptSolution('line', 'exit 3'))
  const stream = await makeStream(api, workspace, 'line')

  await openAs(page, server.address, admin, `/settings/workspace`)
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  const run = await startRun(api, stream)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link', { name: `${run.name} failed` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await bell.click()
  await expectAccessible(page)
  await panel.getByRole('link', { name: `${run.name} failed` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(run.name)
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(panel).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 800 })
  await bell.click()
  await panel.getByRole('link', { name: 'All notifications and my choices' }).click()
  const table = page.getByRole('table', { name: 'Notifications' })
  await expect(table.getByRole('link', { name: `${run.name} failed` })).toBeVisible()
  const choice = page.getByRole('checkbox', { name: 'My run fails, in Podium' })
  await choice.click()
  await expect(choice).not.toBeChecked()
  await expectAccessible(page)
  await page.reload()
  await expect(choice).not.toBeChecked()
  expect(watched).toEqual([])
})

test('lets a person choose mail once the account has an address, and sends a test message', {
  tag: ['@long', '@exim', '@openssl'],
}, async ({ page }) => {
  const watched = watch(page)
  const api = await signIn(server.address, admin.id, admin.password)
  await openAs(page, server.address, admin, `/settings/account/editProfile?tab=notifications`)
  const choice = page.getByRole('checkbox', { name: 'My run fails, by email' })
  await expect(page.getByText('Your account has no email address.')).toBeVisible()
  await expect(choice).toBeHidden()

  const { account_id: id } = await api.get<{ account_id: string }>('/api/v1/auth/session')
  await api.send('PATCH', '/api/v1/settings/accounts', { id, email: 'kim@example.org' })
  await page.reload()
  await choice.click()
  await expect(choice).toBeChecked()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('The mail server accepted the test message.').first()).toBeVisible()
  const [mail] = await exim.until(1)
  expect(mail).toMatchObject({
    envelopeTo: 'kim@example.org',
    headers: { subject: 'A test message from Podium' },
  })

  await exim.leave()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  const alert = page.getByRole('alertdialog', { name: 'The test message was not sent.' })
  await expect(alert).toContainText('the connection was refused')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The last message to you could not be sent.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page)
  await page.reload()
  await expect(choice).toBeChecked()
  expect(watched).toEqual([])
})
