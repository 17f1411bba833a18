// Reads the lock file: every library of the product, with what npm knows of it. Plain Node, no dependency.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param root the checkout
 * @returns the product itself, and the libraries by their place, without the workspaces of our own
 */
export function readLockFile(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const libraries = Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }))
  return { product: packages[''], packages, libraries }
}

/** Whether a library is installed where the product runs: what only development needs is left out there. */
export function isForRuntime({ dev }) {
  return dev !== true
}
