import { defineConfig } from 'vitest/config'

const isLong = process.env.PODIUM_LONG === '1'

export default defineConfig({
  test: {
    // Half of the time is waiting, for databases and for timers: two files at once, also on two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{contract,engines,storage,cli,scripts}/**/*.test.ts',
            'console/{src,build}/**/*.test.ts',
            'server/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.api.test.ts'],
        },
      },
      {
        extends: './console/vite.config.ts',
        test: { name: 'ui', environment: 'jsdom', include: ['console/src/**/*.test.tsx'], root: '.' },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['{database,server,cli}/**/*.api.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : ['**/*.long.api.test.ts'])],
          globalSetup: ['database/testing/postgres-for-tests.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
