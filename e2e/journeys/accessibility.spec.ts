import { readdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { problemsOf, readTree } from '../fixtures/accessibility-tree.ts'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { addressesOf, isBare, openScreen, SCREEN_PATHS, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, seedScreens } from '../fixtures/seed-screens.ts'
import { startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

test('keeps every screen accessible, in order, with its help in one place', {
  tag: ['@long', '@python'],
}, async ({ page }) => {
  const server = await startPodium(asAdmin)
  const records = await seedScreens(server)
  try {
    await signInTo(page, server.address, 'poc')
    for (const path of SCREEN_PATHS.filter((one) => !isBare(one)))
      for (const address of addressesOf(path, records))
        await test.step(address, async () => {
          await openScreen(page, server.address + address)
          await expect(page).toHaveTitle(/.+ · Podium$/)
          await expectAccessibleInBothThemes(page)
          expect.soft(problemsOf(await readTree(page)), page.url()).toEqual([])
          const help = page.getByRole('complementary', { name: 'Navigation' }).getByRole('link').nth(-2)
          await expect(help).toHaveText('Read More')
        })
  } finally {
    await endScreens(server, records)
  }
})

test('keeps the pages before a session accessible, and accepts pasted and filled-in values', async ({
  page,
  server,
  api,
  person,
}) => {
  const link = await api.post<{ url: string }>(`/api/v1/settings/accounts/${person.account_id}/password-link`)
  const { hash } = new URL(link.url)
  for (const path of SCREEN_PATHS.filter(isBare))
    await test.step(path, async () => {
      await openScreen(page, `${server.address}${path}${path === '/auth/login' ? '' : hash}`)
      await expectAccessibleInBothThemes(page)
      expect.soft(problemsOf(await readTree(page)), page.url()).toEqual([])
      for (const field of await page.locator('main input:not([type=checkbox])').all())
        await expect(field).toHaveAttribute(
          'autocomplete',
          /^(username|(current|new)-password|one-time-code|name|email)$/,
        )
    })
  await page.goto(`${server.address}/auth/login`)
  const id = page.getByLabel('ID', { exact: true })
  await id.fill('amber-window-lantern-4')
  await id.press('ControlOrMeta+A')
  await id.press('ControlOrMeta+C')
  const password = page.getByLabel('Password', { exact: true })
  await password.press('ControlOrMeta+V')
  await expect(password).toHaveValue('amber-window-lantern-4')
})

test('keeps the guide on the server accessible', async ({ page, server }) => {
  const texts = readdirSync(new URL('../../docs/guide', import.meta.url))
  const pages = process.env.PODIUM_LONG === '1' ? texts : ['README.md', 'podium-command.md']
  for (const name of pages.filter((one) => one.endsWith('.md')))
    await test.step(name, async () => {
      await page.goto(`${server.address}/guide/${name.replace('README.md', '').replace('.md', '.html')}`)
      await expectAccessibleInBothThemes(page)
      const problems = problemsOf(await readTree(page))
      // A table of a text is named by the heading above it.
      expect
        .soft(
          problems.filter((one) => one !== 'a table without a name'),
          page.url(),
        )
        .toEqual([])
    })
})
