import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { expectUnder, field } from '../fixtures/field.ts'
import { expectTips, WORKSPACE_TIPS } from '../fixtures/help-tips.ts'
import { addresses, expectWhenGone } from '../fixtures/network.ts'
import { admin, asAdmin } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const CREATE = 'Welcome, Create a Workspace!'
const SELECT = 'Welcome, Select a Workspace!'
const RETURN = 'Are you sure you want to return to the previous page?'
const TAKEN = 'Another workspace already uses this bucket. Choose another bucket name.'
const LEA = { id: 'lea', password: 'grey-lantern-orchard-4' }
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

/** Expects the reason of a failure in an alert. */
async function readFailure(page: Page, title: string, reason: string) {
  await expect(await expectDialog(page, title, 320)).toContainText(reason)
  await answer(page, title, 'OK')
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

test('lets an administrator without any workspace make the first, with every word in its place', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)

  await test.step('shows a dialog that cannot be bypassed', async () => {
    const dialog = await expectDialog(page, CREATE, 1000)
    for (const section of ['Information', 'Resources'])
      await expect(dialog.getByRole('group', { name: section, exact: true })).toBeVisible()
    for (const name of ['Cancel', 'Save', 'Logout']) await expect(button(page, name).last()).toBeEnabled()
    await expectSealed(page, CREATE)
    await expectTips(page, WORKSPACE_TIPS)
  })

  await test.step('says that a field is empty or too short', async () => {
    const labels = ['Workspace Name', 'Bucket Name', 'Dashboard Hash']
    await press(page, 'Save')
    for (const label of labels) await expectUnder(page, label, 'This field is required.')
    await expectAccessible(page)
    for (const label of labels) await field(page, label).fill('a')
    await press(page, 'Save')
    await expectUnder(page, 'Workspace Name', 'Workspace name needs to be at least 2 characters.')
    await expectUnder(page, 'Bucket Name', 'Bucket name needs to be at least 2 characters.')
    await expectUnder(page, 'Dashboard Hash', 'Dashboard hash needs to be at least 2 characters.')
    await expectAccessible(page)
  })

  await test.step('checks no empty name with Check Duplicate, and says that one is free', async () => {
    const asked = addresses(page)
    await field(page, 'Workspace Name').fill('')
    await press(page, 'Check Duplicate')
    expect(asked.filter((address) => address.pathname.endsWith('/workspaces/check'))).toEqual([])
    await field(page, 'Workspace Name').fill('poc')
    await press(page, 'Check Duplicate')
    await expectUnder(page, 'Workspace Name', 'This ID is available.')
    await expectAccessible(page)
  })

  await test.step('stops at the first bad instance type', async () => {
    const asked = addresses(page)
    await field(page, 'Bucket Name').fill('occupied')
    await field(page, 'Dashboard Hash').fill('c7f1e0')
    for (const [tier, type] of [
      ['High', '1cpu-1gib'],
      ['Standard', 'nonsense'],
      ['Low', 'nonsense'],
    ] as const)
      await field(page, tier).fill(type)
    await press(page, 'Save')
    await expectUnder(page, 'Standard', 'Invalid instance type.')
    await expect(page.getByText('Invalid instance type.')).toHaveCount(1)
    await expectAccessible(page)
    const types = asked.flatMap(({ searchParams }) => searchParams.get('instance_type') ?? [])
    expect(types).toEqual(['1cpu-1gib', 'nonsense'])
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await field(page, 'Standard').fill('')
    await field(page, 'Low').fill('')
  })

  await test.step("shows the server's refusal in its words, and keeps the text", async () => {
    await writeFile(join(server.home, 'objects', 'occupied'), 'no folder')
    await press(page, 'Save')
    await answer(page, 'Create the item(s)?', 'Create')
    await readFailure(page, 'Failed to create.', 'The bucket occupied could not be created: ')
    await expect(field(page, 'Workspace Name')).toHaveValue('poc')
    await expect(field(page, 'High')).toHaveValue('1cpu-1gib')
    await press(page, 'Cancel')
    await answer(page, RETURN, 'Cancel')
    await expect(field(page, 'Bucket Name')).toHaveValue('occupied')
  })

  await test.step('makes the workspace, says so, stores it and restarts', async () => {
    await field(page, 'Bucket Name').fill('bucket-poc')
    await press(page, 'Save')
    await answer(page, 'Create the item(s)?', 'Create')
    await expectReload(page, () => answer(page, 'Created Successfully!', 'OK'))
    const made = { name: 'poc-ws', display_name: 'poc', role: 'MANAGER' }
    expect(await stored(page, 'currWorkspace')).toEqual({ ...made, id: expect.any(String) })
    expect(await stored(page, 'workspaceList')).toMatchObject([made])
    expect(await page.evaluate(() => localStorage.getItem('monitoring'))).toBe('grafana')
  })
  expect(faults).toEqual([])
})

test('asks on the register and edit pages before a text is lost, and says what was done', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)

  await test.step('register: asks on Escape and Back, and refuses a taken name', async () => {
    await page.goto(`${server.address}/settings/workspace`)
    await press(page, 'New Workspace')
    await expectTips(page, WORKSPACE_TIPS)
    await field(page, 'Workspace Name').fill('poc')
    await expectUnchanged(page, 'Workspace Name', 'poc')
    await press(page, 'Check Duplicate')
    await expectUnder(page, 'Workspace Name', 'This is a duplicate ID. Please enter a different ID.')
    await expectAccessible(page)
    await field(page, 'Workspace Name').fill('quality')
    await field(page, 'Bucket Name').fill('bucket-poc')
    await field(page, 'Dashboard Hash').fill('d8a2b1')
    await press(page, 'Save')
    await answer(page, 'Create the item(s)?', 'Create')
    await readFailure(page, 'Failed to create.', TAKEN)
    await expect(field(page, 'Workspace Name')).toHaveValue('quality')
    await expect(field(page, 'Bucket Name')).toBeFocused()
    await expectUnder(page, 'Bucket Name', TAKEN)
    await field(page, 'Bucket Name').fill('bucket-quality')
    await press(page, 'Save')
    await answer(page, 'Create the item(s)?', 'Create')
    await expectReload(page, () => answer(page, 'Created Successfully!', 'OK'))
    expect(await stored(page, 'currWorkspace')).toMatchObject({ name: 'quality-ws', role: 'MANAGER' })
  })

  await test.step('register: reports a server that is gone, keeps the text, and loads pages whole when it is back', async () => {
    await page.goto(`${server.address}/settings/workspace/register`)
    await field(page, 'Workspace Name').fill('offline')
    await field(page, 'Bucket Name').fill('bucket-offline')
    await field(page, 'Dashboard Hash').fill('d8a2b1')
    await expectWhenGone(page, faults, async () => {
      await press(page, 'Save')
      await answer(page, 'Create the item(s)?', 'Create')
      await readFailure(page, 'It is not known whether the change was made.', 'The server cannot be reached.')
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
  })

  await test.step('edit: keeps the text on Escape and Back, is refused, then saved', async () => {
    const { id } = (await workspaces()).quality
    await page.goto(`${server.address}/settings/workspace/detail/${id}`)
    await press(page, 'Edit Workspace')
    await field(page, 'Bucket Name').fill('bucket-poc')
    await expectUnchanged(page, 'Bucket Name', 'bucket-poc')
    await press(page, 'Save')
    await answer(page, 'Save the changes?', 'Save')
    await answer(page, 'Failed to edit.', 'OK')
    await expect(field(page, 'Bucket Name')).toHaveValue('bucket-poc')
    await field(page, 'Bucket Name').fill('bucket-of-quality')
    await field(page, 'Standard').fill('nonsense')
    await press(page, 'Save')
    await expectUnder(page, 'Standard', 'Invalid instance type.')
    await field(page, 'Standard').fill('1cpu-1gib')
    await press(page, 'Save')
    await answer(page, 'Save the changes?', 'Save')
    await answer(page, 'Edited Successfully!', 'OK')
    await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText('bucket-of-quality')
  })

  await test.step('says that a workspace has no Edge Conductor', async () => {
    await page.getByRole('link', { name: 'Edge Conductor', exact: true }).click()
    await answer(page, 'No registered Edge Conductor URL.', 'OK')
  })
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

async function workspaces(): Promise<Record<'poc' | 'quality', Workspace>> {
  const { workspaces: all } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  return Object.fromEntries(all.map((one) => [one.display_name, one])) as Record<'poc' | 'quality', Workspace>
}

test('asks which of several workspaces to open, and switches to another', { tag: '@long' }, async ({
  page,
}) => {
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

test('says every question and outcome about members word for word', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  const { id } = (await workspaces()).poc
  const lea = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username: LEA.id,
    password: LEA.password,
    display_name: 'Lea Sol',
    email: 'lea@aster.example',
    role: 'DEVELOPER',
    must_change_password: false,
  })
  const asMember = { members: [{ account_id: lea.id, role: 'MEMBER' }] }
  const gone = { account_ids: [lea.id] }

  await test.step('logs out a person without a workspace', async () => {
    await signInAt(page, server.address, LEA)
    const told = 'There is no workspace allocated. Contact your system administrator.'
    const alert = page.getByRole('alertdialog', { name: told, exact: true })
    await expect(alert).toBeVisible()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    expect(await stored(page, 'workspaceList')).toBeNull()
  })

  await test.step('adds people, also one whom another person adds meanwhile', async () => {
    await signInAt(page, server.address, admin)
    await page.getByRole('radio', { name: /^poc/ }).check()
    await press(page, 'Get Started')
    await page.goto(`${server.address}/settings/workspace/members/${id}`)
    await find(page, 'le')
    await api.post(`/api/v1/workspaces/${id}/members`, asMember)
    await press(page, 'Save')
    await answer(page, 'Add the item(s)?', 'Add')
    await answer(page, 'Failed to add.', 'OK')
    await expect(page.getByText('lea is already a member of this workspace.')).toBeVisible()
    await api.post(`/api/v1/workspaces/${id}/members/delete`, gone)
    await press(page, 'Try again')
    await answer(page, 'Add the item(s)?', 'Add')
    await answer(page, 'Added Successfully!', 'OK')
  })

  await test.step('changes a member, and one who is removed meanwhile', async () => {
    const role = page.getByRole('combobox', { name: 'Role of lea' })
    await role.selectOption('DEVELOPER')
    await press(page, 'Save')
    await answer(page, 'Save the changes?', 'Save')
    await answer(page, 'Edited Successfully!', 'OK')
    await role.selectOption('MANAGER')
    await api.post(`/api/v1/workspaces/${id}/members/delete`, gone)
    await press(page, 'Save')
    await answer(page, 'Save the changes?', 'Save')
    await answer(page, 'Failed to edit.', 'OK')
    await api.post(`/api/v1/workspaces/${id}/members`, asMember)
  })

  await test.step('removes members, also one whom another person removes meanwhile', async () => {
    await page.reload()
    await press(page, 'Remove lea')
    await api.post(`/api/v1/workspaces/${id}/members/delete`, gone)
    await press(page, 'Save')
    await answer(page, 'Delete selected item(s)?', 'Delete')
    await answer(page, 'Failed to delete.', 'OK')
    await api.post(`/api/v1/workspaces/${id}/members`, asMember)
    await press(page, 'Try again')
    await answer(page, 'Delete selected item(s)?', 'Delete')
    await answer(page, 'Deleted Successfully!', 'OK')
    await expect(page.getByRole('row', { name: /lea/ })).toHaveCount(0)
  })

  await test.step('lets her make no workspaces', async () => {
    await api.post(`/api/v1/workspaces/${id}/members`, asMember)
    await press(page, 'Logout')
    await signInAt(page, server.address, LEA)
    await page.goto(`${server.address}/settings/workspace/register`)
    await answer(page, 'You do not have permission to access.', 'OK')
    await expect(page).toHaveURL(/\/overview/)
  })
  expect(faults).toEqual([])
})

async function find(page: Page, letters: string) {
  await page.getByRole('searchbox', { name: 'Find accounts' }).fill(letters)
  await press(page, 'Add lea')
}

test('deletes a workspace once its name is typed', { tag: '@long' }, async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await page.getByRole('radio', { name: /^poc/ }).check()
  await press(page, 'Get Started')
  await test.step('breaks a long name within the width of a phone', async () => {
    const long = { name: 'n'.repeat(57), s3_bucket_name: 'bucket-long', execution_specs: [] }
    const { id } = await api.post<Workspace>('/api/v1/workspaces', { ...long, dashboard_hash: 'd8a2b1' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.address}/settings/workspace/detail/${id}`)
    await expect(page.getByRole('heading', { name: long.name, level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await page.goto(`${server.address}/settings/workspace/detail/${(await workspaces()).quality.id}`)
  await press(page, 'More actions')
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
  await field(page, 'Type quality to delete it').fill('quality')
  await answer(page, 'Delete selected item(s)?', 'Delete')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page.getByRole('table', { name: 'Workspace' }).getByText('bucket-poc')).toBeVisible()
  await expect(page.getByRole('row', { name: /quality/ })).toHaveCount(0)
  expect(faults).toEqual([])
})
