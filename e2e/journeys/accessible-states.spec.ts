import { test } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { AREAS, addressesOf, expectLoaded, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'

let server: PodiumServer
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

/** What the console asks before it shows a page: without it there is none. */
const BEFORE_PAGES = /\/api\/v1\/(auth\/session|versions)$/
const LONG = { tag: '@long' }

for (const { area, paths } of AREAS)
  test(`${area}, where what it shows could not be read, is accessible`, LONG, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    await page.route('**/api/v1/**', (route) => {
      if (BEFORE_PAGES.test(new URL(route.request().url()).pathname)) return route.continue()
      return route.fulfill({ status: 500, json: { detail: 'The database is away.' } })
    })
    for (const address of paths.flatMap((path) => addressesOf(path, records)))
      await test.step(address, async () => {
        await page.goto(server.address + address)
        await expectLoaded(page)
        await expectAccessibleInBothThemes(page)
      })
  })
