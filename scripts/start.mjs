// Runs before anything is installed: plain Node, no dependency.
import { spawn } from 'node:child_process'
import { findChromium } from './chromium.mjs'
import { buildIfStale, installIfStale } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname

const SUITES = {
  format: ['Format and lint', 'node_modules/.bin/biome', 'ci', '--error-on-warnings', '.'],
  types: ['Types', 'npm', 'run', '--silent', 'types'],
  unit: [
    'Unit and structure tests',
    'node_modules/.bin/vitest',
    'run',
    '--project',
    'unit',
    '--project',
    'ui',
  ],
  api: ['API tests', 'node_modules/.bin/vitest', 'run', '--project', 'api'],
  browser: ['Browser journeys', 'node_modules/.bin/playwright', 'test', '-c', 'e2e/playwright.config.ts'],
}

function refuseWhereItCannotRun() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return `Podium needs Node 20.19 or newer; this is Node ${process.versions.node}.`
  const glibc =
    process.platform !== 'linux' || process.report.getReport().header.glibcVersionRuntime !== undefined
  const supported =
    (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) || process.platform === 'darwin'
  if (!supported || !glibc)
    return `Podium runs on Linux x64 and arm64 with glibc, and for development on macOS; this is ${process.platform} ${process.arch}${glibc ? '' : ' without glibc'}.`
  return null
}

/** Runs a program in the foreground and answers its exit code; a stop of this process is passed on once. */
function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const pass = (signal) => child.kill(signal)
    process.once('SIGTERM', pass)
    // Ctrl-C reaches the child by itself: it is in the same process group.
    const wait = () => {}
    process.on('SIGINT', wait)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', pass)
      process.off('SIGINT', wait)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1))
    })
  })
}

async function runSuites(names, settings = {}) {
  const results = []
  for (const name of names) {
    const [title, program, ...args] = SUITES[name]
    const env = name === 'browser' ? { PODIUM_CHROMIUM: findChromium() } : {}
    console.log(`\n— ${title}`)
    results.push([title, (await run(program, args, { ...settings, ...env })) === 0])
  }
  console.log('')
  for (const [title, passed] of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${title}`)
  const failed = results.filter(([, passed]) => !passed).length
  console.log(`suites: ${results.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function main() {
  const refusal = refuseWhereItCannotRun()
  if (refusal) throw new Error(refusal)
  const [command = 'start', ...rest] = process.argv.slice(2)
  installIfStale(root)
  if (command === 'dev') return run('node', ['scripts/dev.mjs', ...rest])
  buildIfStale(root)
  if (command === 'start') return run('node', ['server/dist/main.js', ...rest])
  if (command === 'demo') return run('node', ['cli/dist/demo.js', ...rest])
  if (command === 'test') return runSuites(['unit', 'api', 'browser'])
  if (command === 'ci') return runSuites(['format', 'types', 'unit', 'api', 'browser'])
  if (command === 'long') return runSuites(['unit', 'api', 'browser'], { PODIUM_LONG: '1' })
  throw new Error(`There is no command '${command}': use start, demo, dev, test, ci or long.`)
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
