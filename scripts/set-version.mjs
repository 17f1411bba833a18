// `node scripts/set-version.mjs 0.2.1`: changes the product's version wherever it is written.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = new URL('..', import.meta.url).pathname

/** Files that contain the version beside other content. The one in docs/operations/upgrade.md is an example. */
export const NAMING = [
  'python/podium/__init__.py',
  'deploy/kubernetes/overlays/production/kustomization.yaml',
  'deploy/kubernetes/overlays/trial/kustomization.yaml',
  'docs/guide/javascript.md',
  'docs/guide/python.md',
  'docs/operations/installation.md',
  'docs/operations/kubernetes.md',
]

/** Replaces the version, but not the same digits inside a longer number such as an IP address. */
export function renumbered(text, before, version) {
  return text.replace(new RegExp(`(?<![\\d.])${before.replaceAll('.', '\\.')}(?!\\.?\\d)`, 'g'), version)
}

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const write = (path, content) => writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`)

function setVersion(version) {
  const { version: before, workspaces } = read('package.json')
  for (const folder of ['.', ...workspaces])
    write(join(folder, 'package.json'), { ...read(join(folder, 'package.json')), version })
  const lock = read('package-lock.json')
  for (const folder of ['', ...workspaces]) lock.packages[folder].version = version
  write('package-lock.json', { ...lock, version })
  for (const path of NAMING)
    writeFileSync(join(root, path), renumbered(readFileSync(join(root, path), 'utf8'), before, version))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [version = ''] = process.argv.slice(2)
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the number, e.g. 0.2.1.')
  setVersion(version)
}
