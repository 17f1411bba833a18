import { expect } from '@playwright/test'
import { test } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

test('a sign-in typed and sent before the scripts have arrived happens, and leaks nothing', async ({
  page,
  server,
  person,
}) => {
  const faults = watch(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  let held = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    held += 1
    await released
    await route.continue()
  })

  await page.goto(`${server.address}/auth/login`, { waitUntil: 'commit' })
  await page.getByLabel('ID', { exact: true }).fill(person.id)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect.poll(() => held).toBeGreaterThan(0)
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(person.id)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  expect(new URL(page.url()).pathname).toBe('/auth/login')

  release()
  await expect(page).toHaveURL(/\/overview/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(
    addresses.filter((address) => address.includes('?') && /login|password|admin/i.test(address)),
  ).toEqual([])
  expect(addresses.filter((address) => address.includes(person.password))).toEqual([])
  expect(faults).toEqual([])
})
