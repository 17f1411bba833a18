import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { makeStream, register, scriptSolution } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const CANARY = 'violet-kettle-under-moss'
const SCRIPT = 'echo "$DB_HOST $REGION: $(cat "$PODIUM_SECRETS_DIR/DB_PASSWORD")"\n'

async function create(page: Page, name: string, value: string, secret: boolean): Promise<void> {
  await page.getByRole('button', { name: 'New Variable' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Variable' })
  await dialog.getByLabel('Name').fill(name)
  if (secret) await dialog.getByRole('checkbox', { name: /^Secret/ }).check()
  await dialog.getByLabel('Value').fill(value)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
}

test('gives a run variables and a secret, and shows the secret to nobody in its log', {
  tag: '@long',
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await register(api, workspace, await scriptSolution('forecast', SCRIPT))
  const stream = await makeStream(api, workspace, 'forecast')
  await openAs(page, server.address, person, `/settings/workspace/detail/${workspace.id}?tab=variables`)
  await create(page, 'DB_HOST', 'db.example.org', false)
  await create(page, 'DB_PASSWORD', CANARY, true)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON' }).click()
  expect((await download).suggestedFilename()).toMatch(/^variables-poc.*\.json$/)
  await page.goto(`${server.address}/inferenceModel/run/new?stream=${stream.id}`)
  await page.getByLabel('NAME=value, one a line').fill('REGION=north\nDB_HOST=test.example.org')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(`test.example.org north: ${'*'.repeat(CANARY.length)}`)).toBeVisible()
  for (const line of ['DB_HOST=test.example.org', 'DB_HOST, revision 1', 'DB_PASSWORD, secret, revision 1'])
    await expect(page.getByText(line, { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(CANARY)
  expect(faults).toEqual([])
})
