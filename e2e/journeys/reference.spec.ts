import { expect } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  await makeWorkspace(await signIn(server.address, admin.id, admin.password), 'poc')
})
test.afterAll(() => server.stop())

const widths = [1440, 390]

test('leads from the guide to the pages of operations and the calls of this server', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  await openAs(page, server.address, admin, `/guide/`)
  await page.getByRole('link', { name: 'all settings and a service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Installation' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'PODIUM_PORT', exact: true })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('navigation').getByRole('link', { name: 'Reference' }).click()
  await expect(page).toHaveURL(`${server.address}/reference`)
  await page.goto(`${server.address}/reference#startRun`)
  const start = page.getByRole('region', { name: 'POST /api/v1/streamhistories/{id}', exact: true })
  await start.getByText('/api/v1/streamhistories/').click()
  await expect(start.getByText('execution_spec?:')).toBeInViewport()
  for (const theme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }

  await page.getByRole('searchbox', { name: 'Search calls' }).fill('GET versions monitoring')
  const versions = page.getByRole('region', { name: 'GET /api/v1/versions', exact: true })
  await versions.getByText('/api/v1/versions').click()
  await expect(versions).toContainText('Anyone, without signing in')
  expect(faults).toEqual([])
})
