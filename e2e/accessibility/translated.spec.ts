import { expect, type Locator } from '@playwright/test'
import { AREAS, addressesOf, expectLoaded, onEachTab, openScreen, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { translatePages } from '../fixtures/translation.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

for (const { area, paths } of AREAS)
  test(`operates ${area} tab by tab where the browser translates it`, { tag: '@python' }, async ({
    page,
  }) => {
    const faults = watch(page)
    await signInTo(page, server.address, 'poc')
    await translatePages(page)
    for (const address of paths.flatMap((path) => addressesOf(path, records)))
      await test.step(address, async () => {
        await openScreen(page, server.address + address)
        await onEachTab(page, async (tab) => {
          await expect(page.locator('h1 font').first(), address + tab).toBeVisible()
          for (const field of await page.getByRole('searchbox').all()) await searchWith(field)
        })
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
        await expectLoaded(page)
        expect.soft(faults.splice(0), address).toEqual([])
      })
  })

/** Makes the results disappear and come back. */
async function searchWith(field: Locator) {
  if (!(await field.isVisible())) return
  await field.fill('nothing like it')
  await expectLoaded(field.page())
  await field.fill('')
  await expectLoaded(field.page())
}
