import { expect, type Page } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { pressOn, tabTo, typeInto } from '../fixtures/keyboard.ts'
import { nextOneTimeCode, oneTimeCode } from '../fixtures/one-time-code.ts'
import { test } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

const NEW_PASSWORD = 'copper-lantern-meadow-4'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function login(page: Page, id: string, password: string) {
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await typeInto(page, field(page, 'ID'), id)
  await typeInto(page, field(page, 'Password'), password)
  await page.keyboard.press('Enter')
}

async function openProfile(page: Page) {
  await expect(page).toHaveURL(/\/overview/)
  await pressOn(page, page.getByRole('button', { name: /^Profile/ }))
  await expect(page.getByRole('menu', { name: /^Profile/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeFocused()
}

async function showTab(page: Page, name: string) {
  const tab = page.getByRole('tab', { name })
  await tabTo(page, page.getByRole('tab', { selected: true }))
  while (!(await tab.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowRight')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

const statusOf = async (address: string, token: string, method = 'GET') => {
  const authorization = `Bearer ${token}`
  const body = method === 'GET' ? null : '{}'
  const answer = await fetch(`${address}/api/v1/workspaces`, {
    method,
    headers: { authorization },
    body,
  })
  return answer.status
}

test('changes the own password, sessions, a token and the second factor by keyboard alone', {
  tag: '@long',
}, async ({ page, server, person }) => {
  const faults = watch(page)
  let program = await signIn(server.address, person.id, person.password)
  let key = ''
  let confirmedAt = 0
  let recoveryCodes: string[] = []

  await test.step('ends other sessions, but not this one, with a new password', async () => {
    await page.goto(`${server.address}/auth/login`)
    await login(page, person.id, person.password)
    await openProfile(page)
    await expectAccessible(page)
    await typeInto(page, field(page, 'Current Password'), 'not-the-right-one')
    await typeInto(page, field(page, 'New Password'), NEW_PASSWORD)
    await typeInto(page, field(page, 'Password Confirmation'), 'copper')
    await expect(page.getByText('Password Confirmation does not match.')).toBeVisible()
    await expectAccessible(page)
    await typeInto(page, field(page, 'Password Confirmation'), NEW_PASSWORD)
    await expect(page.getByText('Password Confirmation matched.')).toBeVisible()
    await agree()
    await expect(page.getByText('Password is not correct.')).toBeVisible()
    await expect(field(page, 'Current Password')).toBeFocused()
    await expectAccessible(page)
    await typeInto(page, field(page, 'Current Password'), person.password)
    await agree()
    await expect(page.getByRole('alertdialog', { name: 'Saved Successfully.' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    expect((await program.send('GET', '/api/v1/workspaces')).status).toBe(401)
  })

  await test.step('shows and ends another session', async () => {
    program = await signIn(server.address, person.id, NEW_PASSWORD)
    await page.reload()
    await showTab(page, 'Sessions')
    await expect(page).toHaveURL(/tab=sessions/)
    await expect(page.getByText('this session')).toBeVisible()
    await expectAccessible(page)
    await pressOn(page, button(page, 'End node'))
    await expect(button(page, 'End node')).toBeHidden()
    expect((await program.send('GET', '/api/v1/workspaces')).status).toBe(401)
  })

  await test.step('makes, uses and revokes a token', async () => {
    await showTab(page, 'Tokens')
    await expectAccessible(page)
    await pressOn(page, button(page, 'New Token'))
    await expect(page.getByRole('dialog', { name: 'New Token' })).toBeVisible()
    await expectAccessible(page)
    await typeInto(page, field(page, 'Name'), 'nightly')
    await typeInto(page, field(page, 'Current Password'), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Token nightly')).toBeVisible()
    await expectAccessible(page)
    const token = await field(page, 'Token nightly').inputValue()
    expect([await statusOf(server.address, token), await statusOf(server.address, token, 'POST')]).toEqual([
      200, 403,
    ])
    await pressOn(page, button(page, 'Revoke nightly'))
    const question = page.getByRole('alertdialog', { name: 'Delete selected item(s)?' })
    await pressOn(page, question.getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('revoked', { exact: true })).toBeVisible()
    expect(await statusOf(server.address, token)).toBe(401)
  })

  await test.step('sets up the second factor with a first code', async () => {
    await showTab(page, 'Second Factor')
    await expectAccessible(page)
    await typeInto(page, field(page, 'Current Password'), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Code from the app')).toBeFocused()
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await expectAccessible(page)
    key = (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? ''
    confirmedAt = Date.now()
    await page.keyboard.type(oneTimeCode(key, confirmedAt))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
    await expectAccessible(page)
    recoveryCodes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents()
    expect(recoveryCodes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await pressOn(page, button(page, 'Download as text'))
    expect((await download).suggestedFilename()).toBe('podium-recovery-codes.txt')
    await pressOn(page, button(page, 'I have saved them'))
    await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('asks for a code at the login, refuses a wrong one and takes the next', async () => {
    await pressOn(page, button(page, 'Logout'))
    await login(page, person.id, NEW_PASSWORD)
    await expect(field(page, 'One-time code')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('a-wrong-code')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invalid ID or PW (1 failed password attempt)')).toBeVisible()
    await expect(field(page, 'One-time code')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(nextOneTimeCode(key, confirmedAt))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/overview/)
  })

  await test.step('signs in by a recovery code, and removes the second factor by another', async () => {
    await pressOn(page, button(page, 'Logout'))
    await login(page, person.id, NEW_PASSWORD)
    await pressOn(page, button(page, 'use a recovery code'))
    await expect(field(page, 'One-time code')).toBeFocused()
    await page.keyboard.type(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await openProfile(page)
    await showTab(page, 'Second Factor')
    await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible()
    await pressOn(page, button(page, 'Remove'))
    const dialog = page.getByRole('dialog', { name: 'Remove the second factor' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await typeInto(page, field(page, 'Current Password'), NEW_PASSWORD)
    await typeInto(page, field(page, 'One-time code'), recoveryCodes[1] ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Deleted Successfully!' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Set Up')).toBeVisible()
  })

  await test.step('lists everything in the history', async () => {
    await showTab(page, 'Sign-in History')
    await expect(page.getByText('Wrong one-time code')).toBeVisible()
    await expectAccessible(page)
  })
  expect(faults).toEqual([])

  /** Presses Enter in the form, then the button of the question. */
  async function agree() {
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Save the changes?' })
    await pressOn(page, question.getByRole('button', { name: 'Save' }))
  }
})
