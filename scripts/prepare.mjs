// Installs and builds anything missing or stale, and says so. Plain Node, no dependency.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'contract',
  'console',
  'server',
  'engines',
  'storage',
  'database',
  'cli',
  'scripts',
  'docs/guide',
  'docs/operations',
]
const NOT_SOURCES = new Set(['node_modules', 'dist', 'testing'])

/** Runs `npm ci` if the lock file has changed since the last time, or nothing is installed. */
export function installIfStale(root) {
  const wanted = hashOf(root, ['package-lock.json', 'package.json'])
  const stamp = join(root, 'node_modules', '.podium-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  step('Installing the libraries (first time, or after an update)', root, 'npm', [
    'ci',
    '--no-audit',
    '--loglevel=error',
  ])
  writeFileSync(stamp, wanted)
}

/** Builds console, server and command line if a source has changed since the last build. */
export function buildIfStale(root) {
  const stamp = stampOfBuild(root)
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOfSources(root)) buildAnew(root)
}

/** Builds them in any case. */
export function buildAnew(root) {
  const wanted = hashOfSources(root)
  step('Building the console and the server', root, process.execPath, ['scripts/build.mjs'])
  mkdirSync(join(root, 'server', 'dist'), { recursive: true })
  writeFileSync(stampOfBuild(root), wanted)
}

function hashOfSources(root) {
  const files = SOURCES.flatMap((folder) => filesBelow(root, folder)).sort()
  return hashOf(root, [...files, 'package-lock.json'])
}

function stampOfBuild(root) {
  return join(root, 'server', 'dist', '.built')
}

function step(title, root, program, args) {
  const began = Date.now()
  console.log(`${title} …`)
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw new Error(`${title}: ${program} could not be started (${error.message}).`)
  if (status !== 0) throw new Error(`${title} failed: see the lines above. Nothing was started.`)
  console.log(`${title}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** Hashes paths relative to the root, so that a moved or copied checkout is the same. */
function hashOf(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : filesBelow(root, path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}
