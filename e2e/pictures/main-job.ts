import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { podium } from '../fixtures/command.ts'
import { admin, PENGUINS } from '../fixtures/seed.ts'
import { take } from './take.ts'

const TIERS = { High: '2cpu-4gib', Standard: '1cpu-2gib', Low: '1cpu-1gib' }
const TRAINED = 120_000

export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('ID', { exact: true }).fill(admin.id)
  await page.getByLabel('User Name', { exact: true }).fill('Administrator')
  await page.getByLabel('Email Address', { exact: true }).fill('admin@example.org')
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Password Confirmation', { exact: true }).fill(admin.password)
  await page.getByText('Password Confirmation matched.').waitFor()
  await page.getByRole('button', { name: 'Create' }).scrollIntoViewIfNeeded()
  await take(page, 'setup')
  await page.getByRole('button', { name: 'Create' }).click()
}

export async function makeWorkspace(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome, Create a Workspace!' })
  await dialog.getByRole('textbox', { name: 'Workspace Name' }).fill('biology')
  await dialog.getByRole('button', { name: 'Check Duplicate' }).click()
  await dialog.getByText('This ID is available.').waitFor()
  await dialog.getByRole('textbox', { name: 'Bucket Name' }).fill('biology-results')
  for (const [tier, type] of Object.entries(TIERS)) await dialog.getByLabel(tier, { exact: true }).fill(type)
  await take(page, 'workspace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
}

export async function pictureRegister(page: Page, home: string): Promise<void> {
  await run(home, ['register', PENGUINS])
  await page.goto('/solution')
  await page.getByRole('button', { name: 'Register Solution' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Register Solution' })
  const archive = join(home, 'penguins.tar.gz')
  execFileSync('tar', ['-czf', archive, '--exclude=__pycache__', '-C', PENGUINS, '.'])
  await dialog.locator('input[type=file]').setInputFiles(archive)
  await dialog.getByText('Metadata is valid').waitFor()
  await dialog
    .getByText(/^Wait for the/)
    .first()
    .waitFor({ state: 'detached' })
  await take(page, 'register')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Return' }).click()
  await page.getByRole('link', { name: 'penguins', exact: true }).click()
  await page.getByRole('heading', { name: /^penguins/, level: 1 }).waitFor()
  await page
    .getByText(/^Tells the three penguin species/)
    .first()
    .waitFor()
  await take(page, 'solution')
}

export async function pictureTraining(page: Page, home: string): Promise<void> {
  await page.getByRole('button', { name: 'New Run' }).first().click()
  await page.getByLabel('epochs').first().fill('600')
  await page.getByText('was 900').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await take(page, 'new-run')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText(/^Succeeded (after|at once)/).waitFor({ timeout: TRAINED })
  await page.getByText('Model v 1.1', { exact: true }).waitFor()
  await take(page, 'run')
  await run(home, ['run', 'penguins', '-p', 'train.epochs=5000'])
}

/** Takes pictures of the list while a run is in progress, and that run, which is then stopped. */
export async function pictureRuns(page: Page): Promise<void> {
  await page.goto('/inferenceModel')
  const models = page.getByRole('table', { name: 'Streams' })
  await models.getByText('training').filter({ visible: true }).nth(1).waitFor()
  await take(page, 'models')
  await models.getByRole('link', { name: /-2$/ }).click()
  await page.getByRole('tab', { name: /^Figures/ }).click()
  await page.getByText(/^Live/).waitFor()
  await take(page, 'training')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Stop/ }).click()
  await page.getByText('stopped').first().waitFor()
}

export async function pictureInference(page: Page, home: string): Promise<void> {
  await run(home, ['run', 'penguins', '--pipeline', 'inference'])
  await page.goto('/inferenceModel')
  await page.getByRole('link', { name: /-3$/ }).first().click()
  await page.getByText(/^Succeeded (after|at once)/).waitFor({ timeout: TRAINED })
  await page.getByRole('tab', { name: /^Artifacts/ }).click()
  const artifacts = page.getByRole('region', { name: 'Artifacts' })
  await artifacts.getByText('predictions.csv').first().waitFor()
  await artifacts.scrollIntoViewIfNeeded()
  await take(page, 'inference')
}

/** Takes pictures of the overview after a few runs, one of them stopped. */
export async function pictureOverview(page: Page): Promise<void> {
  await page.goto('/overview')
  await page.getByRole('region', { name: 'Newest models' }).getByText('v 1.1').waitFor()
  await take(page, 'overview')
}

export async function run(home: string, command: string[]): Promise<void> {
  const { code, output } = await podium(home, command)
  if (code !== 0) throw new Error(output)
}
