import { expect, type Page } from '@playwright/test'
import { openScreen } from '../fixtures/screens.ts'
import { ended, makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'

const LINES = 3000

/** Returns the names of printed buttons, search fields and links elsewhere. */
async function controlsOnPaper(page: Page): Promise<string[]> {
  const controls = page
    .getByRole('navigation')
    .or(page.getByRole('button'))
    .or(page.getByRole('searchbox'))
    .or(page.getByRole('switch'))
    .or(page.getByRole('tab', { selected: false }))
  const names = await controls.evaluateAll((found) =>
    found
      // A table's headers sort it.
      .filter((one) => one.closest('th') === null && one.checkVisibility())
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  )
  return names
}

/** Returns the lightness of a page's background, from 0 to 255. */
const groundOf = (page: Page) =>
  page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]))

test('prints runs in light colours, with their facts and nothing to press', async ({
  page,
  server,
  api,
  person,
  workspace,
}) => {
  await register(api, workspace, await scriptSolution('welds', `seq ${LINES}\n`))
  const stream = await makeStream(api, workspace, 'welds')
  const [run, other] = [await startRun(api, stream), await startRun(api, stream)]
  for (const { id } of [run, other]) await ended(api, id)
  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}`, workspace)
  await test.step('prints a run with the lines of its log that are in view', async () => {
    await expect(page.getByText(/^3,000 lines, /)).toBeVisible()
    // The look is shown once the person is known, which is before their run is.
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark'
    })
    expect(await groundOf(page)).toBeLessThan(100)
    await page.emulateMedia({ media: 'print' })
    expect(await groundOf(page)).toBe(255)
    await expect(
      page.getByText(/^Podium, workspace poc-\d+\. Printed \d{4}\/\d\d\/\d\d \d\d:\d\d/),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: run.name })).toBeVisible()
    await expect(page.getByText('succeeded', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Created \d{4}\/\d\d\/\d\d \d\d:\d\d, ended /)).toBeVisible()
    await expect(page.getByText(/^\d+ of 3,000 lines are printed: those that were in view\.$/)).toBeVisible()
    expect(await controlsOnPaper(page)).toEqual([])
  })

  for (const path of [
    '/inferenceModel?view=runs',
    `/inferenceModel/compare?runs=${run.id},${other.id}`,
    `/inferenceModel/run/${run.id}?tab=artifacts`,
    '/overview',
    '/solution',
  ])
    await test.step(path, async () => {
      await page.emulateMedia({ media: 'screen' })
      await openScreen(page, server.address + path)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await controlsOnPaper(page)).toEqual([])
    })
})
