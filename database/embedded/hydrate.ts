import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

interface Link {
  source: string
  target: string
}

/**
 * Creates the symbolic links of the binaries' libraries. npm packages cannot contain links, so the package lists them
 * in a file, and its own install script does not run here.
 */
export async function hydrateSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')
  const links: Link[] = JSON.parse(list)
  for (const { source, target } of links) {
    const folder = dirname(target)
    await mkdir(join(packageFolder, folder), { recursive: true })
    await symlink(relative(folder, source), join(packageFolder, target)).catch(acceptExisting)
  }
}

function acceptExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
