import { chmod, chown, lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes the run the owner of a tree. */
export async function chownTree(root: string, uid: number | null, gid = uid): Promise<void> {
  if (uid === null || gid === null) return
  await walk(root, async (path) => {
    await lchown(path, uid, gid)
  })
}

/**
 * Lets the run read a tree but not change it. Without an identity of its own that applies only to files, because
 * folders closed to their owner could not be removed with the home.
 */
export async function makeTreeReadOnly(root: string, uid: number | null): Promise<void> {
  await walk(root, async (path, isFolder) => {
    if (uid === null) return isFolder ? undefined : chmod(path, 0o400)
    await chown(path, 0, uid)
    await chmod(path, isFolder ? 0o550 : 0o440)
  })
}

async function walk(path: string, visit: (path: string, isFolder: boolean) => Promise<void>): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const below = join(path, entry.name)
    if (entry.isDirectory()) await walk(below, visit)
    else await visit(below, false)
  }
  await visit(path, true)
}
