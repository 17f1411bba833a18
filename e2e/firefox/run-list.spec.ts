import { expect, type Page } from '@playwright/test'
import type { Stream } from '@podium/contract/calls/streams.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import {
  admin,
  ended,
  makeStream,
  makeWorkspace,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { test, typeInto } from './firefox.ts'

let workspace: Workspace

test.beforeAll(async ({ api }) => {
  workspace = await makeWorkspace(api, uniqueName('lists'))
  for (const [solution, script, name] of [
    ['seams', 'exit 0', '용접-학습'],
    ['paint', 'exit 7', 'paint-job'],
  ] as const) {
    await register(api, workspace, await scriptSolution(solution, script))
    const { instance_id } = await makeStream(api, workspace, solution)
    const stream = await api.post<Stream>(`/api/v1/streams?workspace_id=${workspace.id}`, {
      instance_id,
      name,
    })
    for (let n = 0; n < 2; n += 1) await ended(api, (await startRun(api, stream)).id)
  }
})

test.beforeEach(async ({ page, server }) => {
  await openAs(page, server.address, admin, `/inferenceModel?ws=${workspace.id}&view=runs`)
  await expectRuns(page, ['paint-job-2', 'paint-job-1', '용접-학습-2', '용접-학습-1'])
})

const runs = (page: Page) =>
  page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: /^(paint-job|용접-학습)-\d$/ })
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search runs' })

async function expectRuns(page: Page, names: string[]): Promise<void> {
  await expect(runs(page)).toHaveText(names)
}

test('sorts, filters and searches runs, and keeps that in the address', async ({ page }) => {
  const byName = page.getByRole('columnheader', { name: 'Run', exact: true })
  await byName.getByRole('button').click()
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await expectRuns(page, ['paint-job-1', 'paint-job-2', '용접-학습-1', '용접-학습-2'])

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'State', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by state' })
  await dialog.getByRole('checkbox', { name: 'failed' }).check()
  await dialog.getByRole('button', { name: 'Filter' }).click()
  await expectRuns(page, ['paint-job-1', 'paint-job-2'])

  await typeInto(searchField(page), 'job-2')
  await expectRuns(page, ['paint-job-2'])
  await expect(page).toHaveURL(/\bq=job-2\b/)
  await page.reload()
  await expectRuns(page, ['paint-job-2'])
  await expect(searchField(page)).toHaveValue('job-2')
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: 'Remove filter State' })).toBeVisible()

  await runs(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'paint-job-2' })).toBeVisible()
  await page.goBack()
  await expectRuns(page, ['paint-job-2'])
  await expect(searchField(page)).toHaveValue('job-2')
})

for (const form of ['NFC', 'NFD'])
  test(`finds a run by Hangul that is typed as ${form}`, async ({ page }) => {
    const typed = '학습'.normalize(form)
    await typeInto(searchField(page), typed)
    await expect(searchField(page)).toHaveValue(typed)
    await expectRuns(page, ['용접-학습-2', '용접-학습-1'])
    await page.reload()
    await expectRuns(page, ['용접-학습-2', '용접-학습-1'])
  })
