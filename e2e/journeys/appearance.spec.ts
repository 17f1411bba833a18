import { expect, type Page, test } from '@playwright/test'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer
let api: Api
let run: string
let solution: string
let workspace: string

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  const poc = await makeWorkspace(api, 'poc')
  workspace = poc.id
  await register(server, poc, await scriptSolution('weld-seams', 'echo "ERROR: no such file" >&2; exit 3'))
  const stream = await makeStream(api, poc, 'weld-seams')
  run = (await ended(api, (await startRun(api, stream)).id)).id
  const { solutions } = await api.get<{ solutions: { id: string }[] }>(
    `/api/v1/solutions/workspace?workspace_id=${workspace}`,
  )
  solution = solutions[0]?.id ?? ''
})
test.afterAll(() => server.stop())

const lookOf = (page: Page) =>
  page.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    density: document.documentElement.dataset.density,
    ground: getComputedStyle(document.body).backgroundColor,
  }))

const choice = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

const DARK = 'rgb(21, 19, 17)'
const LIGHT = 'rgb(250, 250, 249)'

test('who chooses the dark theme has it at once, from the first frame of the next page, and at the login', async ({
  page,
  browser,
}) => {
  const faults = watch(page)
  await signInAt(page, server.address, admin)
  await page.goto(`${server.address}/settings/account/editProfile?tab=appearance`)
  await expect(choice(page, 'Light')).toBeChecked()
  expect(await lookOf(page)).toEqual({ theme: 'light', density: 'comfortable', ground: LIGHT })
  await choice(page, 'Compact').check()
  const kept = page.waitForResponse((answer) => answer.request().postDataJSON()?.theme === 'dark')
  await choice(page, 'Dark').check()
  expect(await lookOf(page)).toEqual({ theme: 'dark', density: 'compact', ground: DARK })
  await kept
  await expectAccessible(page)

  // No script has run: what the server sent is dark by itself.
  const { origin } = new URL(server.address)
  const cookies = await page.context().cookies()
  const unscripted = await browser.newPage({ javaScriptEnabled: false })
  await unscripted.context().addCookies(cookies.filter(({ name }) => name.startsWith('podium-')))
  for (const path of ['/overview', '/auth/login']) {
    await unscripted.goto(origin + path)
    await expect(unscripted.locator('body')).toHaveCSS('background-color', DARK)
  }
  await unscripted.close()

  // Another browser learns of it at the sign-in.
  const other = await browser.newPage()
  await signInAt(other, server.address, admin)
  expect(await lookOf(other)).toEqual({ theme: 'dark', density: 'compact', ground: DARK })
  await other.close()

  await choice(page, 'System').check()
  await expect(page.locator('body')).toHaveCSS('background-color', LIGHT)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('background-color', DARK)
  expect(faults).toEqual([])
})

test('every kind of page is accessible in the dark', async ({ page }) => {
  await api.send('PATCH', '/api/v1/settings/preferences', { theme: 'dark' })
  await signInAt(page, server.address, admin)
  const pages = [
    '/overview',
    '/solution?view=list',
    '/solution?view=thumbnails',
    `/solution/${solution}`,
    `/solution/${solution}/edit`,
    '/inferenceModel?view=runs',
    '/inferenceModel?view=streams',
    '/inferenceModel?view=models',
    '/inferenceModel?view=instances',
    '/inferenceModel/run/new',
    `/inferenceModel/run/${run}`,
    `/inferenceModel/run/${run}?tab=figures`,
    '/inferenceModel/instance/new',
    '/settings/workspace',
    `/settings/workspace/detail/${workspace}`,
    `/settings/workspace/members/${workspace}`,
    '/settings/account',
    '/settings/account/refused',
    '/settings/account/register',
    '/settings/audit',
    '/settings/engine',
    '/reference',
  ]
  for (const path of pages)
    await test.step(path, async () => {
      await page.goto(server.address + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect((await lookOf(page)).ground).toBe(DARK)
      await expectAccessible(page)
    })
})
