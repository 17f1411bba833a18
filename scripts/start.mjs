// Runs before anything is installed: plain Node, no dependency.
import { once } from 'node:events'
import { constants } from 'node:os'
import { findChromium } from './chromium.mjs'
import { passOn } from './failed-tests.mjs'
import { become, passSignalsOn, spawnApart } from './foreground.mjs'
import { unsupportedReason } from './platform.mjs'
import { buildIfStale, installIfStale } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname

/** What goes on in this process. */
const PROGRAMS = {
  start: 'server/dist/main.js',
  demo: 'cli/dist/demo.js',
  dev: 'scripts/dev.mjs',
}

const SUITES = {
  format: ['Format, lint and unused exports', 'npm', 'run', '--silent', 'lint'],
  types: ['Types', 'npm', 'run', '--silent', 'types'],
  unit: [
    'Unit and structure tests',
    'node_modules/.bin/vitest',
    'run',
    '--project',
    'unit*',
    '--project',
    'ui',
  ],
  api: ['API tests', 'node_modules/.bin/vitest', 'run', '--project', 'api*'],
  rebuild: ['Two builds are the same', process.execPath, 'scripts/rebuild.mjs'],
  browser: ['Browser journeys', 'node_modules/.bin/playwright', 'test', '-c', 'e2e/playwright.config.ts'],
}

/** Runs a suite in the foreground and answers its exit code, which tests failed, and by what it was stopped. */
async function run(program, args, env) {
  const child = spawnApart(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let stopped = null
  const leave = passSignalsOn([child], (signal) => {
    stopped = signal
  })
  const [[code], failed] = await Promise.all([once(child, 'exit'), passOn(child)])
  leave()
  return { code: code ?? 1, failed, stopped }
}

async function runSuites(names, settings = {}) {
  const results = []
  for (const name of names) {
    const [title, program, ...args] = SUITES[name]
    const env = name === 'browser' ? { PODIUM_CHROMIUM: findChromium() } : {}
    console.log(`\n— ${title}`)
    const { code, failed, stopped } = await run(program, args, { ...settings, ...env })
    if (stopped) return 128 + constants.signals[stopped]
    results.push({ title, passed: code === 0, failed })
  }
  console.log('')
  for (const { title, passed, failed } of results) {
    console.log(`${passed ? 'passed' : 'FAILED'}  ${title}`)
    for (const test of passed ? [] : failed) console.log(`        ${test}`)
  }
  const failures = results.filter(({ passed }) => !passed).length
  console.log(`suites: ${results.length - failures} passed, ${failures} failed`)
  return failures === 0 ? 0 : 1
}

async function main() {
  const refusal = unsupportedReason()
  if (refusal) throw new Error(refusal)
  const [command = 'start', ...rest] = process.argv.slice(2)
  installIfStale(root)
  if (command !== 'dev') buildIfStale(root)
  if (Object.hasOwn(PROGRAMS, command)) return become(root, PROGRAMS[command], rest)
  if (command === 'test') return runSuites(['unit', 'api', 'browser'])
  if (command === 'ci') return runSuites(['format', 'types', 'rebuild', 'unit', 'api', 'browser'])
  if (command === 'long') return runSuites(['unit', 'api', 'browser'], { PODIUM_LONG: '1' })
  throw new Error(`There is no command '${command}': use start, demo, dev, test, ci or long.`)
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
