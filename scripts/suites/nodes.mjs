// Runs the unit, UI and API tests on each supported release of Node. Plain Node, no dependency.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PROJECTS, run, summarize } from './suites.mjs'

/** The oldest that Podium supports, and the newest of each line since. */
const VERSIONS = ['20.19.6', '22.23.5', '24.22.3', '26.12.1']
const VITEST = 'node_modules/vitest/vitest.mjs'
/** From version 25 on, a FileHandle that is garbage collected ends the process. */
const COLLECTS_FROM = 26

const folder = mkdtempSync(join(tmpdir(), 'podium-nodes-'))
// Tests that act as another user start Node too.
chmodSync(folder, 0o755)
try {
  const results = []
  for (const version of VERSIONS) {
    const bin = install(version)
    const env = {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ...(Number.parseInt(version, 10) >= COLLECTS_FROM && { PODIUM_TEST_COLLECT: '1' }),
    }
    console.log(`\n— Node ${version}`)
    const command = [join(bin, 'node'), VITEST, 'run', ...PROJECTS]
    const result = await run(command, env)
    results.push({ title: `Unit, UI and API tests on Node ${version}`, ...result })
    if (result.stopped) break
  }
  console.log('')
  process.exitCode = summarize(results)
} finally {
  rmSync(folder, { recursive: true })
}

/** Installs the program of the npm package `node`, which is in a package for each platform. */
function install(version) {
  const prefix = join(folder, version)
  const name = `node-${process.platform}-${process.arch}`
  const args = [
    'install',
    '--prefix',
    prefix,
    '--ignore-scripts',
    '--no-audit',
    '--no-save',
    `${name}@${version}`,
  ]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`Node ${version} could not be installed from the npm package ${name}.`)
  return join(prefix, 'node_modules', name, 'bin')
}
