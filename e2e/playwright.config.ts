import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { missingPrograms } from '../scripts/suites/programs.mjs'

const isLong = process.env.PODIUM_LONG === '1'
/** Tests are selected before the workers start, because looking for programs again takes each worker a second. */
const missing = process.env.TEST_WORKER_INDEX === undefined ? missingPrograms() : []

/**
 * Three workers: the smallest machine has two cores, and two workers leave a quarter of them idle while a journey
 * waits for a page or a run. Files start in alphabetical order, so a long one should not be the last.
 */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './prepare-home.ts',
  outputDir: '../test-results',
  workers: 3,
  // Every text of a screen is for `npm run long`; a journey whose program is missing is left out.
  grepInvert: [...(isLong ? [] : [/@long/]), ...missing.map(({ tag }) => new RegExp(`@${tag}\\b`))],
  retries: 0,
  forbidOnly: true,
  // Only for hanging tests, because a machine may be slow.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Animations only fade and slide, and the long form waits for them.
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
