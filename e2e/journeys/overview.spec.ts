import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { ended, makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { type PodiumServer, setupLink, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const PASSWORD = 'grey-harbour-candle-9'
const MAX_CLICKS = 8
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium()
})
test.afterAll(() => server.stop())

test('leads from the set-up link to a trained sample with its curve in eight clicks', {
  tag: ['@long', '@python'],
}, async ({ page }) => {
  const faults = watch(page)
  let clicks = 0
  const click = (target: Locator) => {
    clicks += 1
    return target.click()
  }

  await test.step('makes the first administrator and the first workspace', async () => {
    await page.goto(await setupLink(server))
    await page.getByLabel('ID', { exact: true }).fill('mina')
    await page.getByLabel('User Name', { exact: true }).fill('Mina')
    await page.getByLabel('Email Address', { exact: true }).fill('mina@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password Confirmation', { exact: true }).fill(PASSWORD)
    await click(page.getByRole('button', { name: 'Create' }))
    const dialog = page.getByRole('dialog', { name: 'Welcome, Create a Workspace!' })
    await dialog.getByRole('textbox', { name: 'Workspace Name' }).fill('poc')
    await click(dialog.getByRole('button', { name: 'Check Duplicate' }))
    await expect(dialog.getByText('This ID is available.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Bucket Name' }).fill('poc-results')
    await dialog.getByLabel('Standard', { exact: true }).fill('1cpu-1gib')
    await click(dialog.getByRole('button', { name: 'Save' }))
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Create' }))
    await click(page.getByRole('button', { name: 'OK' }))
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  })

  await test.step('takes three steps, one click each', async () => {
    const steps = page.getByRole('list', { name: 'First steps' })
    await expect(steps.getByRole('button', { name: 'Register the sample' })).toBeVisible()
    await expectAccessible(page)
    await click(steps.getByRole('button', { name: 'Register the sample' }))
    await click(steps.getByRole('button', { name: 'Start training' }))
    await click(steps.getByRole('link', { name: 'Open the curve' }))
    await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Figures', selected: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: /accuracy|loss/ }).first()).toBeVisible()
  })
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)

  await test.step('reads the overview in one request', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/v1/')) asked.push(pathname)
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
    const needs = page.getByRole('region', { name: 'Needs you' })
    await expect(needs).toBeVisible()
    await expect(page.getByRole('region', { name: 'Newest models' })).toContainText('v 1.1')
    await expect(
      page.getByRole('group', { name: 'Runs by state' }).getByRole('link', { name: /1 succeeded/ }),
    ).toBeVisible()
    // The page of the run may still be reading its data.
    const others = asked.filter((path) => !path.startsWith('/api/v1/streamhistories'))
    expect(others[0]).toBe('/api/v1/overview')
    await expectAccessible(page)
    await page.getByRole('group', { name: 'Runs by state' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/view=runs&from=/)
    await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(2)
  })

  await test.step('says that a card failed, and shows the others', async () => {
    const failed = {
      at: new Date().toISOString(),
      problem: 'This could not be read.',
      content: null,
    }
    await page.route('**/api/v1/overview?*cards=capacity*', (route) =>
      route.fulfill({ json: { capacity: failed } }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Refresh Capacity per tier' }).click()
    await expect(page.getByRole('alert')).toContainText('Capacity per tier could not be read')
    await expect(page.getByRole('table', { name: 'Recent runs' })).toBeVisible()
    await expectAccessible(page)
  })
  expect(faults).toEqual([])
})

test('shows an alias among the newest models as wide as its name', async ({
  page,
  server: shared,
  api,
  workspace,
  person,
}) => {
  const train = 'mkdir "$PODIUM_OUTPUT_DIR/model" && echo 1 > "$PODIUM_OUTPUT_DIR/model/weights"'
  await register(api, workspace, await scriptSolution('churn', train))
  const { id } = await startRun(api, await makeStream(api, workspace, 'churn'))
  await ended(api, id)
  await api.send('PATCH', `/api/v1/models/${id}`, { aliases: ['champion'] })
  await openAs(page, shared.address, person, '/overview', workspace)
  const chip = page.getByRole('region', { name: 'Newest models' }).getByText('champion')
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(chip).toBeVisible()
    expect((await chip.boundingBox())?.width).toBeLessThan(120)
  }
})
