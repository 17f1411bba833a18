import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { missingPrograms } from '../scripts/suites/programs.mjs'

const isLong = process.env.PODIUM_LONG === '1'
/** Tests are chosen before the workers start: to look for programs again would cost each worker a second. */
const missing = process.env.TEST_WORKER_INDEX === undefined ? missingPrograms() : []

/**
 * Three workers: the smallest machine has two cores, and two workers leave a quarter of them idle while a journey waits
 * for a page or a run. Files begin in the order of their names: a long one should not be the last.
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
  // They end what hangs, and nothing else: a machine may be as slow as it is.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // what moves only fades and slides: the long form waits for it
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
