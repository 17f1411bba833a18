// Lists the files of a packed release. Plain Node, no dependency.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The programs that run on a server with their libraries. The console's libraries are bundled into its pages. */
const PROGRAMS = ['server', 'cli']

const OURS = [
  'server/dist',
  'cli/dist',
  'engines/dist',
  'console/dist',
  'examples',
  'python',
  'deploy/monitoring',
  'docs/operations',
  'docs/performance.md',
]
const AT_THE_ROOT = {
  'podium.mjs': 'scripts/packed.mjs',
  'platform.mjs': 'scripts/platform.mjs',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
}

const LEFT_OUT = new Set(['.vite', '.built', '.github', '__pycache__', 'node_modules'])
/** Folders of libraries that only their authors use. */
const WORKSHOPS = new Set([
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
  'docs',
  'fixtures',
  'integration',
  'spec',
])

/**
 * Returns every file of a packed release ordered by name, with its present path.
 * @returns {{ name: string, path?: string, link?: string }[]} `link`: the target, if it is a symbolic link
 */
export function packedFiles(root) {
  const ours = [
    ...Object.entries(AT_THE_ROOT).map(([name, path]) => ({ name, path: join(root, path) })),
    ...OURS.flatMap((path) => filesBelow(root, path, (name) => /\.map$|^out$/.test(name))),
  ]
  const libraries = runtimePackages(root).flatMap((path) => [
    ...filesBelow(
      root,
      path,
      (name) => WORKSHOPS.has(name) || /\.(map|a|[cm]?tsx?)$|(^|\.)test\.[cm]?js$/.test(name),
    ),
    ...linksOf(root, path),
  ])
  return [...ours, ...libraries].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the paths of the programs' libraries, and of theirs, from the lock file. */
export function runtimePackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Set()
  const follow = (path) => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = libraryPath(packages, path, name)
      follow(packages[next].link ? packages[next].resolved : next)
    }
  }
  for (const program of PROGRAMS) follow(program)
  return [...found].filter(
    (path) => path.includes('node_modules/') && isInstalled(root, path, packages[path]),
  )
}

/** Libraries for other platforms are in the lock file but not installed; all others must be. */
function isInstalled(root, path, { optional }) {
  if (isThere(join(root, path))) return true
  if (optional) return false
  throw new Error(`${path} is not installed. Run npm ci first.`)
}

/** Resolves as Node does: in the package, then in every folder above. */
function libraryPath(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (packages[path]) return path
    if (folder === '.') throw new Error(`The lock file has no ${name} for ${from}.`)
  }
}

function isThere(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function filesBelow(root, path, isLeftOut) {
  if (statSync(join(root, path)).isFile()) return [{ name: path, path: join(root, path) }]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name) || isLeftOut(entry.name)) return []
    const name = `${path}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(root, name, isLeftOut)
    return entry.isFile() ? [{ name, path: join(root, name) }] : []
  })
}

/** The links in PostgreSQL's package, whether a start here has created them or not. */
function linksOf(root, path) {
  const list = join(root, path, 'native', 'pg-symlinks.json')
  if (!isThere(list)) return []
  return JSON.parse(readFileSync(list, 'utf8')).map(({ source, target }) => ({
    name: `${path}/${target}`,
    link: relative(dirname(target), source),
  }))
}
