import { expect } from '@playwright/test'
import { addressesOf, isBare, openScreen, SCREEN_PATHS, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from './firefox.ts'

let server: PodiumServer
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

test('opens every screen', { tag: '@python' }, async ({ page }) => {
  const [bare, others] = [SCREEN_PATHS.filter(isBare), SCREEN_PATHS.filter((path) => !isBare(path))]
  for (const path of bare) {
    await page.goto(server.address + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await signInTo(page, server.address, 'poc')
  for (const address of others.flatMap((path) => addressesOf(path, records)))
    await test.step(address, () => openScreen(page, server.address + address))
})
