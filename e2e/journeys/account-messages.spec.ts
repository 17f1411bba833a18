import { expect, type Page } from '@playwright/test'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { answerDialog } from '../fixtures/dialog.ts'
import { expectUnder, field } from '../fixtures/field.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs, signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const LEA = { id: 'lea', password: 'grey-lantern-orchard-4' }
const NEW_PASSWORD = 'copper-lantern-meadow-4'
let server: PodiumServer
let api: Api

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'poc')
  const { id } = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username: LEA.id,
    password: LEA.password,
    display_name: 'Lea Sol',
    email: 'lea@aster.example',
    role: 'DEVELOPER',
    must_change_password: false,
  })
  await api.post(`/api/v1/workspaces/${workspace.id}/members`, {
    members: [{ account_id: id, role: 'DEVELOPER' }],
  })
})
test.afterAll(() => server.stop())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('shows each message of an account in its place, word for word', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)

  await test.step('marks empty fields', async () => {
    await page.goto(`${server.address}/settings/account/register`)
    await press(page, 'Save')
    for (const label of ['ID', 'Password', 'Password Confirmation', 'User Name', 'Email Address'])
      await expectUnder(page, label, 'Please fill out this field.')
    await expectUnder(page, 'Account Type', 'Please select user role.')
    await expect(field(page, 'ID')).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('refuses IDs', async () => {
    await field(page, 'ID').fill(LEA.id)
    await press(page, 'Save')
    await expectUnder(page, 'ID', 'Check Duplicate.')
    await expectAccessible(page)
    await press(page, 'Check Duplicate')
    await expectUnder(page, 'ID', 'This is a duplicate ID. Please enter a different ID.')
    await expectAccessible(page)
    await field(page, 'ID').fill('kim')
    await press(page, 'Check Duplicate')
    await expectUnder(page, 'ID', 'This ID is available.')
  })

  await test.step('refuses password, e-mail address and account type', async () => {
    await field(page, 'Password').fill(NEW_PASSWORD)
    await field(page, 'Password Confirmation').fill('copper')
    await expectUnder(page, 'Password Confirmation', 'Password Confirmation does not match.')
    await field(page, 'User Name').fill('Kim Sol')
    await field(page, 'Email Address').fill('kim@aster')
    await press(page, 'Save')
    await expectUnder(page, 'Password Confirmation', 'Password Confirmation does not match.')
    await expectUnder(page, 'Email Address', 'Check Email Format.')
    await expectUnder(page, 'Account Type', 'Please select user role.')
    await expectAccessible(page)
    await field(page, 'Password Confirmation').fill(NEW_PASSWORD)
    await expectUnder(page, 'Password Confirmation', 'Password Confirmation matched.')
    await field(page, 'Email Address').fill('kim@aster.example')
    await field(page, 'Account Type').selectOption('DEVELOPER')
    await expectAccessible(page)
  })

  await test.step('makes and edits an account', async () => {
    await press(page, 'Save')
    await answerDialog(page, 'Create the item(s)?', 'Create')
    await answerDialog(page, 'Created Successfully!', 'OK')
    await page.getByRole('link', { name: 'kim', exact: true }).click()
    await field(page, 'Email Address').fill('kim')
    await press(page, 'Save')
    await expectUnder(page, 'Email Address', 'Check Email Format.')
    await expectAccessible(page)
    await field(page, 'Email Address').fill('kim@borealis.example')
    await press(page, 'Save')
    await answerDialog(page, 'Save the changes?', 'Save')
    await answerDialog(page, 'Edited Successfully!', 'OK')
    await expect(page.getByRole('row', { name: /kim/ })).toContainText('kim@borealis.example')
  })

  await test.step('unlocks and deletes accounts', async () => {
    for (let tries = 1; tries <= 5; tries += 1)
      await expect(signIn(server.address, 'kim', `wrong ${tries}`)).rejects.toThrow('answered 401')
    await page.reload()
    await page.getByRole('link', { name: 'kim', exact: true }).click()
    await press(page, 'Unlock')
    await answerDialog(page, 'Unlock selected item(s)?', 'Unlock')
    await answerDialog(page, 'Unlocked Successfully!', 'OK')
    await press(page, 'Delete')
    await answerDialog(page, 'Delete selected item(s)?', 'Delete')
    await answerDialog(page, 'Deleted Successfully!', 'OK')
    await expect(page.getByRole('row', { name: /lea/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /kim/ })).toHaveCount(0)
  })
  expect(faults).toEqual([])
})

test('refuses a wrong own password at its field, and saves a new one', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await openAs(page, server.address, LEA, `/settings/account/editProfile`)
  await field(page, 'Current Password').fill('not-the-right-one')
  await field(page, 'New Password').fill(NEW_PASSWORD)
  await field(page, 'Password Confirmation').fill('copper')
  await expectUnder(page, 'Password Confirmation', 'Password Confirmation does not match.')
  await field(page, 'Password Confirmation').fill(NEW_PASSWORD)
  await expectUnder(page, 'Password Confirmation', 'Password Confirmation matched.')
  await press(page, 'Save')
  await answerDialog(page, 'Save the changes?', 'Save')
  await expectUnder(page, 'Current Password', 'Password is not correct.')
  await expectAccessible(page)
  await field(page, 'Current Password').fill(LEA.password)
  await press(page, 'Save')
  await answerDialog(page, 'Save the changes?', 'Save')
  await answerDialog(page, 'Saved Successfully.', 'OK')
  expect(faults).toEqual([])
  LEA.password = NEW_PASSWORD
})

test('adds nobody from a directory that is not set up', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await openAs(page, server.address, admin, `/settings/account/directory`)
  await expect(page.getByText('This function is not working', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('says over the overview that a person may not see the accounts', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await openAs(page, server.address, LEA, `/settings/account`)
  await answerDialog(page, 'You do not have permission to access.', 'OK')
  await expect(page).toHaveURL(/\/overview/)
  expect(faults).toEqual([])
})
