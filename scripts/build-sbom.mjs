// Writes a list of the product's libraries (CycloneDX 1.5) from the lock file only. Same lock, same bytes.
import { writeFileSync } from 'node:fs'
import { isForRuntime, readLockFile } from './lock-file.mjs'

export function buildSbom(root, path) {
  writeFileSync(path, `${JSON.stringify(sbomOf(readLockFile(root)), null, 2)}\n`)
}

export function sbomOf({ product, packages, libraries }) {
  const used = libraries.filter(isForRuntime)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': product.name,
        type: 'application',
        name: product.name,
        version: product.version,
        licenses: licensesOf(product),
        purl: purlOf(product),
      },
    },
    components: used.map(componentOf),
    dependencies: [
      { ref: product.name, dependsOn: ownLibraries(packages) },
      ...used.map((library) => ({ ref: library.path, dependsOn: needsOf(packages, library.path) })),
    ],
  }
}

/** A library may be installed twice, in two versions or for two others, so its path identifies it. */
function componentOf(library) {
  return {
    'bom-ref': library.path,
    type: 'library',
    name: library.name,
    version: library.version,
    scope: library.optional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: hexOf(library.integrity) }],
    licenses: licensesOf(library),
    purl: purlOf(library),
  }
}

function licensesOf({ license }) {
  return /^\(|\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function hexOf(integrity) {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
}

function ownLibraries(packages) {
  const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'))
  return [...new Set(workspaces.flatMap((path) => needsOf(packages, path)))].sort()
}

function needsOf(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path]
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .map((name) => libraryOf(packages, path, name))
    .filter((library) => library !== null && isForRuntime(packages[library]))
    .sort()
}

/** Resolves a library as Node does, from this folder upwards. Null for our own workspaces. */
function libraryOf(packages, from, name) {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf('/')))) {
    const library = `${around}/node_modules/${name}`.replace(/^\//, '')
    if (packages[library]) return packages[library].link ? null : library
    if (around === '') return null
  }
}
