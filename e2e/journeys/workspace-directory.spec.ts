import { expect, type Page } from '@playwright/test'
import { type Slapd, startSlapd } from '../../server/src/testing/slapd.ts'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { answerDialog } from '../fixtures/dialog.ts'
import { expectUnder, field } from '../fixtures/field.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const LEA = { id: 'lea', password: 'grey-lantern-orchard-4' }
const KIM = { id: 'kim', password: 'violet kettle under moss' }
const TOM = { id: 'tom', password: 'copper heron over reeds' }
let slapd: Slapd
let server: PodiumServer
let workspaceId: string

test.beforeAll(async () => {
  slapd = await startSlapd([
    { uid: KIM.id, password: KIM.password, displayName: 'Kim Sol', mail: 'kim@example.org' },
    { uid: TOM.id, password: TOM.password, displayName: 'Tom Reed', mail: 'tom@example.org' },
  ])
})
test.afterEach(() => server.stop())
test.afterAll(() => slapd.stop())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Starts a server with the directory, and opens Manage Members as Lea, who manages its workspace. */
async function openMembers(page: Page, env: Record<string, string>) {
  server = await startPodium({ env: { ...asAdmin.env, ...env } })
  const api = await signIn(server.address, admin.id, admin.password)
  workspaceId = (await makeWorkspace(api, 'poc')).id
  const { id } = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username: LEA.id,
    password: LEA.password,
    display_name: 'Lea Sol',
    email: 'lea@aster.example',
    role: 'DEVELOPER',
    must_change_password: false,
  })
  await api.post(`/api/v1/workspaces/${workspaceId}/members`, {
    members: [{ account_id: id, role: 'MANAGER' }],
  })
  await openAs(page, server.address, LEA, `/settings/workspace/members/${workspaceId}`)
  await expect(page.getByRole('combobox', { name: 'Role of admin' })).toHaveValue('MANAGER')
}

async function search(page: Page, wanted: string) {
  await page.getByRole('searchbox', { name: 'Find accounts' }).fill(wanted)
  await press(page, `Search the directory for “${wanted}”`)
}

test('lets a manager add a person of the directory, who signs in with the password kept there', {
  tag: ['@long', '@slapd', '@openssl'],
}, async ({ page, browser }) => {
  const faults = watch(page)
  await openMembers(page, slapd.env)

  await test.step('finds nobody with that name', async () => {
    await search(page, 'nobody')
    await expect(page.getByText('It is not a registered ID.', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('finds, reviews and saves a member', async () => {
    await search(page, KIM.id)
    const found = page.getByRole('list', { name: 'Found in the directory' })
    await expect(found).toContainText('Kim Sol, kim@example.org')
    await field(page, 'Add as').selectOption('DEVELOPER')
    await press(page, 'Add kim')
    const review = page.getByRole('region', { name: 'What changes' })
    await expect(review).toContainText('kim becomes Developer and can register, edit and run here')
    await expectAccessible(page)
    await press(page, 'Save')
    await answerDialog(page, 'Add the item(s)?', 'Add')
    await answerDialog(page, 'Added Successfully!', 'OK')
    await expect(page.getByRole('combobox', { name: 'Role of kim' })).toHaveValue('DEVELOPER')
    await expectAccessible(page)
  })

  await test.step('signs the person in, into the workspace', async () => {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await openAs(theirs, server.address, KIM, `/settings/workspace/detail/${workspaceId}?tab=members`)
    const row = theirs.getByRole('table', { name: 'Members' }).getByRole('row', { name: /kim/ })
    await expect(row).toContainText('Developer')
    await expect(row).toContainText('kim@example.org')
    await context.close()
  })
  expect(faults).toEqual([])
})

test('asks a manager for their own credentials without a reader', {
  tag: ['@long', '@slapd', '@openssl'],
}, async ({ page }) => {
  const faults = watch(page)
  const withoutReader = Object.entries(slapd.env).filter(([name]) => !name.startsWith('PODIUM_LDAP_READER_'))
  await openMembers(page, Object.fromEntries(withoutReader))
  await search(page, TOM.id)
  for (const label of ['Directory ID', 'Directory Password'])
    await expectUnder(page, label, 'Please fill out this field.')
  await expectAccessible(page)
  await field(page, 'Directory ID').fill(KIM.id)
  await field(page, 'Directory Password').fill(KIM.password)
  await press(page, `Search the directory for “${TOM.id}”`)
  await press(page, 'Add tom')
  await press(page, 'Save')
  await answerDialog(page, 'Add the item(s)?', 'Add')
  await answerDialog(page, 'Added Successfully!', 'OK')
  await expect(page.getByRole('combobox', { name: 'Role of tom' })).toHaveValue('MEMBER')
  expect(faults).toEqual([])
})
