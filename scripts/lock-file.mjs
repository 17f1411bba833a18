// Reads every library of the product from the lock file. Plain Node, no dependency.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param root the checkout
 * @returns the product itself, and the libraries by their path, without our own workspaces
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

/** True if the product needs the library at run time. Those for development are not installed there. */
export function isForRuntime({ dev }) {
  return dev !== true
}
