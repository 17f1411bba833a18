import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PENGUINS, solutionFolder } from '../fixtures/seed.ts'
import { run } from './main-job.ts'
import { take } from './take.ts'

/** Solutions beside the sample, with the same pipelines under other names. */
const OTHERS = [
  [
    'pump-failures',
    'Pump failures',
    'Says days before which pumps are going to fail, from a season of their sensors.',
  ],
  [
    'weld-seams',
    'Weld seams',
    'Finds pores and cracks in pictures of weld seams, and how sure it is of each.',
  ],
  [
    'demand',
    'Demand of next week',
    'Foretells how much of each article is asked for next week, with a margin.',
  ],
] as const

/** Takes pictures of two more trainings in the list of runs, and compared with the first. */
export async function pictureComparison(page: Page, home: string): Promise<void> {
  await run(home, ['run', 'penguins', '-p', 'train.epochs=300', '-f'])
  await run(home, ['run', 'penguins', '-p', 'train.learning_rate=0.05', '-f'])
  await page.goto('/inferenceModel?view=runs&pipeline=train')
  await page.getByRole('link', { name: /-5$/ }).waitFor()
  await take(page, 'runs')
  for (const name of [/-1$/, /-4$/, /-5$/]) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: /^Compare/ }).click()
  await page.getByRole('table', { name: 'Differences' }).waitFor()
  await page.getByRole('heading', { name: 'Curves' }).waitFor()
  await take(page, 'comparison')
}

/** Takes pictures of the page of the first run's instance, and the form for another. */
export async function pictureInstances(page: Page): Promise<void> {
  await page.goto('/inferenceModel?view=instances')
  await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().click()
  await page.getByRole('table', { name: 'Streams' }).waitFor()
  await take(page, 'instance')
  await page.goto('/inferenceModel?view=instances')
  await page.getByRole('button', { name: 'New Instance' }).first().click()
  await page.getByRole('radio', { name: 'penguins' }).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('This name is available.').waitFor()
  await take(page, 'new-instance')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
}

export async function pictureCatalogue(page: Page, home: string): Promise<void> {
  const metadata = JSON.parse(await readFile(join(PENGUINS, 'metadata.json'), 'utf8'))
  for (const [name, title, overview] of OTHERS) {
    const description = { ...metadata.description, title, overview }
    await run(home, ['register', await solutionFolder({ ...metadata, name, description })])
  }
  await page.goto('/solution')
  await page.getByRole('radio', { name: 'Thumbnails' }).check()
  await page.getByText('Weld seams').first().waitFor()
  await take(page, 'catalogue')
}

/** Takes pictures of the command menu with objects named like the sample. */
export async function pictureSearch(page: Page): Promise<void> {
  await page.goto('/overview')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('penguins')
  await page.getByRole('group', { name: 'Models' }).getByRole('option').first().waitFor()
  await take(page, 'search')
  await page.keyboard.press('Escape')
}
