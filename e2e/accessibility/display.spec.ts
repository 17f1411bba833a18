import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { cutTexts, NARROW, shareOfBars, sidewaysParts, withTextSpacing, ZOOMED } from '../fixtures/reflow.ts'
import { AREAS, addressesOf, onEachTab, openScreen, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

let server: PodiumServer
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

const WITH_PYTHON = { tag: '@python' }

for (const { area, paths } of AREAS) {
  test(`fits ${area} into 320 pixels and a zoom of 400 %, tab by tab`, WITH_PYTHON, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    await page.setViewportSize(NARROW)
    for (const address of paths.flatMap((path) => addressesOf(path, records)))
      await test.step(address, async () => {
        await openScreen(page, server.address + address)
        await onEachTab(page, async (tab) => {
          expect.soft(await sidewaysParts(page), address + tab).toEqual([])
          await expectAccessible(page)
          await page.setViewportSize(ZOOMED)
          expect.soft(await sidewaysParts(page), address + tab).toEqual([])
          expect.soft(await shareOfBars(page), address + tab).toBeLessThanOrEqual(0.5)
          await page.setViewportSize(NARROW)
        })
      })
  })

  test(
    `shows ${area} with wide text and more contrast, and without movement if that is requested`,
    WITH_PYTHON,
    async ({ page }) => {
      await signInTo(page, server.address, 'poc')
      for (const address of paths.flatMap((path) => addressesOf(path, records)))
        await test.step(address, async () => {
          await openScreen(page, server.address + address)
          await onEachTab(page, async (tab) => {
            await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' })
            expect.soft(await page.evaluate(moving), address + tab).toBe(0)
            await expectAccessible(page)
            await withTextSpacing(page, async () => {
              expect.soft(await cutTexts(page), address + tab).toEqual([])
              expect.soft(await sidewaysParts(page), address + tab).toEqual([])
            })
          })
        })
    },
  )
}

function moving(): number {
  return document.getAnimations().filter(({ playState }) => playState === 'running').length
}

test('shows with forced colours what is chosen', WITH_PYTHON, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await signInTo(page, server.address, 'poc')
  await openScreen(page, `${server.address}/solution`)
  const grounds = await Promise.all(
    ['List', 'Thumbnails'].map((name) =>
      page
        .getByRole('radio', { name })
        .locator('xpath=ancestor::label')
        .evaluate((it) => getComputedStyle(it).backgroundColor),
    ),
  )
  expect(grounds[0]).not.toBe(grounds[1])
})
