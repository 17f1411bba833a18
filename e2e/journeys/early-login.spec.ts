import { expect, test } from '@playwright/test'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { watch } from '../fixtures/watch.ts'

const admin = { id: 'admin', password: 'grey-harbour-candle-9' }
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium({ env: { PODIUM_ADMIN_ID: admin.id, PODIUM_ADMIN_PASSWORD: admin.password } })
})
test.afterAll(() => server.stop())

test('a sign-in typed and sent before the scripts have arrived happens, and leaks nothing', async ({
  page,
}) => {
  const faults = watch(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })

  await page.goto(`${server.address}/auth/login`, { waitUntil: 'commit' })
  await page.getByLabel('ID', { exact: true }).fill(admin.id)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  // Three seconds is what a slow line takes for the scripts; typed text must survive all of it.
  await page.waitForTimeout(3000)
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(admin.id)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(admin.password)
  expect(new URL(page.url()).pathname).toBe('/auth/login')

  release()
  await expect(page).toHaveURL(/\/overview/)
  await expect(page.getByRole('dialog', { name: 'Welcome, Create a Workspace!' })).toBeVisible()
  expect(
    addresses.filter((address) => address.includes('?') && /login|password|admin/i.test(address)),
  ).toEqual([])
  expect(addresses.filter((address) => address.includes(admin.password))).toEqual([])
  expect(faults).toEqual([])
})
