import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { tabTo } from '../fixtures/keyboard.ts'
import {
  ended,
  makeAccount,
  makeStream,
  makeWorkspace,
  type Person,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const TRAINS = 'mkdir -p "$PODIUM_OUTPUT_DIR/model"; echo {} > "$PODIUM_OUTPUT_DIR/model/model.json"'

let poc: Workspace
let ada: Person

test.beforeAll(async ({ api }) => {
  poc = await makeWorkspace(api, uniqueName('poc'))
  ada = await makeAccount(api, uniqueName('ada'), { role: 'ADMIN' })
  await makeAccount(api, uniqueName('jonas'), { display_name: 'Jonas Weld' })
  await register(api, poc, await scriptSolution('weld-seams', TRAINS))
  const stream = await makeStream(api, poc, 'weld-seams')
  await ended(api, (await startRun(api, stream)).id)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Command menu' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search or jump to' })
const option = (page: Page, group: string, name: string | RegExp) =>
  dialog(page).getByRole('group', { name: group }).getByRole('option', { name })

/** Opens the menu, types, moves to the wanted option and opens it. */
async function open(page: Page, text: string, group: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  // At once, because letters count from the first one, wherever the focus still is.
  await page.keyboard.type(text)
  const wanted = option(page, group, name)
  await expect(wanted).toBeVisible()
  await expect(field(page)).toHaveValue(text)
  while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('finds an account, an instance and a model, and runs actions, by keyboard alone', {
  tag: '@long',
}, async ({ page, server }) => {
  const faults = watch(page)
  await openAs(page, server.address, ada, '/overview', poc)
  await expect(heading(page, 'Overview')).toBeVisible()

  await open(page, 'jonas', 'Accounts', /^Jonas Weld/)
  await expect(heading(page, /Edit Account/)).toBeVisible()
  await open(page, 'weld', 'Instances', /^weld-seams/)
  await expect(heading(page, 'weld-seams')).toBeVisible()
  await expect(page).toHaveURL(/\/inferenceModel\/instance\//)
  await open(page, 'weld-seams v 1', 'Models', /^weld-seams v 1\.1/)
  await expect(heading(page, /weld-seams v 1\.1/)).toBeVisible()

  await test.step('runs actions', async () => {
    await open(page, 'theme: dark', 'Actions', 'Theme: Dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await open(page, 'register', 'Actions', 'Register Solution')
    await expect(page.getByRole('dialog', { name: 'Register Solution' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('shows the last opened objects first', async () => {
    await page.keyboard.press('Control+k')
    await expect(option(page, 'Recent', /weld-seams v 1\.1/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('accepts keys', async () => {
    await page.keyboard.type('gr')
    await expect(heading(page, 'Runs')).toBeVisible()
    const row = page.getByRole('table', { name: 'Runs' }).getByRole('link').first()
    await expect(row).toBeVisible()
    await page.keyboard.press('j')
    await expect(row).toBeFocused()
    await page.keyboard.type('ga')
    await expect(heading(page, 'Accounts')).toBeVisible()
    await page.keyboard.press('n')
    await expect(heading(page, 'New Account')).toBeVisible()
  })

  await test.step('turns off single-character keys, for every browser', async () => {
    await page.keyboard.type('gp')
    await expect(heading(page, 'Edit Profile')).toBeVisible()
    await open(page, 'appearance', 'Go to', 'Edit Profile: Appearance')
    const keys = page.getByRole('checkbox', { name: 'Single-key shortcuts' })
    await tabTo(page, keys)
    const kept = page.waitForResponse((answer) => answer.request().postDataJSON()?.shortcuts === 'off')
    await page.keyboard.press('Space')
    await kept
    await page.keyboard.type('go')
    await page.keyboard.press('?')
    await expect(heading(page, 'Edit Profile')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const program = await signIn(server.address, ada.id, ada.password)
    expect(await program.get('/api/v1/settings/preferences')).toMatchObject({
      theme: 'dark',
      shortcuts: 'off',
    })
  })

  await test.step('leaves nothing of the opened objects after the logout', async () => {
    await open(page, 'logout', 'Actions', /^Logout/)
    await expect(heading(page, 'Login')).toBeVisible()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent'))),
    ).toEqual([])
  })
  expect(faults).toEqual([])
})

for (const theme of ['light', 'dark'])
  test(`keeps the open menu accessible and in its place, ${theme}`, {
    tag: '@long',
  }, async ({ page, server }) => {
    const program = await signIn(server.address, ada.id, ada.password)
    await program.send('PATCH', '/api/v1/settings/preferences', { theme, shortcuts: 'on' })
    await openAs(page, server.address, ada, '/overview', poc)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(heading(page, 'Overview')).toBeVisible()
    const top = async () => (await dialog(page).boundingBox())?.y
    await page.keyboard.press('Control+k')
    await expect(option(page, 'Actions', 'New Run')).toBeVisible()
    await expectAccessible(page)
    expect(await top()).toBe(96)
    await page.keyboard.type('weld')
    await expect(option(page, 'Models', /^weld-seams/)).toBeVisible()
    await expectAccessible(page)
    expect(await top()).toBe(96)
    await page.keyboard.type('zzz')
    await expect(dialog(page).getByText('Nothing matches “weldzzz”.')).toBeVisible()
    await expectAccessible(page)
    expect(await top()).toBe(96)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible()
    await expectAccessible(page)
  })
