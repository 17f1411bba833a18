import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { makeAccount } from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const NO_WORKSPACE = 'There is no workspace allocated. Contact your system administrator.'

/** Returns the next day in the browser's time zone, in its field's format. */
const tomorrow = (page: Page) =>
  page.evaluate(() => {
    const now = new Date()
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const two = (part: number) => String(part).padStart(2, '0')
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  })

test('lets a person without a workspace ask for one, a manager approve until tomorrow, and the person work', {
  tag: '@long',
}, async ({ page, browser, server, api, workspace, person: marta }) => {
  const kim = await makeAccount(api, uniqueName('kim'))
  const faults = watch(page)
  const context = await browser.newContext()
  const managers = await context.newPage()

  await test.step('a person asks for access', async () => {
    await openAs(page, server.address, kim)
    await page.getByRole('alertdialog', { name: NO_WORKSPACE, exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask for access' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for access' })
    await dialog.getByLabel('Workspace name').fill(workspace.display_name)
    await dialog.getByLabel('Role').selectOption('DEVELOPER')
    await dialog.getByLabel('Reason').fill('To label the new images.')
    await dialog.getByRole('button', { name: 'Ask for access' }).click()
    await expect(dialog.getByRole('region', { name: 'Your requests' })).toContainText('waiting')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog', { name: NO_WORKSPACE, exact: true }).waitFor()
  })

  await test.step('leads the manager from the overview to the request', async () => {
    await openAs(managers, server.address, marta)
    await managers.getByText('1 request for access').waitFor()
    await managers.getByRole('link', { name: 'Review it' }).click()
    await managers.getByRole('cell', { name: 'To label the new images.' }).waitFor()
    await expectAccessible(managers)
    await managers.getByRole('button', { name: `Approve the request of ${kim.id}` }).click()
    const dialog = managers.getByRole('dialog', { name: `Let ${kim.id} into ${workspace.display_name}?` })
    await expect(dialog.getByLabel('Role')).toHaveValue('DEVELOPER')
    await dialog.getByLabel('Until').fill(await tomorrow(managers))
    await expectAccessible(managers)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await managers.getByText(`${kim.id} is a member of ${workspace.display_name}.`).waitFor()
  })

  await test.step('lets the person in without another sign-in', async () => {
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText(/^Your membership ends in/).waitFor()
    await page.getByRole('button', { name: 'Register the sample' }).first().click()
    await page.getByText('penguins').first().waitFor()
  })
  await context.close()
  expect(faults).toEqual([])
})
