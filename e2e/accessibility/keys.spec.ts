import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { button, DIALOGS, item, saveView } from '../fixtures/dialogs.ts'
import { expectHoldsFocus, nameOfFocused, unseenStops } from '../fixtures/focus.ts'
import { sidewaysParts, unreachableControls, ZOOMED } from '../fixtures/reflow.ts'
import { AREAS, addressesOf, openScreen, signInTo } from '../fixtures/screens.ts'
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

for (const forcedColors of ['none', 'active'] as const) {
  /** Compares one of each kind of stop with and without the focus. */
  const compared = new Set<string>()

  for (const { area, paths } of AREAS)
    test(
      `shows every stop of the Tab key in ${area}, forced colours: ${forcedColors}`,
      WITH_PYTHON,
      async ({ page }) => {
        await signInTo(page, server.address, 'poc')
        await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
        for (const address of paths.flatMap((path) => addressesOf(path, records)))
          await test.step(address, async () => {
            await openScreen(page, server.address + address)
            expect.soft(await unseenStops(page, compared), address).toEqual([])
          })
      },
    )
}

for (const { file, address, steps, before, leave } of DIALOGS)
  test(`opens and leaves by keyboard alone: ${file}`, WITH_PYTHON, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    await openScreen(page, server.address + address(records))
    await before?.(page)
    let opener = ''
    for (const step of steps) {
      await step(page).focus()
      opener ||= await nameOfFocused(page)
      await page.keyboard.press('Enter')
      if (step !== steps.at(-1)) {
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessibleInBothThemes(page)
      }
    }
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const window = page.viewportSize()
    await page.setViewportSize(ZOOMED)
    expect.soft(await sidewaysParts(page)).toEqual([])
    expect.soft(await unreachableControls(page)).toEqual([])
    if (window) await page.setViewportSize(window)
    await expectHoldsFocus(page, opener, leave && (() => leave(page)))
  })

test('covers no button of a dialog by a notice at 400 %', WITH_PYTHON, async ({ page }) => {
  await signInTo(page, server.address, 'poc')
  await openScreen(page, `${server.address}/inferenceModel?view=runs`)
  await saveView(page)
  const notice = page.getByRole('status').filter({ has: button(page, 'Dismiss') })
  // Held, as by a pointer over it.
  await button(page, 'Dismiss').dispatchEvent('pointerover')
  await button(page, /^Views/).click()
  await item(page, 'Manage views…').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize(ZOOMED)
  expect(await unreachableControls(page)).toEqual([])
  await expect(notice).toBeVisible()
})

test('zooms to a part of a chart by two presses, without dragging', WITH_PYTHON, async ({ page }) => {
  await signInTo(page, server.address, 'poc')
  await openScreen(page, `${server.address}/inferenceModel/run/${records.run}?tab=figures`)
  const chart = page.getByRole('group', { name: /over steps/ }).first()
  await expect(chart.locator('canvas')).toBeVisible()
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  for (const share of [0.3, 0.7]) await chart.click({ position: { x: width * share, y: 100 } })
  await chart.getByRole('button', { name: 'Show all' }).click()
  await expect(chart.getByRole('button', { name: 'Show all' })).toBeHidden()
})
