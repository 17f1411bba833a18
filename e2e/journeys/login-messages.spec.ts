import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { expectHelp, expectUnder, field } from '../fixtures/field.ts'
import { admin, makeAccount } from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

async function tryLogin(page: Page, id: string, password: string) {
  await field(page, 'ID').fill(id)
  await field(page, 'Password').fill(password)
  await field(page, 'Password').press('Enter')
}

test('names each empty field at its place, and focuses the first', { tag: '@long' }, async ({
  page,
  server,
  api,
}) => {
  const faults = watch(page)
  await page.goto(`${server.address}/auth/login`)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectUnder(page, 'ID', 'ID is required.')
  await expectUnder(page, 'Password', 'Password is required.')
  const { product_version } = await api.get<{ product_version: string }>('/api/v1/versions')
  await expect(page.getByText(`v ${product_version}`, { exact: true })).toBeVisible()
  await expect(field(page, 'ID')).toBeFocused()
  await expectAccessible(page)
  await field(page, 'ID').fill(admin.id)
  await expect(page.getByText('ID is required.')).toBeHidden()
  await field(page, 'ID').press('Enter')
  await expectUnder(page, 'Password', 'Password is required.')
  await expect(field(page, 'Password')).toBeFocused()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('counts failed attempts until the account is locked', { tag: '@long' }, async ({
  page,
  server,
  api,
}) => {
  const faults = watch(page)
  const kim = await makeAccount(api, uniqueName('kim'))
  await page.goto(`${server.address}/auth/login`)
  const counted = ['1 failed password attempt', '2 failed password attempts', '3 failed password attempts']
  for (const count of [...counted, '4 failed password attempts']) {
    await tryLogin(page, kim.id, 'not-the-right-one')
    await expectUnder(page, 'ID', `Invalid ID or PW (${count})`)
    await expectAccessible(page)
  }
  for (const password of ['not-the-right-one', kim.password]) {
    await tryLogin(page, kim.id, password)
    await expectUnder(
      page,
      'ID',
      'There have been more than 5 failed login attempts for this account. Please contact the admin.',
    )
    await expectAccessible(page)
  }
  expect(faults).toEqual([])
})

test('tells the right password of a deleted account that it is deleted', { tag: '@long' }, async ({
  page,
  server,
  api,
}) => {
  const faults = watch(page)
  const lea = await makeAccount(api, uniqueName('lea'))
  await api.send('PATCH', '/api/v1/settings/accounts/delete', { ids: [lea.account_id] })
  await page.goto(`${server.address}/auth/login`)
  await tryLogin(page, lea.id, lea.password)
  await expectUnder(page, 'ID', `Locked, ${lea.id} is a deleted user`)
  await expectAccessible(page)
  expect(faults).toEqual([])
})

const REFUSALS = [
  {
    what: 'an account unused for too long',
    status: 401,
    detail: { error_code: 'USER.LOGIN.003', utc_last_login_at: '2026-03-04T23:06:07.000Z' },
    message:
      'This account has been inactive for a long time. Please contact the admin. (Last login at UTC : 2026/03/04 23:06)',
  },
  {
    what: 'a failed login',
    status: 401,
    detail: { error_code: 'USER.LOGIN.004' },
    message: 'Login Failed. Your account may be locked after 5 failed attempts.',
  },
  {
    what: 'a refusal that counts nothing',
    status: 401,
    detail: { error_code: 'USER.LOGIN.001' },
    message: 'Invalid ID or PW',
  },
  {
    what: 'another code',
    status: 401,
    detail: { error_code: 'USER.LOGIN.999' },
    message: 'Invalid ID or PW',
  },
  { what: 'a fault of the server', status: 500, detail: 'It failed.', message: 'Invalid ID or PW' },
]

for (const { what, status, detail, message } of REFUSALS)
  test(`shows ${what} below the ID`, { tag: '@long' }, async ({ page, server }) => {
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status, json: { detail } }))
    await page.goto(`${server.address}/auth/login`)
    await tryLogin(page, admin.id, admin.password)
    await expectUnder(page, 'ID', message)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expectAccessible(page)
  })

test('shows the cause below the message without a network', { tag: '@long' }, async ({ page, server }) => {
  await page.route('**/api/v1/auth/login', (route) => route.abort('connectionrefused'))
  await page.goto(`${server.address}/auth/login`)
  await tryLogin(page, admin.id, admin.password)
  await expectUnder(page, 'ID', 'Internal Server Error')
  await expectHelp(page, 'ID', 'The server cannot be reached.')
  await expectAccessible(page)
})
