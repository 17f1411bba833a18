import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { field } from '../fixtures/field.ts'
import { expectTips, WORKSPACE_TIPS } from '../fixtures/help-tips.ts'
import { expectWhenGone } from '../fixtures/network.ts'
import { admin, asAdmin } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const CREATE = 'Welcome, Create a Workspace!'
const SELECT = 'Welcome, Select a Workspace!'
const RETURN = 'Are you sure you want to return to the previous page?'
let server: PodiumServer
let api: Api

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const grafana = { PODIUM_MONITORING: 'grafana', PODIUM_GRAFANA_URL: 'https://grafana.example.org/d/' }
  server = await startPodium({ env: { ...asAdmin.env, ...grafana } })
  api = await signIn(server.address, admin.id, admin.password)
})
test.afterAll(() => server.stop())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).click()
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

/** Dialogs that were checked for accessibility, each once. */
const met = new Set<string>()

async function expectDialog(page: Page, title: string, width: number) {
  const dialog = page.getByRole(width === 320 ? 'alertdialog' : 'dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  expect((await dialog.boundingBox())?.width, title).toBe(width)
  if (!met.has(title)) await expectAccessible(page)
  met.add(title)
  return dialog
}

/** Answers a question or an alert, with its exact words and width. */
async function answer(page: Page, title: string, name: string) {
  const dialog = await expectDialog(page, title, 320)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Expects that neither Escape nor a press outside closes the dialog. */
async function expectSealed(page: Page, title: string) {
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Expects that an action reloads the console at its overview. */
async function expectReload(page: Page, action: () => Promise<void>) {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
  await action()
  await expect(page.locator('html[data-before]')).toHaveCount(0)
  await expect(page).toHaveURL(`${server.address}/overview`)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}

test('shows the dialog for the first workspace until one is made, and restarts the console then', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await expectDialog(page, CREATE, 1000)
  await expectSealed(page, CREATE)
  await expectTips(page, WORKSPACE_TIPS)

  await field(page, 'Workspace Name').fill('poc')
  await field(page, 'Bucket Name').fill('occupied')
  await field(page, 'Dashboard Hash').fill('c7f1e0')
  await writeFile(join(server.home, 'objects', 'occupied'), 'no folder')
  await press(page, 'Save')
  await answer(page, 'Create the item(s)?', 'Create')
  const failure = await expectDialog(page, 'Failed to create.', 320)
  await expect(failure).toContainText('The bucket occupied could not be created: ')
  await answer(page, 'Failed to create.', 'OK')

  await field(page, 'Bucket Name').fill('bucket-poc')
  await press(page, 'Save')
  await answer(page, 'Create the item(s)?', 'Create')
  await expectReload(page, () => answer(page, 'Created Successfully!', 'OK'))
  const made = { name: 'poc-ws', display_name: 'poc', role: 'MANAGER' }
  expect(await stored(page, 'currWorkspace')).toEqual({ ...made, id: expect.any(String) })
  expect(await stored(page, 'workspaceList')).toMatchObject([made])
  expect(await page.evaluate(() => localStorage.getItem('monitoring'))).toBe('grafana')
  expect(faults).toEqual([])
})

test('keeps typed text on Escape, on Back and while the server is gone, and loads pages whole when it is back', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await page.goto(`${server.address}/settings/workspace`)
  await press(page, 'New Workspace')
  await expectTips(page, WORKSPACE_TIPS)
  await field(page, 'Workspace Name').fill('offline')
  await field(page, 'Bucket Name').fill('bucket-offline')
  await field(page, 'Dashboard Hash').fill('d8a2b1')
  await expectUnchanged(page, 'Workspace Name', 'offline')
  await expectWhenGone(page, faults, async () => {
    await press(page, 'Save')
    await answer(page, 'Create the item(s)?', 'Create')
    const failure = await expectDialog(page, 'It is not known whether the change was made.', 320)
    await expect(failure).toContainText('The server cannot be reached.')
    await answer(page, 'It is not known whether the change was made.', 'OK')
    await press(page, 'Keyboard help')
    await answer(page, 'The server cannot be reached.', 'OK')
    await expect(field(page, 'Workspace Name')).toHaveValue('offline')
    await field(page, 'Workspace Name').fill('')
    await field(page, 'Bucket Name').fill('')
    await field(page, 'Dashboard Hash').fill('')
    await page.getByRole('link', { name: 'Inf Model', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  })
  await press(page, 'Retry')
  await expect(page.getByRole('heading', { name: 'Streams', level: 1 })).toBeVisible()
  await press(page, 'Keyboard help')
  await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Edge Conductor', exact: true }).click()
  await answer(page, 'No registered Edge Conductor URL.', 'OK')
  expect(faults).toEqual([])
})

/** Expects that Escape, pressed repeatedly, and Back ask about typed text, and that Cancel keeps it. */
async function expectUnchanged(page: Page, label: string, text: string) {
  const pressEscape = () => page.keyboard.press('Escape')
  for (const leave of [pressEscape, pressEscape, () => page.goBack()]) {
    await field(page, label).focus()
    await leave()
    await answer(page, RETURN, 'Cancel')
    await expect(field(page, label)).toHaveValue(text)
  }
}

test('asks which of several workspaces to open, and switches to another', { tag: '@long' }, async ({
  page,
}) => {
  await makeWorkspace('quality')
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await expectDialog(page, SELECT, 420)
  await expect(button(page, 'Get Started')).toBeDisabled()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expectSealed(page, SELECT)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toHaveCount(0)
  await page.getByRole('radio', { name: /^poc/ }).check()
  await expectAccessible(page)
  await press(page, 'Get Started')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  expect(await stored(page, 'currWorkspace')).toMatchObject({ name: 'poc-ws', role: 'MANAGER' })
  await page.getByRole('combobox', { name: 'Workspace', exact: true }).click()
  await expectReload(page, () => page.getByRole('option', { name: /^quality/ }).click())
  expect(await stored(page, 'currWorkspace')).toMatchObject({ name: 'quality-ws' })
  expect(faults).toEqual([])

  await page.evaluate(() => localStorage.removeItem('currWorkspace'))
  await page.reload()
  await page.getByRole('dialog', { name: SELECT, exact: true }).getByText('Logout', { exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('breaks a long name of a workspace within the width of a phone', { tag: '@long' }, async ({ page }) => {
  const { id, display_name } = await makeWorkspace('n'.repeat(57))
  await signInAt(page, server.address, admin)
  await page.getByRole('radio', { name: /^poc/ }).check()
  await press(page, 'Get Started')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.address}/settings/workspace/detail/${id}`)
  await expect(page.getByRole('heading', { name: display_name, level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

function makeWorkspace(name: string): Promise<Workspace> {
  const bucket = {
    s3_bucket_name: `bucket-${name.slice(0, 8)}`,
    execution_specs: [],
    dashboard_hash: 'd8a2b1',
  }
  return api.post<Workspace>('/api/v1/workspaces', { name, ...bucket })
}
