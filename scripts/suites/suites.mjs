// Runs the suites one after another, and says at the end which passed, which tests failed and which were left out.
// Plain Node, no dependency.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { passSignalsOn, spawnApart } from '../foreground.mjs'
import { howToInstall, missingPrograms } from './programs.mjs'
import { passOn } from './summary.mjs'

const root = new URL('../..', import.meta.url).pathname
/** Negated names cannot be used: each of two would include what the other excludes. */
export const PROJECTS = ['unit*', 'ui', 'api*', 'last'].flatMap((name) => ['--project', name])
const VITEST = ['node_modules/.bin/vitest', 'run', ...PROJECTS]
const PLAYWRIGHT = ['node_modules/.bin/playwright', 'test', '-c']

const SUITES = {
  format: ['Format, lint and unused exports', 'npm', 'run', '--silent', 'lint'],
  types: ['Types', 'npm', 'run', '--silent', 'types'],
  tests: ['Unit, UI and API tests', ...VITEST],
  browser: ['Browser journeys', ...PLAYWRIGHT, 'e2e/playwright.config.ts'],
  firefox: ['Tests in Firefox', ...PLAYWRIGHT, 'e2e/firefox.config.ts'],
}

/** The tag of the program that every test of a suite needs. */
const BROWSERS = { browser: 'chromium', firefox: 'firefox' }

/**
 * Runs the named suites. Tests whose program is missing are left out, which is said before and after. With
 * `isComplete`, a missing program is an error before the first suite.
 * @returns the exit code
 */
export async function runSuites(names, { isLong = false, isComplete = false } = {}) {
  const missing = missingPrograms({ isLong })
  if (isComplete) refuseMissing(missing)
  const remedy =
    missing.length > 0 ? `Missing here: ${named(missing)}. To install: ${howToInstall(missing)}` : ''
  if (remedy) console.log(`Tests whose programs are missing are left out. ${remedy}`)
  const env = isLong ? { PODIUM_LONG: '1' } : {}
  const results = []
  for (const name of names) {
    const [title, ...command] = SUITES[name]
    console.log(`\n— ${title}`)
    const leftOut = Object.hasOwn(BROWSERS, name) ? leftOutInBrowser(name, missing, isLong) : 0
    if (missing.some(({ tag }) => tag === BROWSERS[name])) {
      console.log(`left out: ${leftOut} tests`)
      results.push({ title, state: 'left out', failed: [], leftOut })
      continue
    }
    const result = await run(command, env)
    if (result.stopped) return 128 + constants.signals[result.stopped]
    results.push({ title, ...result, leftOut: result.leftOut + leftOut })
  }
  console.log('')
  return summarize(results, remedy)
}

/** Throws if programs are missing, with the command that installs them. */
export function refuseMissing(missing) {
  if (missing.length === 0) return
  throw new Error(
    `The tests need what is missing here: ${named(missing)}. To install: ${howToInstall(missing)}`,
  )
}

function named(missing) {
  return missing.map(({ name }) => name).join(', ')
}

/** Runs a command in the foreground. Returns its result, failed tests, the number left out, and the signal received. */
export async function run([program, ...args], env = {}) {
  const began = Date.now()
  const child = spawnApart(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let stopped = null
  const leave = passSignalsOn([child], (signal) => {
    stopped = signal
  })
  const [[code], { failed, leftOut }] = await Promise.all([once(child, 'exit'), passOn(child)])
  leave()
  return {
    state: code === 0 ? 'passed' : 'FAILED',
    seconds: Math.round((Date.now() - began) / 1000),
    failed,
    leftOut,
    stopped,
  }
}

/** Prints a line per result, with its failed tests, and returns the exit code. */
export function summarize(results, remedy = '') {
  for (const { title, state, seconds, failed } of results) {
    console.log(`${state}  ${title}${seconds === undefined ? '' : ` (${seconds} s)`}`)
    for (const test of state === 'FAILED' ? failed : []) console.log(`        ${test}`)
  }
  const count = (state) => results.filter((result) => result.state === state).length
  console.log(`suites: ${count('passed')} passed, ${count('FAILED')} failed`)
  const leftOut = results.reduce((sum, result) => sum + result.leftOut, 0)
  if (leftOut > 0) console.log(`${leftOut} ${leftOut === 1 ? 'test was' : 'tests were'} left out. ${remedy}`)
  return count('FAILED') === 0 ? 0 : 1
}

/** Returns the number of a browser suite's tests that missing programs exclude; all without the browser. Runs none. */
function leftOutInBrowser(name, missing, isLong) {
  if (missing.length === 0) return 0
  const tags = missing.map(({ tag }) => tag)
  const grep = tags.includes(BROWSERS[name]) ? '.' : tags.map((tag) => `@${tag}\\b`).join('|')
  const options = ['--list', '--grep', grep, '--grep-invert', isLong ? '(?!)' : '@long']
  const [, program, ...args] = SUITES[name]
  const env = { ...process.env, PODIUM_CHROMIUM: process.execPath, PODIUM_FIREFOX: process.execPath }
  const { stdout } = spawnSync(program, [...args, ...options], { cwd: root, env, encoding: 'utf8' })
  return Number(/^Total: (\d+) tests?/m.exec(stdout)?.[1] ?? 0)
}
