import { chmod, chown, lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Gives a tree to the run: the copy of its source, to read and write. */
export async function giveTree(root: string, uid: number | null): Promise<void> {
  if (uid === null) return
  await walk(root, async (path) => {
    await lchown(path, uid, uid)
  })
}

/** Lets the run read a tree and nobody change it. */
export async function lendTree(root: string, uid: number | null): Promise<void> {
  await walk(root, async (path, isFolder) => {
    if (uid === null) return chmod(path, isFolder ? 0o500 : 0o400)
    await chown(path, 0, uid)
    await chmod(path, isFolder ? 0o550 : 0o440)
  })
}

/** Makes a lent tree removable again for a server that is not root. */
export async function takeBackTree(root: string): Promise<void> {
  await chmod(root, 0o700)
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) await takeBackTree(join(root, entry.name))
  }
}

async function walk(path: string, visit: (path: string, isFolder: boolean) => Promise<void>): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const below = join(path, entry.name)
    if (entry.isDirectory()) await walk(below, visit)
    else await visit(below, false)
  }
  await visit(path, true)
}
