import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../scripts/free-ports.mjs'
import { type Swift, startSwift } from '../../storage/testing/swift.ts'
import { signIn } from '../fixtures/api.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const LARGE = randomBytes(8 * 1024 ** 2 + 1)

let swift: Swift
let server: PodiumServer
let workspace: string

test.beforeAll(async () => {
  const port = await freePort()
  const page = `http://127.0.0.1:${port}`
  swift = await startSwift(page)
  const direct = new URL(swift.url).searchParams.get('endpoint')
  server = await startPodium({
    port,
    env: {
      ...asAdmin.env,
      ...swift.keys,
      PODIUM_OBJECTS_URL: `${swift.url}&direct=${direct}`,
      PODIUM_PUBLIC_URL: page,
      PODIUM_ALLOWED_HOSTS: 'localhost',
      PODIUM_INSECURE_HTTP: '1',
    },
  })
  workspace = (await makeWorkspace(await signIn(server.address, admin.id, admin.password), 'large')).id
})
test.afterAll(async () => {
  await server.stop()
  await swift.stop()
})

const store = () => new URL(swift.settings.endpoint ?? '').origin

/** Chooses a large file to register, which is uploaded at once, and returns the addresses that got its bytes. */
async function upload(page: Page, address: string): Promise<URL[]> {
  const sent: URL[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()))
  })
  await openAs(page, address, admin, '/solution')
  await page.getByRole('button', { name: 'Register Solution' }).first().click()
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.setInputFiles({ name: 'large.tar.gz', mimeType: 'application/gzip', buffer: LARGE })
  await expect(page.getByText(/This is not a tar\.gz archive/).first()).toBeVisible()
  return sent
}

test('sends a large file from the browser to the store and back, without any of its bytes at the server', {
  tag: ['@long', '@swift'],
}, async ({ page }) => {
  const faults = watch(page)
  const sent = await upload(page, server.address)
  expect(sent.map(({ origin }) => origin)).toEqual([store()])
  const [, path = ''] = /(uploads\/solution-.*)$/.exec(sent[0]?.pathname ?? '') ?? []

  const download = page.waitForEvent('download')
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    link.download = 'other name'
    link.click()
  }, `/api/v1/workspaces/${workspace}/objects/${path}?direct=1`)
  const file = await download
  expect(new URL(file.url()).origin).toBe(store())
  expect(file.suggestedFilename()).toMatch(/^solution-.*\.tar\.gz$/)
  expect(LARGE.equals(await readFile(await file.path()))).toBe(true)
  expect(faults).toEqual([])
})

test('sends the file through the server where the store does not let the page send', {
  tag: ['@long', '@swift'],
}, async ({ page }) => {
  const { port } = new URL(server.address)
  const elsewhere = `http://localhost:${port}`
  const sent = await upload(page, elsewhere)
  expect(sent.map(({ origin }) => origin)).toEqual([store(), elsewhere])
})
