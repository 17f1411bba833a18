// Builds everything twice and compares, because the same sources must give the same bytes. Plain Node, no dependency.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAnew } from '../prepare.mjs'

const root = new URL('../..', import.meta.url).pathname
const BUILT = ['console/dist', 'server/dist', 'cli/dist', 'engines/dist']

/** Returns the hashes of built files, by path. */
function builtFiles() {
  const files = BUILT.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  return new Map(files.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]))
}

buildAnew(root)
const first = builtFiles()
buildAnew(root)
const second = builtFiles()

const paths = [...new Set([...first.keys(), ...second.keys()])].sort()
const different = paths.filter((path) => first.get(path) !== second.get(path))
for (const path of different) console.error(`differs: ${path}`)
console.log(`${paths.length} files built twice, ${different.length} different`)
process.exitCode = different.length === 0 ? 0 : 1
