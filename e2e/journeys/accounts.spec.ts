import { expect, type Page } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { field } from '../fixtures/field.ts'
import { tabTo } from '../fixtures/keyboard.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const KIM = { id: 'kim', password: 'grey-lantern-orchard-4' }
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  const api = await signIn(server.address, admin.id, admin.password)
  await makeWorkspace(api, 'poc')
})
test.afterAll(() => server.stop())

test('makes, edits, unlocks and deletes an account by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await enter(page)
  await create(page)
  await edit(page)
  await lockKim()
  await unlock(page)
  await remove(page)
  expect(faults).toEqual([])
})

test('keeps every tab of an account and of the own profile accessible, on a desk and on a phone', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  const accountId = await makeYuki()
  await openAs(page, server.address, admin)
  const edited = ['Details', 'Access', 'Password', 'Sessions', 'Sign-in History'].map((tab) => ({
    tab,
    path: `edit/${accountId}`,
  }))
  const own = ['Password', 'Sessions', 'Tokens', 'Second Factor', 'Sign-in History'].map((tab) => ({
    tab,
    path: 'editProfile',
  }))
  for (const { tab, path } of [...edited, ...own]) {
    await page.goto(`${server.address}/settings/account/${path}`)
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expectAccessibleEverywhere(page)
  }
  expect(faults).toEqual([])
})

test('selects and sorts accounts without table headers on a phone', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await openAs(page, server.address, admin, '/settings/account')
  await page.getByLabel('Sort by').selectOption('User Name')
  await page.getByRole('button', { name: 'Sort descending' }).click()
  await expect(page).toHaveURL(/sort=-display_name/)
  const record = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'admin', exact: true }) })
  expect((await record.boundingBox())?.height).toBeLessThan(96)
  await page.getByRole('checkbox', { name: 'Select admin' }).check()
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 account selected')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByRole('checkbox', { name: 'Select admin' })).toBeChecked()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('keeps the list of accounts accessible when nobody is found and when it cannot be read', {
  tag: '@long',
}, async ({ page }) => {
  await openAs(page, server.address, admin, '/settings/account?q=nobody-is-called-so')
  await expect(page.getByText('No account matches “nobody-is-called-so”')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const refusal = { status: 503, json: { detail: 'The database does not answer.' } }
  await page.route('**/api/v1/settings/accounts?**', (route) => route.fulfill(refusal))
  await page.goto(`${server.address}/settings/account`)
  await expect(page.getByText('The accounts could not be read')).toBeVisible()
  await expect(page.getByText(refusal.json.detail)).toBeVisible()
  await expectAccessibleEverywhere(page)
})

async function makeYuki(): Promise<string> {
  const api = await signIn(server.address, admin.id, admin.password)
  const { id } = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username: 'yuki',
    password: KIM.password,
    display_name: 'Yuki Sol',
    email: 'yuki@aster.example',
    role: 'DEVELOPER',
  })
  return id
}

/** Expects no violation, and nothing wider than the window. */
async function expectAccessibleEverywhere(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

async function reach(
  page: Page,
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'checkbox',
  name: string,
) {
  await tabTo(page, page.getByRole(role, { name, exact: true }).first())
}

async function press(page: Page, role: 'button' | 'link', name: string) {
  await reach(page, role, name)
  await page.keyboard.press('Enter')
}

/** Password fields have no role, so they are reached from the field before them. */
async function typeIn(page: Page, name: string, text: string) {
  await reach(page, 'textbox', name)
  await page.keyboard.type(text)
}

/** Answers a question or closes an alert. */
async function answer(page: Page, title: string, button: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await press(page, 'button', button)
  await expect(dialog).toBeHidden()
}

async function enter(page: Page) {
  await openAs(page, server.address, admin)
  await press(page, 'link', 'Settings')
  await press(page, 'link', 'Account')
  await expect(
    page.getByRole('table', { name: 'Accounts' }).getByRole('link', { name: 'admin' }),
  ).toBeVisible()
  await expectAccessible(page)
}

async function create(page: Page) {
  await press(page, 'button', 'New Account')
  await expect(page).toHaveTitle('New Account · Podium')
  await press(page, 'button', 'Save')
  await expect(page.getByText('Please fill out this field.')).toHaveCount(5)
  await expect(page.getByText('Please select user role.')).toBeVisible()
  await expectAccessible(page)
  await expect(field(page, 'ID')).toBeFocused()
  await page.keyboard.type(KIM.id)
  await press(page, 'button', 'Check Duplicate')
  await expect(page.getByText('This ID is available.')).toBeVisible()
  await typeIn(page, 'User Name', 'Kim Sol')
  await typeIn(page, 'Email Address', 'kim@aster')
  await reach(page, 'combobox', 'Account Type')
  await page.keyboard.type('Dev')
  // Company and department come before the password.
  for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab')
  await page.keyboard.type(KIM.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(KIM.password)
  await expect(page.getByText('Password Confirmation matched.')).toBeVisible()
  await press(page, 'button', 'Save')
  await expect(page.getByText('Check Email Format.')).toBeVisible()
  await expectAccessible(page)
  await expect(field(page, 'Email Address')).toBeFocused()
  await page.keyboard.type('.example')
  await page.keyboard.press('Enter')
  await answer(page, 'Create the item(s)?', 'Create')
  await answer(page, 'Created Successfully!', 'OK')
  await expect(page).toHaveURL(/\/settings\/account$/)
}

async function edit(page: Page) {
  await press(page, 'link', KIM.id)
  await expect(page).toHaveTitle('Edit Account · Podium')
  await typeIn(page, 'Department', 'Vision')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await answer(page, 'Save the changes?', 'Save')
  await answer(page, 'Edited Successfully!', 'OK')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('row', { name: /kim/ })).toContainText('Vision')
}

/** Enters five wrong passwords, as a person who forgot theirs. */
async function lockKim() {
  for (let tries = 1; tries <= 5; tries += 1) {
    const answered = await fetch(`${server.address}/api/v1/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ login_id: KIM.id, login_pw: `wrong ${tries}` }),
    })
    expect(answered.status).toBe(401)
  }
}

async function unlock(page: Page) {
  await page.goto(`${server.address}/settings/account?locked=true`)
  const row = page.getByRole('row', { name: /kim/ })
  await expect(row).toContainText('Locked')
  await expect(row).toContainText('5 failed logins')
  await expectAccessible(page)
  await reach(page, 'checkbox', 'Select kim')
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await reach(page, 'button', 'Unlock 1')
  await page.keyboard.press('Enter')
  await answer(page, 'Unlock selected item(s)?', 'Unlock')
  await answer(page, 'Unlocked Successfully!', 'OK')
  await expect(page.getByText('No account matches the filters')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'button', 'Clear search and filters')
}

async function remove(page: Page) {
  await press(page, 'link', KIM.id)
  await press(page, 'button', 'Delete')
  await answer(page, 'Delete selected item(s)?', 'Delete')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('row', { name: /admin/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /kim/ })).toHaveCount(0)
}

test('keeps what a person typed, and says so, when the session ends meanwhile', async ({ page }) => {
  await page.goto(`${server.address}/auth/login`)
  await page.getByRole('checkbox', { name: 'Remember Me' }).check()
  await logIn(page)
  await expect(page).toHaveURL(/\/overview/)
  await page.goto(`${server.address}/settings/account/register`)
  await field(page, 'ID').fill('lea')
  await field(page, 'User Name').fill('Lea Sol')
  await field(page, 'Password').fill(KIM.password)
  const api = await signIn(server.address, admin.id, admin.password)
  const { account_id } = await api.get<{ account_id: string }>('/api/v1/auth/session')
  await api.send('DELETE', `/api/v1/settings/accounts/${account_id}/sessions`)
  await page.getByRole('button', { name: 'Check Duplicate' }).click()

  const expired = page.getByRole('alertdialog', {
    name: 'Your session has expired. Please login again',
    exact: true,
  })
  await expect(expired).toContainText('What you typed in New Account is kept in this tab for admin.')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByRole('heading', { name: 'Login', exact: true, includeHidden: true })).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ rememberMe: admin.id })
  await expectAccessible(page)
  await expired.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('alertdialog', { includeHidden: true })).toHaveCount(0)

  await expect(field(page, 'ID')).toHaveValue(admin.id)
  await logIn(page)
  await expect(page).toHaveURL(/\/settings\/account\/register$/)
  await expect(field(page, 'ID')).toHaveValue('lea')
  await expect(field(page, 'User Name')).toHaveValue('Lea Sol')
  await expect(field(page, 'Password')).toHaveValue('')
  await expectAccessible(page)
})

/** Logs in on the open page, with the ID that may be prefilled. */
async function logIn(page: Page) {
  await field(page, 'ID').fill(admin.id)
  await field(page, 'Password').fill(admin.password)
  await field(page, 'Password').press('Enter')
}
