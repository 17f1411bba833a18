import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Runs folders as people have them by one command each, with the package index, in Chromium; for `npm run nightly`. */
export default defineConfig(journeys, {
  testDir: 'frameworks/own-folders',
  workers: 1,
  // PyTorch with its libraries is several gigabytes.
  timeout: 20 * 60_000,
})
