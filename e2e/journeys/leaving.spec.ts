import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  admin,
  asAdmin,
  makeStream,
  makeWorkspace,
  register,
  runUntil,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const PASSWORD = 'grey-lantern-orchard-4'
let server: PodiumServer
let api: Api
let workspace: Workspace
const ids: Record<string, string> = {}

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  workspace = await makeWorkspace(api, 'quality')
  for (const username of ['kim', 'lea'])
    ids[username] = (
      await api.post<{ id: string }>('/api/v1/settings/accounts', {
        username,
        password: PASSWORD,
        display_name: `${username} Sol`,
        email: `${username}@aster.example`,
        role: 'DEVELOPER',
        must_change_password: false,
      })
    ).id
  await api.post(`/api/v1/workspaces/${workspace.id}/members`, {
    members: [
      { account_id: ids.kim, role: 'MANAGER' },
      { account_id: ids.lea, role: 'MEMBER' },
    ],
  })
})
test.afterAll(() => server.stop())

/** Expects no violation in either theme, and nothing wider than the window. */
async function expectAccessibleEverywhere(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

test('leads from the list of people with access to what a person may do, and back', { tag: '@long' }, async ({
  page,
}) => {
  const faults = watch(page)
  await openAs(page, server.address, admin, `/settings/workspace/detail/${workspace.id}?tab=access`)
  await page.getByRole('link', { name: '1 administrator' }).click()
  const access = page.getByRole('table', { name: 'Access' })
  await expect(access.getByRole('row')).toHaveCount(2)
  await page
    .getByRole('button', { name: /Access through/ })
    .first()
    .waitFor()
  await page.goto(`${server.address}/settings/workspace/detail/${workspace.id}?tab=access`)
  await expectAccessibleEverywhere(page)
  await access.getByRole('link', { name: 'lea' }).click()
  const rights = page.getByRole('region', { name: 'What lea can do in quality' })
  await expect(rights.getByText('start runs')).toBeVisible()
  await expect(rights.getByText('Only a manager of this workspace may do this.').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await rights.getByRole('link', { name: 'Who else can open it' }).click()
  await expect(access).toBeVisible()
  expect(faults).toEqual([])
})

test('hands over, stops the run, and lets nobody sign in any more when a person leaves', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  const kim = await signIn(server.address, 'kim', PASSWORD)
  await register(api, workspace, await scriptSolution('weld-seams', 'exec tail -f /dev/null'))
  const run = await startRun(kim, await makeStream(kim, workspace, 'weld-seams'))
  await runUntil(api, run.id, ({ state }) => state === 'running')
  // The administrator who created the workspace is also its manager.
  const own = (await api.get<{ account_id: string }>('/api/v1/auth/session')).account_id
  await kim.post(`/api/v1/workspaces/${workspace.id}/members/delete`, { account_ids: [own] })

  await openAs(page, server.address, admin, `/settings/account/leave/${ids.kim}`)
  await expect(page.getByRole('button', { name: 'Lock kim Sol' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessibleEverywhere(page)
  await page.getByLabel('New manager of quality').selectOption('lea, lea Sol')
  await page.getByRole('radio', { name: /^Stop it/ }).check()
  await page.getByRole('button', { name: 'Lock kim Sol' }).click()
  const question = page.getByRole('alertdialog', { name: 'Lock kim Sol?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('heading', { name: 'kim Sol is locked' })).toBeVisible()
  await expect(page.getByText('lea is a manager of quality now.')).toBeVisible()
  await expect(page.getByText('1 run was asked to stop.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Open the account' }).click()
  await expect(page.getByText('Cannot sign in, because an administrator locked the account.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  expect(faults).toEqual([])

  await page.context().clearCookies()
  await page.goto(`${server.address}/auth/login`)
  await page
    .getByRole('alertdialog', { name: /^Your session has expired/ })
    .getByRole('button', { name: 'OK' })
    .click()
  await page.getByLabel('ID', { exact: true }).fill('kim')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(
    page.getByText('An administrator locked this account. Please contact the admin.'),
  ).toBeVisible()
})
