import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

/** Holds the scripts of a page until they are released, and counts the requested ones. */
async function holdScripts(page: Page) {
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
  return { release: () => release(), areAsked: () => expect.poll(() => held).toBeGreaterThan(0) }
}

test('performs a sign-in that is sent before the scripts have arrived, and leaks nothing', async ({
  page,
  server,
  person,
}) => {
  const faults = watch(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const scripts = await holdScripts(page)

  await page.goto(`${server.address}/auth/login`, { waitUntil: 'commit' })
  await page.getByLabel('ID', { exact: true }).fill(person.id)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await scripts.areAsked()
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(person.id)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  expect(new URL(page.url()).pathname).toBe('/auth/login')

  scripts.release()
  await expect(page).toHaveURL(/\/overview/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(
    addresses.filter((address) => address.includes('?') && /login|password|admin/i.test(address)),
  ).toEqual([])
  expect(addresses.filter((address) => address.includes(person.password))).toEqual([])
  expect(faults).toEqual([])
})

/** Changes by others to the login before the console's scripts have loaded, which fill the fields without an event. */
const CHANGES = {
  'a password manager puts its icons into the fields': () => {
    for (const field of document.querySelectorAll('form input:not([type=checkbox])')) {
      const icon = document.createElement('button')
      icon.type = 'button'
      icon.append('icon of a manager')
      field.after(icon)
    }
  },
  'a password manager wraps the fields': () => {
    for (const field of document.querySelectorAll('form input')) {
      const wrapper = document.createElement('div')
      field.replaceWith(wrapper)
      wrapper.append(field)
    }
  },
  'a browser translates the texts': () => {
    for (const label of document.querySelectorAll('h1, label[for]')) {
      const translation = document.createElement('font')
      translation.append('번역')
      label.replaceChildren(translation)
    }
  },
}

for (const [title, change] of Object.entries(CHANGES))
  test(`keeps and sends values filled in at the login, if ${title} before the scripts have arrived`, async ({
    page,
    server,
    person,
  }) => {
    const faults = watch(page)
    const scripts = await holdScripts(page)
    await page.goto(`${server.address}/auth/login`, { waitUntil: 'commit' })
    const [id, password] = [page.locator('input[type=text]'), page.locator('input[type=password]')]
    await id.fill(person.id)
    await password.focus()
    await scripts.areAsked()
    await page.evaluate(change)
    await password.evaluate((field: HTMLInputElement, value) => {
      field.value = value
      field.focus()
    }, person.password)
    const isKept = await page.evaluateHandle(() => document.querySelector('input[type=password]'))
    scripts.release()
    await expect(page.locator('html')).toHaveAttribute('data-ready', '1')
    await expect(id).toHaveValue(person.id)
    await expect(password).toHaveValue(person.password)
    await expect(password).toBeFocused()
    if (title.startsWith('a password manager'))
      expect(await isKept.evaluate((field) => field?.isConnected)).toBe(true)
    await expect(page.getByText('icon of a manager')).toHaveCount(title.includes('icons') ? 2 : 0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(faults).toEqual([])
  })

test('performs a sign-in that is sent before the scripts have arrived on a translated page', async ({
  page,
  server,
  person,
}) => {
  const scripts = await holdScripts(page)
  await page.goto(`${server.address}/auth/login`, { waitUntil: 'commit' })
  await page.locator('input[type=text]').fill(person.id)
  await page.locator('input[type=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await scripts.areAsked()
  await page.evaluate(CHANGES['a browser translates the texts'])
  scripts.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
