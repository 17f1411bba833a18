import { expect, type Page } from '@playwright/test'
import { type Slapd, startSlapd } from '../../server/src/testing/slapd.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { answerDialog } from '../fixtures/dialog.ts'
import { expectUnder, field } from '../fixtures/field.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const KIM = { id: 'kim', password: 'violet kettle under moss' }
const REFUSAL = { status: 409, json: { detail: 'Somebody else is adding this person right now.' } }
const READER = /^PODIUM_LDAP_READER_/
let slapd: Slapd
let server: PodiumServer

test.beforeAll(async () => {
  slapd = await startSlapd([
    { uid: KIM.id, password: KIM.password, displayName: 'Kim Sol', mail: 'kim@example.org' },
  ])
})
test.afterEach(() => server.stop())
test.afterAll(() => slapd.stop())

/** Starts a server with the directory and one workspace, and opens its directory page as the administrator. */
async function openDirectory(page: Page, env: Record<string, string>): Promise<Api> {
  server = await startPodium({ env: { ...asAdmin.env, ...env } })
  const api = await signIn(server.address, admin.id, admin.password)
  await makeWorkspace(api, 'poc')
  await openAs(page, server.address, admin, '/settings/account/directory')
  await expect(page.getByRole('heading', { name: 'Add from Directory' })).toBeVisible()
  return api
}

async function search(page: Page, wanted: string) {
  await field(page, 'ID or name').fill(wanted)
  await field(page, 'ID or name').press('Enter')
}

async function logIn(page: Page, password: string) {
  await page.goto(`${server.address}/auth/login`)
  await field(page, 'ID').fill(KIM.id)
  await field(page, 'Password').fill(password)
  await field(page, 'Password').press('Enter')
}

test('adds a person of the directory, who signs in with the password kept there', {
  tag: ['@long', '@slapd', '@openssl'],
}, async ({ page, browser }) => {
  const faults = watch(page)
  const api = await openDirectory(page, slapd.env)

  await test.step('finds nobody with that name', async () => {
    await search(page, 'nobody')
    await expectUnder(page, 'ID or name', 'It is not a registered ID.')
    await expectAccessible(page)
  })

  await test.step('finds and adds a person', async () => {
    await search(page, KIM.id)
    await page.getByRole('checkbox', { name: /kim/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add 1', exact: true }).click()
    await expectUnder(page, 'Account Type', 'Please select user role.')
    await expectAccessible(page)
    await field(page, 'Account Type').selectOption('DEVELOPER')
    await page.route('**/api/v1/settings/accounts?login_type=ldap', (route) => route.fulfill(REFUSAL))
    await page.getByRole('button', { name: 'Add 1', exact: true }).click()
    await answerDialog(page, 'Add the item(s)?', 'Add')
    const failure = page.getByRole('alertdialog', { name: 'Failed to add.', exact: true })
    await expect(failure).toContainText(`kim: ${REFUSAL.json.detail}`)
    await answerDialog(page, 'Failed to add.', 'OK')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Add 1', exact: true }).click()
    await answerDialog(page, 'Add the item(s)?', 'Add')
    await answerDialog(page, 'Added Successfully!', 'OK')
    await expect(page.getByRole('row', { name: /kim/ })).toContainText('kim@example.org')
  })

  await test.step('signs the person in, at first without a workspace', async () => {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await logIn(theirs, 'not-the-right-one')
    await expectUnder(theirs, 'ID', 'Invalid ID or PW (1 failed password attempt)')
    await logIn(theirs, KIM.password)
    const noWorkspace = 'There is no workspace allocated. Contact your system administrator.'
    await answerDialog(theirs, noWorkspace, 'OK')
    await expect(theirs.getByRole('heading', { name: 'Login' })).toBeVisible()
    const { workspaces } = await api.get<{ workspaces: { id: string }[] }>('/api/v1/workspaces')
    await api.post(`/api/v1/workspaces/${workspaces[0]?.id}/members`, {
      members: [{ login_type: 'ldap', username: KIM.id, role: 'DEVELOPER' }],
    })
    await logIn(theirs, KIM.password)
    await expect(theirs).toHaveURL(/\/overview/)
    await context.close()
  })
  expect(faults).toEqual([])
})

test('asks for credentials without a reader, and says when they are wrong', {
  tag: ['@long', '@slapd', '@openssl'],
}, async ({ page }) => {
  const faults = watch(page)
  const env = Object.fromEntries(Object.entries(slapd.env).filter(([name]) => !READER.test(name)))
  await openDirectory(page, env)
  await search(page, KIM.id)
  await expectUnder(page, 'Directory ID', 'Please fill out this field.')
  await expectUnder(page, 'Directory Password', 'Please fill out this field.')
  await field(page, 'Directory ID').fill(KIM.id)
  await field(page, 'Directory Password').fill('not-the-right-one')
  await search(page, KIM.id)
  await expectUnder(page, 'Directory Password', 'Invalid Credentials.')
  await expectAccessible(page)
  await field(page, 'Directory Password').fill(KIM.password)
  await search(page, KIM.id)
  await expect(page.getByRole('checkbox', { name: /kim/ })).toBeVisible()
  await expectAccessible(page)
  expect(faults).toEqual([])
})
