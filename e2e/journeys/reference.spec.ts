import { expect, test } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  await makeWorkspace(await signIn(server.address, admin.id, admin.password), 'poc')
})
test.afterAll(() => server.stop())

const widths = [1440, 390]

test('the guide leads to the pages of operations and to the calls of this very server', async ({ page }) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await page.goto(`${server.address}/guide/`)
  await page.getByRole('link', { name: 'all settings and a service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Installation' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'PODIUM_PORT', exact: true })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  await page.getByRole('navigation').getByRole('link', { name: 'Reference' }).click()
  await expect(page).toHaveURL(`${server.address}/reference`)
  const start = page.getByRole('region', { name: 'POST /api/v1/streamhistories/{id}', exact: true })
  await expect(start).toContainText('execution_spec?:')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(faults).toEqual([])
})
