import { readdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { problemsOf, readTree } from '../fixtures/accessibility-tree.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { AREAS, addressesOf, isBare, openScreen, SCREEN_PATHS, signInTo } from '../fixtures/screens.ts'
import { admin, asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

let server: PodiumServer
let api: Api
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

/** The records are seeded by real runs. */
const PYTHON = { tag: '@python' }

const isLong = process.env.PODIUM_LONG === '1'
/** The first screen and the first page of a record in each area. The long form opens every screen. */
const paths = AREAS.flatMap((area) => {
  if (isLong) return area.paths
  const record = area.paths.find((path) => path.includes('$id'))
  return [...area.paths.slice(0, 1), ...(record ? [record] : [])]
})

test(
  'the screens of the console are accessible, told in order, and have their help in one place',
  PYTHON,
  async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    for (const path of paths)
      for (const address of addressesOf(path, records))
        await test.step(address, async () => {
          await openScreen(page, server.address + address)
          await expect(page).toHaveTitle(/.+ · Podium$/)
          await expectAccessibleInBothThemes(page)
          expect.soft(problemsOf(await readTree(page)), page.url()).toEqual([])
          const help = page.getByRole('complementary', { name: 'Navigation' }).getByRole('link').nth(-2)
          await expect(help).toHaveText('Read More')
        })
  },
)

test(
  'the pages before a session are accessible, and what they ask for can be pasted and filled in',
  PYTHON,
  async ({ page }) => {
    const link = await api.post<{ url: string }>(`/api/v1/settings/accounts/${records.account}/password-link`)
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
  },
)

test('the guide that the server has is accessible', PYTHON, async ({ page }) => {
  const texts = readdirSync(new URL('../../docs/guide', import.meta.url))
  const pages = isLong ? texts : ['README.md', 'podium-command.md']
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
