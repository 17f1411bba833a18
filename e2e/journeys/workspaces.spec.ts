import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { pressOn, tabTo, typeInto } from '../fixtures/keyboard.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  const api = await signIn(server.address, admin.id, admin.password)
  await makeWorkspace(api, 'poc')
  await api.post('/api/v1/settings/accounts?login_type=static', {
    username: 'kim',
    password: 'grey-lantern-orchard-4',
    display_name: 'Kim Sol',
    email: 'kim@aster.example',
    role: 'DEVELOPER',
  })
})
test.afterAll(() => server.stop())

test('makes, edits, fills, empties and deletes a workspace by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await enter(page)
  await create(page)
  await edit(page)
  await addKim(page)
  await changeKim(page)
  await readHistory(page)
  await removeKim(page)
  await remove(page)
  expect(faults).toEqual([])
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Answers a question or closes an alert. */
async function answer(page: Page, title: string, name: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, dialog.getByRole('button', { name, exact: true }))
  await expect(dialog).toBeHidden()
}

async function openList(page: Page) {
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }))
  await expect(page.getByRole('table', { name: 'Workspace' }).getByText('bucket-poc')).toBeVisible()
}

async function openWorkspace(page: Page) {
  await openList(page)
  await pressOn(page, link(page, 'quality'))
  await expect(page.getByRole('heading', { name: 'quality', level: 1 })).toBeFocused()
}

async function openMembers(page: Page) {
  await pressOn(page, button(page, 'Manage Members'))
  await expect(page.getByRole('table', { name: 'Members' }).getByText('admin').first()).toBeVisible()
  await expectAccessible(page)
}

async function enter(page: Page) {
  await openAs(page, server.address, admin)
  await openList(page)
  await expectAccessible(page)
}

async function create(page: Page) {
  await pressOn(page, button(page, 'New Workspace'))
  await expect(page).toHaveTitle('New Workspace · Podium')
  await pressOn(page, button(page, 'Save'))
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await expect(field(page, 'Workspace Name')).toBeFocused()
  await expectAccessible(page)
  await typeInto(page, field(page, 'Workspace Name'), 'poc')
  await pressOn(page, button(page, 'Check Duplicate'))
  await expect(page.getByText('This is a duplicate ID. Please enter a different ID.')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await typeInto(page, field(page, 'Workspace Name'), 'quality')
  await pressOn(page, button(page, 'Check Duplicate'))
  await expect(page.getByText('This ID is available.')).toBeVisible()
  await typeInto(page, field(page, 'Bucket Name'), 'quality-results')
  await typeInto(page, field(page, 'Standard'), 'nonsense')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid instance type.')).toBeVisible()
  await expectAccessible(page)
  await typeInto(page, field(page, 'Standard'), '1cpu-1gib')
  await page.keyboard.press('Escape')
  await answer(page, 'Are you sure you want to return to the previous page?', 'Cancel')
  await expect(field(page, 'Workspace Name')).toHaveValue('quality')
  await tabTo(page, field(page, 'Standard'))
  await page.keyboard.press('Enter')
  await answer(page, 'Create the item(s)?', 'Create')
  await answer(page, 'Created Successfully!', 'OK')
  await expect(page).toHaveURL(/\/overview/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currWorkspace') ?? '{}'))
  expect(stored).toMatchObject({ name: 'quality-ws', display_name: 'quality', role: 'MANAGER' })
  expect(existsSync(join(server.home, 'objects', 'quality-results'))).toBe(true)
}

async function edit(page: Page) {
  await openWorkspace(page)
  await expectAccessible(page)
  await pressOn(page, button(page, 'Edit Workspace'))
  await expect(page.getByText('The name cannot be changed.')).toBeVisible()
  await typeInto(page, field(page, 'Edge Conductor URL'), 'https://edge.example.org')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await answer(page, 'Save the changes?', 'Save')
  await answer(page, 'Edited Successfully!', 'OK')
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText('https://edge.example.org')
}

async function addKim(page: Page) {
  await openMembers(page)
  await typeInto(page, page.getByRole('searchbox', { name: 'Find accounts' }), 'ki')
  await pressOn(page, button(page, 'Add kim'))
  await expectAccessible(page)
  await pressOn(page, button(page, 'Save'))
  await answer(page, 'Add the item(s)?', 'Add')
  await answer(page, 'Added Successfully!', 'OK')
  await expect(page.getByRole('combobox', { name: 'Role of kim' })).toBeVisible()
}

async function changeKim(page: Page) {
  await tabTo(page, page.getByRole('combobox', { name: 'Role of kim' }))
  await page.keyboard.type('Man')
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('kim Member → Manager')
  await expectAccessible(page)
  await pressOn(page, button(page, 'Save'))
  await answer(page, 'Save the changes?', 'Save')
  await answer(page, 'Edited Successfully!', 'OK')
  await expect(page.getByRole('row', { name: /kim/ }).getByRole('combobox')).toHaveValue('MANAGER')
}

async function readHistory(page: Page) {
  await openWorkspace(page)
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  for (const name of [
    'Members',
    'Access',
    'Limits and use',
    'Storage',
    'Variables',
    'Schedules',
    'Notifications',
    'History',
  ]) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expectAccessible(page)
  }
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('admin changed the membership of kim')
  await expect(history).toContainText('admin added member kim')
  await expect(history).toContainText('admin created workspace quality')
}

async function removeKim(page: Page) {
  await page.keyboard.press('Shift+Tab')
  await openMembers(page)
  await pressOn(page, button(page, 'Remove kim'))
  await pressOn(page, button(page, 'Save'))
  await answer(page, 'Delete selected item(s)?', 'Delete')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page.getByRole('row', { name: /kim/ })).toHaveCount(0)
}

async function remove(page: Page) {
  await openList(page)
  await pressOn(page, button(page, 'More for quality'))
  await expect(page.getByRole('menu', { name: 'More for quality' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete selected item(s)?' })
  await typeInto(page, question.getByLabel('Type quality to delete it'), 'quality')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page.getByRole('row', { name: /quality/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toContainText('poc')
  await expect.poll(() => existsSync(join(server.home, 'objects', 'quality-results'))).toBe(false)
}
