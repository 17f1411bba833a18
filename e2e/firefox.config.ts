import { defineConfig } from '@playwright/test'
import { findFirefox } from '../scripts/firefox.mjs'
import { missingPrograms } from '../scripts/suites/programs.mjs'

/** Tests are chosen before the worker starts, which need not look for programs again. */
const missing = process.env.TEST_WORKER_INDEX === undefined ? missingPrograms() : []

/** The tests in the Firefox of this machine, of what people do most and of every screen: a part of `npm run long`. */
export default defineConfig({
  testDir: 'firefox',
  globalSetup: './prepare-home.ts',
  outputDir: '../test-results',
  workers: 1,
  // A test whose program is missing is left out.
  grepInvert: missing.map(({ tag }) => new RegExp(`@${tag}\\b`)),
  retries: 0,
  forbidOnly: true,
  // They end what hangs, and nothing else: a machine may be as slow as it is.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  // No pictures of failures: for them Playwright adds a style, which the content policy refuses and the tests would report.
  use: {
    browserName: 'firefox',
    // Playwright speaks WebDriver BiDi to it. Without a channel it would want a Firefox that it changed itself.
    channel: 'moz-firefox',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: findFirefox(),
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        // Nothing leaves this machine: all but its own addresses go to a proxy that is not there.
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': 9,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': 9,
        'network.proxy.no_proxies_on': '127.0.0.1, localhost',
      },
    },
  },
})
