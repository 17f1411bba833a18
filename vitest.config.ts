import { defineConfig } from 'vitest/config'
import { missingPrograms, PROGRAM_TAGS } from './scripts/suites/programs.mjs'

const isLong = process.env.PODIUM_LONG === '1'

const missing = new Set(missingPrograms().map(({ tag }) => tag))
const leavesOut = (tag: string) => (tag === 'long' ? !isLong : missing.has(tag))

/** A test names the programs that it needs by its tags, and is left out where one of them is missing; `long` leaves it to that form. */
const tags = [...PROGRAM_TAGS, 'long'].map((name) => ({ name, ...(leavesOut(name) && { skip: true }) }))

/** `npm run nightly -- nodes` collects garbage after each test file, which finds files that were left open. */
const collecting = process.env.PODIUM_TEST_COLLECT
  ? { execArgv: ['--expose-gc'], setupFiles: ['./database/testing/collect-garbage.ts'] }
  : {}

/** Only what hangs takes as long: a slow machine makes no test fail. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 }

/**
 * The tests that take ten minutes come after all others: servers under a steady load, beside which everything would take
 * many times as long, and rounds that wait.
 */
const LAST = ['server/src/start/replicas.long.api.test.ts', 'engines/slurm/kills.long.test.ts']

const api = {
  ...collecting,
  environment: 'node' as const,
  include: ['{database,server,cli}/**/*.api.test.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', ...(isLong ? LAST : ['**/*.long.api.test.ts'])],
  globalSetup: ['database/testing/postgres-for-tests.ts', 'server/src/testing/built-programs.ts'],
  ...patience,
}

const unit = {
  ...collecting,
  environment: 'node' as const,
  include: [
    '{contract,engines,storage,cli,scripts}/**/*.test.ts',
    'console/{src,build}/**/*.test.ts',
    'server/src/**/*.test.ts',
  ],
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    '**/*.api.test.ts',
    '**/*.cluster.test.ts',
    '**/*.packages.test.ts',
    ...(isLong ? LAST : ['**/*.long.test.ts']),
  ],
  ...patience,
}

export default defineConfig({
  test: {
    tags,
    reporters: ['default', './scripts/suites/left-out.mjs'],
    // Half of the time is waiting, for databases, clusters and timers: three files at once, also on two cores.
    maxWorkers: 3,
    projects: [
      // Files share their modules, because reading them again for each file takes as long as the tests.
      {
        test: { ...unit, name: 'unit', isolate: false, exclude: [...unit.exclude, '**/*.mocking.test.ts'] },
      },
      // Tests that replace a module need modules of their own.
      {
        test: {
          ...unit,
          name: 'unit-mocking',
          include: unit.include.map((path) => path.replace('*.test.ts', '*.mocking.test.ts')),
        },
      },
      // On the cluster that KUBECONFIG names: docs/operations/kubernetes.md.
      {
        test: {
          name: 'kubernetes',
          environment: 'node',
          include: ['engines/**/*.cluster.test.ts'],
          ...patience,
        },
      },
      // By the installers of the package index: a part of `npm run nightly`.
      {
        test: {
          name: 'packages',
          environment: 'node',
          include: ['engines/**/*.packages.test.ts'],
          ...patience,
        },
      },
      {
        extends: './console/vite.config.ts',
        // Compiles JSX for production: see console/src/ui/testing/production-react.ts.
        oxc: { jsx: { development: false } },
        test: {
          name: 'ui',
          environment: './console/src/ui/testing/one-page.ts',
          include: ['console/src/**/*.test.tsx'],
          exclude: isLong ? [] : ['**/*.long.test.tsx'],
          root: '.',
          // The page is put back after each test (testing/setup.ts); to read React and the console anew for each
          // file took as long as its tests.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          ...api,
          name: 'api',
          // Each file has its own database and server; to read the server anew for each took a third of the time.
          isolate: false,
          exclude: [...api.exclude, '**/*.mocking.api.test.ts'],
        },
      },
      { test: { ...api, name: 'api-mocking', include: ['server/**/*.mocking.api.test.ts'] } },
      ...(isLong
        ? [{ test: { ...api, name: 'last', include: LAST, exclude: [], sequence: { groupOrder: 1 } } }]
        : []),
    ],
  },
})
