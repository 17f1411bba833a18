import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { withPalette } from '../fixtures/palette-png.ts'

const FOLDER = new URL('../../docs/guide/images/', import.meta.url).pathname
const LARGEST = 150_000

/** Saves the page as a picture of the guide. */
export async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
  const picture = await withPalette(page, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await writeFile(`${FOLDER}${name}.png`, picture)
  console.log(`${name}.png ${Math.round(picture.length / 1000)} KB`)
  if (picture.length > LARGEST) throw new Error(`${name}.png is larger than ${LARGEST / 1000} KB.`)
}
