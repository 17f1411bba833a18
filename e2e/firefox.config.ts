import { defineConfig } from '@playwright/test'
import { findFirefox } from '../scripts/firefox.mjs'
import { missingPrograms } from '../scripts/suites/programs.mjs'

/** Tests are selected before the worker starts, which need not look for programs again. */
const missing = process.env.TEST_WORKER_INDEX === undefined ? missingPrograms() : []

/** The tests in this machine's Firefox: the most frequent tasks and every screen; part of `npm run long`. */
export default defineConfig({
  testDir: 'firefox',
  globalSetup: './prepare-home.ts',
  outputDir: '../test-results',
  workers: 1,
  // Leaves out tests whose program is missing.
  grepInvert: missing.map(({ tag }) => new RegExp(`@${tag}\\b`)),
  retries: 0,
  forbidOnly: true,
  // Only for hanging tests, because a machine may be slow.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  // No screenshots of failures: they need a style, which the content policy refuses and the tests report.
  use: {
    browserName: 'firefox',
    // Playwright drives it by WebDriver BiDi. Without a channel it would require its own patched Firefox.
    channel: 'moz-firefox',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: findFirefox(),
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        // Keeps traffic on this machine: all other addresses go to a proxy that does not exist.
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
