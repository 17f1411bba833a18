import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { outcomes } from '@podium/contract/rules/rules.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { podium } from '../fixtures/command.ts'
import { answerDialog } from '../fixtures/dialog.ts'
import { makeStream, register, scriptSolution } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-sales-'))
  await mkdir(join(folder, 'deep'))
  await writeFile(join(folder, 'sales.csv'), 'store,turnover\n1,1200\n')
  await writeFile(join(folder, 'deep', 'notes.txt'), 'from October')
})
test.afterAll(() => rm(folder, { recursive: true }))

test('makes a data set of a folder, has a run read and name it, and keeps its files in the next version', {
  tag: '@long',
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await register(
    api,
    workspace,
    await scriptSolution('forecast', 'cat "$PODIUM_DATA_DIR/sales.csv" "$PODIUM_DATA_DIR/deep/notes.txt"'),
  )
  await makeStream(api, workspace, 'forecast')
  await openAs(page, server.address, person)
  await page.getByRole('link', { name: 'Data sets' }).click()
  await page.getByRole('button', { name: 'Create the first one' }).click()
  await page.getByLabel('Name').fill('store-sales')
  await page.getByRole('button', { name: 'Create Data Set' }).click()
  await answerDialog(page, 'Create the item(s)?', 'Create')
  await answerDialog(page, outcomes.create.done, 'OK')
  await expect(page.getByRole('heading', { name: 'store-sales', level: 1 })).toBeVisible()
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(folder)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('link', { name: 'deep/notes.txt', exact: true }).click()
  await expect(page.getByText('from October')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New Run with v 1' }).click()
  await expect(page.getByRole('radio', { name: /^store-sales v 1/ })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
  await expect(page.getByText('from October').first()).toBeVisible()
  await expect(page.getByText('store-sales v 1').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Lineage' }).click()
  await page.getByRole('link', { name: 'store-sales v 1' }).first().click()
  await expect(page.getByRole('region', { name: 'Used by' }).getByRole('link')).toHaveText('forecast-1')

  await writeFile(join(folder, 'sales.csv'), 'store,turnover\n1,1300\n')
  const pushed = await podium(server.home, [
    'data-sets',
    'push',
    'store-sales',
    folder,
    '--workspace',
    workspace.display_name,
  ])
  expect([pushed.code, pushed.output]).toEqual([0, expect.stringContaining('2/2 files, 1 sent')])
  await page.reload()
  await page.getByRole('link', { name: /^v 2/ }).click()
  const changes = page.getByRole('region', { name: 'Changes since v 1' })
  await changes.getByRole('button', { name: 'Show the files' }).click()
  await expect(changes.getByText('sales.csv')).toBeVisible()
  expect(faults).toEqual([])
})
