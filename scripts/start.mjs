// Runs before anything is installed: plain Node, no dependency.
import { become } from './foreground.mjs'
import { unsupportedReason } from './platform.mjs'
import { buildIfStale, installIfStale } from './prepare.mjs'
import { runNightly } from './suites/nightly.mjs'
import { missingPrograms } from './suites/programs.mjs'
import { refuseMissing, runSuites } from './suites/suites.mjs'

const root = new URL('..', import.meta.url).pathname

/** Programs that run in this process. */
const PROGRAMS = {
  start: 'server/dist/main.js',
  demo: 'cli/dist/demo.js',
  dev: 'scripts/dev.mjs',
}

/** Commands that run the tests: their suites, and whether the tests have their long forms. */
const RUNS = {
  test: { suites: ['tests', 'browser'], isLong: false },
  ci: { suites: ['format', 'types', 'tests', 'browser'], isLong: false },
  long: { suites: ['tests', 'browser', 'firefox'], isLong: true },
}

async function main() {
  const refusal = unsupportedReason()
  if (refusal) throw new Error(refusal)
  const [command = 'start', ...rest] = process.argv.slice(2)
  const isComplete = Boolean(process.env.CI) || rest.includes('--all')
  // Playwright may install its own Chromium, which is found once the libraries are installed.
  if (isComplete && Object.hasOwn(RUNS, command))
    refuseMissing(missingPrograms(RUNS[command]).filter(({ tag }) => tag !== 'chromium'))
  installIfStale(root)
  if (command !== 'dev') buildIfStale(root)
  if (Object.hasOwn(PROGRAMS, command)) return become(root, PROGRAMS[command], rest)
  if (command === 'nightly') return runNightly(rest)
  if (Object.hasOwn(RUNS, command)) {
    const { suites, isLong } = RUNS[command]
    return runSuites(suites, { isLong, isComplete })
  }
  throw new Error(`There is no command '${command}': use start, demo, dev, test, ci, long or nightly.`)
}

main().then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
