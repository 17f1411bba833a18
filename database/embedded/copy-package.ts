import { chmod, cp, lstat, readdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { hydrateSymlinks } from './hydrate.ts'

/** Copies the binaries so that every user can run them, and renames the copy when complete, so no half copy is used. */
export async function copyPackage(from: string, to: string): Promise<void> {
  const unfinished = `${to}.copy`
  await rm(unfinished, { recursive: true, force: true })
  await cp(join(from, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a',
  })
  await hydrateSymlinks(unfinished)
  await openToAll(unfinished)
  await rm(to, { recursive: true, force: true })
  await rename(unfinished, to)
}

/** Makes the copy readable to all, because the install may have been made under a closed umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
