import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { answerInstead, holdAnswers, whileItLoads } from '../fixtures/held-answers.ts'
import {
  AREAS,
  addressesOf,
  expectLoaded,
  isBare,
  onEachTab,
  openScreen,
  SCREEN_PATHS,
  signInTo,
} from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedBareRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

let server: PodiumServer
let records: SeededRecords
let bare: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
  bare = await seedBareRecords(server, records)
})
test.afterAll(() => endScreens(server, records))

const WITH_PYTHON = { tag: '@python' }

for (const { area, paths } of AREAS) {
  test(`keeps ${area} accessible, where nothing is yet or nothing fits`, WITH_PYTHON, async ({ page }) => {
    const look = (address: string) =>
      test.step(address, async () => {
        await openScreen(page, server.address + address)
        await onEachTab(page, () => expectAccessibleInBothThemes(page))
      })
    await signInTo(page, server.address, 'empty')
    for (const address of addressesOfAll(
      paths.filter((path) => !isOfRecords(path)),
      bare,
    )) {
      await look(address)
      await look(`${address}${address.includes('?') ? '&' : '?'}q=nothing-like-it`)
    }
    await openScreen(page, `${server.address}/overview?ws=${bare.workspace}`)
    for (const address of addressesOfAll(paths.filter(isOfRecords), bare)) await look(address)
  })

  test(`keeps ${area} accessible, where its content could not be read`, WITH_PYTHON, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    await answerInstead(page, (route) =>
      route.fulfill({ status: 500, json: { detail: 'The database is away.' } }),
    )
    for (const address of addressesOfAll(paths, records))
      await test.step(address, async () => {
        await page.goto(server.address + address)
        await expectLoaded(page)
        await expectAccessibleInBothThemes(page)
      })
  })

  test(`keeps ${area} accessible, while it loads`, WITH_PYTHON, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    for (const address of addressesOfAll(paths, records))
      await test.step(address, async () => {
        await whileItLoads(page, server.address + address, () => expectAccessibleInBothThemes(page))
        await expectLoaded(page)
        if (isOfViews(address)) return
        await holdAnswers(page)
        await onEachTab(page, () => expectAccessibleInBothThemes(page), headed)
        await page.unrouteAll()
      })
  })
}

const addressesOfAll = (paths: readonly string[], of: SeededRecords) =>
  paths.flatMap((path) => addressesOf(path, of))
/** The tabs of these pages are addresses, each of which is opened by itself. */
const isOfViews = (address: string) => /^\/inferenceModel(\/list)?(\?|$)/.test(address)
const isOfRecords = (path: string) => path.includes('$id') || path === '/inferenceModel/compare'
const headed = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

for (const state of ['while they load', 'where calls fail'] as const)
  test(`keeps the pages before a session accessible, ${state}`, WITH_PYTHON, async ({ page }) => {
    await page.route('**/api/v1/**', (route) =>
      state === 'while they load' ? undefined : route.fulfill({ status: 500, json: { detail: 'Away.' } }),
    )
    for (const path of SCREEN_PATHS.filter(isBare))
      await test.step(path, async () => {
        await page.goto(`${server.address}${path}${path === '/auth/login' ? '' : '#secret'}`)
        await headed(page)
        await expectAccessibleInBothThemes(page)
      })
  })
