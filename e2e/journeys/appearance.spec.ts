import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { expectLoaded } from '../fixtures/screens.ts'
import { makeAccount } from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs, signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const lookOf = (page: Page) =>
  page.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    density: document.documentElement.dataset.density,
    ground: getComputedStyle(document.body).backgroundColor,
  }))

const choice = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

const DARK = 'rgb(21, 19, 17)'
const LIGHT = 'rgb(250, 250, 249)'

test('applies the dark theme at once, from the first frame of the next page, and at the login', async ({
  page,
  browser,
  server,
  person,
}) => {
  const faults = watch(page)
  await openAs(page, server.address, person, '/settings/account/editProfile?tab=appearance')
  await expect(choice(page, 'Light')).toBeChecked()
  expect(await lookOf(page)).toEqual({ theme: 'light', density: 'comfortable', ground: LIGHT })
  await choice(page, 'Compact').click()
  const kept = page.waitForResponse((answer) => answer.request().postDataJSON()?.theme === 'dark')
  await choice(page, 'Dark').click()
  await expect(choice(page, 'Dark')).toBeChecked()
  expect(await lookOf(page)).toEqual({ theme: 'dark', density: 'compact', ground: DARK })
  await kept
  await expectAccessible(page)

  // Without scripts, the page that the server sent is dark.
  const { origin } = new URL(server.address)
  const cookies = await page.context().cookies()
  const unscripted = await browser.newPage({ javaScriptEnabled: false })
  await unscripted.context().addCookies(cookies.filter(({ name }) => name.startsWith('podium-')))
  for (const path of ['/overview', '/auth/login']) {
    await unscripted.goto(origin + path)
    await expect(unscripted.locator('body')).toHaveCSS('background-color', DARK)
  }
  await unscripted.close()

  // Another browser gets it at the sign-in.
  const other = await browser.newPage()
  await signInAt(other, server.address, person)
  expect(await lookOf(other)).toEqual({ theme: 'dark', density: 'compact', ground: DARK })
  await other.close()

  await choice(page, 'System').check()
  await expect(page.locator('body')).toHaveCSS('background-color', LIGHT)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('background-color', DARK)
  expect(faults).toEqual([])
})

test('shows greeting, workspace, guide and reference in the narrow sidebar', async ({
  page,
  server,
  person,
  workspace,
}) => {
  const faults = watch(page)
  await page.setViewportSize({ width: 1440, height: 768 })
  await openAs(page, server.address, person, '/overview', workspace)
  for (const width of [1199, 1024, 900, 899]) {
    await page.setViewportSize({ width, height: 768 })
    if (width === 899) await page.getByRole('button', { name: 'Open navigation' }).click()
    for (const name of ['Read More', 'Reference']) {
      const link = page.getByRole('link', { name, exact: true })
      await expect(link).toHaveCount(1)
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByText(/^Welcome, /).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Profile', exact: true })).toHaveAttribute(
      'title',
      /^Welcome, /,
    )
    const switcher = page.getByRole('combobox', { name: 'Workspace', exact: true })
    await expect(switcher).toHaveAttribute('title', workspace.display_name)
  }
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('link', { name: 'Read More', exact: true })).toHaveAttribute('href', '/guide/')
  await page.getByRole('link', { name: 'Reference', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reference' })).toBeVisible()
  expect(faults).toEqual([])
})

test('leads by a menu to the pages below Settings in the narrow sidebar', { tag: '@long' }, async ({
  page,
  server,
  api,
  workspace,
}) => {
  const faults = watch(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const ada = await makeAccount(api, uniqueName('ada'), { role: 'ADMIN' })
  await openAs(page, server.address, ada, '/overview', workspace)
  const settings = page.getByRole('button', { name: 'Settings', exact: true })
  await settings.click()
  await page.getByRole('menuitem', { name: 'Engine' }).click()
  await expect(page).toHaveURL(/\/settings\/engine/)
  await expectLoaded(page)
  // The opening page takes the focus, which closes an open menu.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await settings.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Engine' })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  expect(faults).toEqual([])
})
