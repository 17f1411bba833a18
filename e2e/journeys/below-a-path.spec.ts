import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { podium } from '../fixtures/command.ts'
import {
  followToItsEnd,
  lookAtArtifact,
  openLiveLog,
  type Proxied,
  prepare,
  signOutAndReturn,
  uploadFolder,
} from '../fixtures/proxied-console.ts'
import { admin, asAdmin } from '../fixtures/seed.ts'
import { emptyHome, type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { watch } from '../fixtures/watch.ts'

for (const strips of [false, true])
  test.describe(`works below a path that the proxy ${strips ? 'takes away' : 'passes on'}`, () => {
    let site: Site
    let server: PodiumServer
    let proxied: Proxied

    test.beforeAll(async () => {
      site = await startSite('/podium', { strips, target: () => server.address })
      server = await startPodium({
        env: { ...asAdmin.env, PODIUM_PUBLIC_URL: site.address, PODIUM_TRUSTED_PROXIES: '127.0.0.1' },
      })
      proxied = await prepare(site.address, server)
    })
    test.afterAll(async () => {
      await server.stop()
      site.close()
    })

    test('signs in, follows a run, uploads, downloads and signs out', async ({ page }) => {
      const faults = watch(page)
      await signInAt(page, site.address, admin)
      await expectBelow(page)

      await test.step('shows the log of a run as it is written', async () => {
        await followToItsEnd(page, proxied, await openLiveLog(page, proxied))
      })
      await test.step('shows and downloads one of its files', () => lookAtArtifact(page))
      await test.step('uploads a folder', () => uploadFolder(page))

      await test.step('shows the guide and the reference', async () => {
        await page.goto(`${site.address}/reference`)
        await expect(page.getByRole('heading', { name: 'Reference', level: 1 })).toBeVisible()
        await page.goto(`${site.address}/guide/`)
        await page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Data sets' }).click()
        await expect(page).toHaveURL(`${site.address}/guide/data-sets.html`)
        await page.getByRole('link', { name: 'Back to Podium' }).click()
        await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
      })

      await test.step('says that an address does not exist', async () => {
        await page.goto(`${site.address}/nowhere/at/all`)
        await expect(page.getByText('There is no page at this address.')).toBeVisible()
        await page.getByRole('button', { name: 'Go to Overview' }).click()
        await expectBelow(page)
      })

      await test.step('keeps storage and cookies within the path', async () => {
        const keys = await page.evaluate(() => Object.keys(localStorage))
        expect(keys).not.toEqual([])
        expect(keys.filter((key) => !key.startsWith('/podium/'))).toEqual([])
        const cookies = await page.context().cookies(site.address)
        expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => '/podium'))
        expect(cookies.map(({ name }) => name)).toContain('__Secure-podium')
      })

      await signOutAndReturn(page, site.address)
      expect(site.strayed).toEqual([])
      expect(faults).toEqual([])
    })

    async function expectBelow(page: Page) {
      await expect(page).toHaveURL(`${site.address}/overview`)
      await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    }

    test('works with the command that the server offers, with the address', async () => {
      const folder = await emptyHome()
      const file = join(folder, 'podium.mjs')
      const answer = await fetch(`${site.address}/cli/podium.mjs`)
      await writeFile(file, new Uint8Array(await answer.arrayBuffer()))
      const env = { XDG_CONFIG_HOME: folder }
      const login = ['login', '--server', `${site.address}/`, '--id', admin.id]
      expect((await podium(folder, login, `${admin.password}\n`, env)).output).toContain(
        `Signed in to ${site.address} as admin.`,
      )
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [file, 'solutions', '--workspace', 'poc'],
        {
          env: { ...env, PATH: '' },
        },
      )
      expect(stdout).toContain('forecast')
    })
  })

for (const strips of [false, true])
  test(`shows that there is no page below a path that no setting names, the proxy ${strips ? 'takes it away' : 'passes it on'}`, async ({
    page,
    server,
  }) => {
    const site = await startSite('/podium', { strips, target: () => server.address })
    for (const path of ['/', '/solution/1'])
      await test.step(path, async () => {
        await page.goto(site.address.replace('localhost', '127.0.0.1') + path)
        await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
        await expect(page.getByText('its administrator sets PODIUM_PUBLIC_URL')).toBeVisible()
        await expectAccessible(page)
      })
    site.close()
  })
