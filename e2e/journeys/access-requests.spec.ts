import { expect, type Page, test } from '@playwright/test'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const KIM = { id: 'kim', password: 'grey-lantern-orchard-4' }
const MARTA = { id: 'marta', password: 'amber-lantern-orchard-4' }
const NO_WORKSPACE = 'There is no workspace allocated. Contact your system administrator.'
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  const api = await signIn(server.address, admin.id, admin.password)
  const { id } = await makeWorkspace(api, 'poc')
  await makeAccount(api, KIM)
  const account_id = await makeAccount(api, MARTA)
  await api.post(`/api/v1/workspaces/${id}/members`, { members: [{ account_id, role: 'MANAGER' }] })
})
test.afterAll(() => server.stop())

async function makeAccount(api: Api, { id: username, password }: typeof KIM): Promise<string> {
  const { id } = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username,
    password,
    display_name: username.replace(/^./, (letter) => letter.toUpperCase()),
    email: `${username}@aster.example`,
    role: 'DEVELOPER',
    must_change_password: false,
  })
  return id
}

/** The next day where the browser is, as its field takes it. */
const tomorrow = (page: Page) =>
  page.evaluate(() => {
    const now = new Date()
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const two = (part: number) => String(part).padStart(2, '0')
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  })

test('a person without a workspace asks for one; its manager approves until tomorrow; the person works', async ({
  page,
  browser,
}) => {
  const faults = watch(page)
  const context = await browser.newContext()
  const managers = await context.newPage()

  await test.step('she asks', async () => {
    await signInAt(page, server.address, KIM)
    await page.getByRole('alertdialog', { name: NO_WORKSPACE, exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask for access' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for access' })
    await dialog.getByLabel('Workspace name').fill('poc')
    await dialog.getByLabel('Role').selectOption('DEVELOPER')
    await dialog.getByLabel('Reason').fill('To label the new images.')
    await dialog.getByRole('button', { name: 'Ask for access' }).click()
    await expect(dialog.getByRole('region', { name: 'Your requests' })).toContainText('waiting')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog', { name: NO_WORKSPACE, exact: true }).waitFor()
  })

  await test.step('the overview leads the manager to the request', async () => {
    await signInAt(managers, server.address, MARTA)
    await managers.getByText('1 request for access').waitFor()
    await managers.getByRole('link', { name: 'Review it' }).click()
    await managers.getByRole('cell', { name: 'To label the new images.' }).waitFor()
    await expectAccessible(managers)
    await managers.getByRole('button', { name: 'Approve the request of kim' }).click()
    const dialog = managers.getByRole('dialog', { name: 'Let kim into poc?' })
    await expect(dialog.getByLabel('Role')).toHaveValue('DEVELOPER')
    await dialog.getByLabel('Until').fill(await tomorrow(managers))
    await expectAccessible(managers)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await managers.getByText('kim is a member of poc.').waitFor()
  })

  await test.step('she is in without signing in again, and works', async () => {
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText(/^Your membership ends in/).waitFor()
    await page.getByRole('button', { name: 'Register the sample' }).first().click()
    await page.getByText('penguins').first().waitFor()
  })
  await context.close()
  expect(faults).toEqual([])
})
