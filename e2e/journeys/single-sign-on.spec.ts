import { expect, type Page } from '@playwright/test'
import { freePort } from '../../scripts/free-ports.mjs'
import { startIdentityProvider, type TestProvider } from '../../server/src/testing/identity-provider.ts'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

const LINK = { name: 'Sign in with Example ID' }
let address: string
let provider: TestProvider
let server: PodiumServer

test.beforeAll(async () => {
  const port = await freePort()
  // A different site from the provider at 127.0.0.1 for a browser.
  address = `http://localhost:${port}`
  provider = await startIdentityProvider(`${address}/api/v1/auth/oidc/callback`, {
    kim: { name: 'Kim Sol', groups: ['vision'] },
  })
  const env = {
    ...asAdmin.env,
    ...provider.env,
    PODIUM_PUBLIC_URL: address,
    PODIUM_OIDC_LABEL: 'Example ID',
    PODIUM_OIDC_WORKSPACES: 'vision=poc:DEVELOPER',
  }
  server = await startPodium({ port, env })
  await makeWorkspace(await signIn(address, admin.id, admin.password), 'poc')
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
})

async function signInAtProvider(page: Page, id: string) {
  await page.getByPlaceholder('Enter any login').fill(id)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('lets a person of the provider sign in, work and sign out there, and refuses one without a group', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  // The provider's pages use a font of another site.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )

  await test.step('leads from a requested page to the login, and through the provider to the console', async () => {
    await page.goto(`${address}/overview`)
    await page.getByRole('link', LINK).click()
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`))
    await signInAtProvider(page, 'kim')
    await expect(page).toHaveURL(/\/overview/)
    await expect(page.getByText('Kim Sol').first()).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/overview/)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
    expect(kept).not.toMatch(/eyJ|podium-sign-in/)
  })

  await test.step('says in the profile where password and second factor are', async () => {
    await page.goto(`${address}/settings/account/editProfile`)
    await page.getByRole('tab', { name: 'Password' }).click()
    await expect(page.getByText('You sign in with single sign-on')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('offers to sign out at the provider after the logout', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page.getByRole('link', { name: 'Sign out there too' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('refuses a person without a group at the login', async () => {
    provider.people.kim = { groups: ['others'] }
    await page.getByRole('link', LINK).click()
    const refusal = page
      .getByRole('status')
      .filter({ hasText: 'You are not in a group that may sign in here.' })
    await expect(refusal).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('link', LINK)).toBeVisible()
    await expect(refusal).toBeHidden()
  })

  await test.step('asks who it is again after signing out at the provider', async () => {
    await page.goto(`${address}/api/v1/auth/oidc/end`)
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.getByRole('link', LINK).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
  })
  expect(faults).toEqual([])
})
