import { defineConfig } from '@playwright/test'

/** Installs packages from the package index in runs of a real server, without a browser; for `npm run nightly`. */
export default defineConfig({
  testDir: 'frameworks',
  testIgnore: 'own-folders/**',
  globalSetup: './prepare-home.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // mlflow installs a hundred packages.
  timeout: 20 * 60_000,
  reporter: [['list']],
})
