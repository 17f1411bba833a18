// Takes the pictures of the guide, by hand after a change of the console: npm run screenshots.
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { podium } from './fixtures/command.ts'
import { withPalette } from './fixtures/palette-png.ts'
import { PENGUINS } from './fixtures/seed.ts'
import { emptyHome, setupLink, startPodium } from './fixtures/server.ts'

const FOLDER = new URL('../docs/guide/images/', import.meta.url).pathname
const LARGEST = 150_000
const PASSWORD = 'grey-harbour-candle-9'
const TIERS = { High: '2cpu-4gib', Standard: '1cpu-2gib', Low: '1cpu-1gib' }

async function main(): Promise<void> {
  const server = await startPodium({ home: await emptyHome() })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    await setUp(page, await setupLink(server))
    await makeWorkspace(page)
    await register(page, server.address, server.home)
    await train(page, server.home)
    await list(page, server.address)
    await signOut(page)
  } finally {
    await browser.close()
    await server.stop()
    await rm(server.home, { recursive: true, force: true })
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const picture = await withPalette(page, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await writeFile(`${FOLDER}${name}.png`, picture)
  console.log(`${name}.png ${Math.round(picture.length / 1000)} KB`)
  if (picture.length > LARGEST) throw new Error(`${name}.png is larger than ${LARGEST / 1000} KB.`)
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('ID', { exact: true }).fill('admin')
  await page.getByLabel('User Name', { exact: true }).fill('Administrator')
  await page.getByLabel('Email Address', { exact: true }).fill('admin@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password Confirmation', { exact: true }).fill(PASSWORD)
  await page.getByText('Password Confirmation matched.').waitFor()
  await take(page, 'setup')
  await page.getByRole('button', { name: 'Create' }).click()
}

async function makeWorkspace(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome, Create a Workspace!' })
  await dialog.getByLabel('Workspace Name').fill('biology')
  await dialog.getByRole('button', { name: 'Check Duplicate' }).click()
  await dialog.getByText('This ID is available.').waitFor()
  await dialog.getByLabel('Bucket Name').fill('biology-results')
  for (const [tier, type] of Object.entries(TIERS)) await dialog.getByLabel(tier, { exact: true }).fill(type)
  await take(page, 'workspace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
}

async function register(page: Page, address: string, home: string): Promise<void> {
  const { code, output } = await podium(home, ['register', PENGUINS])
  if (code !== 0) throw new Error(output)
  await page.goto(`${address}/solution`)
  await page.getByRole('button', { name: 'Register Solution' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Register Solution' })
  const archive = join(home, 'penguins.tar.gz')
  execFileSync('tar', ['-czf', archive, '--exclude=__pycache__', '-C', PENGUINS, '.'])
  await dialog.locator('input[type=file]').setInputFiles(archive)
  await dialog.getByText('Metadata is valid').waitFor()
  await dialog
    .getByText(/^Save waits/)
    .first()
    .waitFor({ state: 'detached' })
  await take(page, 'register')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Return' }).click()
  await page.getByRole('link', { name: 'penguins', exact: true }).click()
  await page.getByRole('heading', { name: /^penguins/, level: 1 }).waitFor()
  await take(page, 'solution')
}

async function train(page: Page, home: string): Promise<void> {
  await page.getByRole('button', { name: 'New Run' }).first().click()
  await page.getByLabel('epochs').first().fill('600')
  await page.getByText('was 900').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await take(page, 'new-run')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText(/^Succeeded after/).waitFor({ timeout: 120_000 })
  await page.getByText('Model v 1.1', { exact: true }).waitFor()
  await take(page, 'run')
  await podium(home, ['run', 'penguins', '-p', 'train.epochs=5000'])
}

async function list(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/inferenceModel`)
  const models = page.getByRole('table', { name: 'Inference models' })
  await models.getByText('training').filter({ visible: true }).nth(1).waitFor()
  await take(page, 'models')
  await models.getByRole('link', { name: /-2$/ }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Stop/ }).click()
  await page.getByText('stopped').first().waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await take(page, 'login')
}

await main()
