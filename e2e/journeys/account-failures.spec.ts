import { expect, type Page } from '@playwright/test'
import { type Api, signIn } from '../fixtures/api.ts'
import { answerDialog } from '../fixtures/dialog.ts'
import { field } from '../fixtures/field.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs, signInAt } from '../fixtures/sign-in.ts'

const PASSWORD = 'grey-lantern-orchard-4'
const REFUSAL = { status: 503, json: { detail: 'The database does not answer.' } }
const ACCOUNTS = '/api/v1/settings/accounts'
let server: PodiumServer
let api: Api

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  await makeWorkspace(api, 'poc')
  await api.post(ACCOUNTS, {
    username: 'kim',
    password: PASSWORD,
    display_name: 'Kim Sol',
    email: 'kim@aster.example',
    role: 'DEVELOPER',
  })
})
test.afterAll(() => server.stop())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Refuses changes of accounts below this path, but allows reading. */
async function refuse(page: Page, path: string) {
  await page.route(
    (address) => address.pathname === path,
    (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(REFUSAL)),
  )
}

/** Expects an alert with the failure and its reason, and closes it. */
async function noteFailure(page: Page, title: string) {
  await expect(page.getByRole('alertdialog', { name: title, exact: true })).toContainText(REFUSAL.json.detail)
  await answerDialog(page, title, 'OK')
}

test('says that an account could not be made, and keeps what was typed', { tag: '@long' }, async ({
  page,
}) => {
  await signInAt(page, server.address, admin)
  await refuse(page, ACCOUNTS)
  await page.goto(`${server.address}/settings/account/register`)
  await field(page, 'ID').fill('lea')
  await press(page, 'Check Duplicate')
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Password Confirmation').fill(PASSWORD)
  await field(page, 'User Name').fill('Lea Sol')
  await field(page, 'Email Address').fill('lea@aster.example')
  await field(page, 'Account Type').selectOption('DEVELOPER')
  await expect(page.getByText('This ID is available.', { exact: true })).toBeVisible()
  await press(page, 'Save')
  await answerDialog(page, 'Create the item(s)?', 'Create')
  await noteFailure(page, 'Failed to create.')
  await expect(field(page, 'User Name')).toHaveValue('Lea Sol')
})

test('says that an account could not be edited, unlocked or deleted, and leaves it as it was', {
  tag: '@long',
}, async ({ page }) => {
  for (let tries = 1; tries <= 5; tries += 1)
    await expect(signIn(server.address, 'kim', `wrong ${tries}`)).rejects.toThrow('answered 401')
  await signInAt(page, server.address, admin)
  for (const path of [ACCOUNTS, `${ACCOUNTS}/unblock`, `${ACCOUNTS}/delete`]) await refuse(page, path)
  await page.goto(`${server.address}/settings/account`)
  await page.getByRole('link', { name: 'kim', exact: true }).click()

  await press(page, 'Unlock')
  await answerDialog(page, 'Unlock selected item(s)?', 'Unlock')
  await noteFailure(page, 'Failed to unlock.')
  await press(page, 'Delete')
  await answerDialog(page, 'Delete selected item(s)?', 'Delete')
  await noteFailure(page, 'Failed to delete.')
  await field(page, 'User Name').fill('Kim')
  await press(page, 'Save')
  await answerDialog(page, 'Save the changes?', 'Save')
  await noteFailure(page, 'Failed to edit.')
  await expect(field(page, 'User Name')).toHaveValue('Kim')

  const { accounts } = await api.get<{ accounts: object[] }>(`${ACCOUNTS}?q=kim`)
  expect(accounts).toMatchObject([{ username: 'kim', display_name: 'Kim Sol', locked: true }])
})

test('reports a refusal that applies to everybody in its own words, and only once', {
  tag: '@long',
}, async ({ page }) => {
  await openAs(page, server.address, admin, `/settings/account`)
  await page.getByRole('link', { name: 'kim', exact: true }).click()
  const refusals = [
    {
      status: 403,
      detail: 'Only an administrator may do this.',
      title: 'Only an administrator may do this.',
    },
    { status: 405, detail: 'Not here.', title: 'Method Not Allowed.' },
    { status: 422, detail: 'That is no account.', title: 'Invalid Request.' },
  ]
  for (const { status, detail, title } of refusals) {
    await page.route(`**${ACCOUNTS}/delete`, (route) => route.fulfill({ status, json: { detail } }))
    await press(page, 'Delete')
    await answerDialog(page, 'Delete selected item(s)?', 'Delete')
    await answerDialog(page, title, 'OK')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
})

test('says that the own password could not be saved, and keeps what was typed', {
  tag: '@long',
}, async ({ page }) => {
  await signInAt(page, server.address, admin)
  const { account_id } = await api.get<{ account_id: string }>('/api/v1/auth/session')
  await refuse(page, `${ACCOUNTS}/${account_id}`)
  await page.goto(`${server.address}/settings/account/editProfile`)
  await field(page, 'Current Password').fill(admin.password)
  await field(page, 'New Password').fill(PASSWORD)
  await field(page, 'Password Confirmation').fill(PASSWORD)
  await press(page, 'Save')
  await answerDialog(page, 'Save the changes?', 'Save')
  await noteFailure(page, 'Saved Failed.')
  await expect(field(page, 'New Password')).toHaveValue(PASSWORD)
})
