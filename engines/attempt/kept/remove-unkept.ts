import { randomUUID } from 'node:crypto'
import { lstat, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_WORK } from '@podium/contract/rules/left-behind.ts'
import type { AttemptDirectory } from '../attempt-directory.ts'
import { withFolder } from '../open-folder.ts'
import { removeTrees } from '../remove-tree.ts'
import { foldersAbove } from './attempt-outputs.ts'

/**
 * Removes everything from the working folder of an ended attempt but these outputs. It needs no space on a full disk.
 * Whole folders are moved out of reach of other runs first, which could put links in the place of those above them.
 */
export async function removeUnkept({ root, work }: AttemptDirectory, outputs: string[]): Promise<void> {
  const kept = outputs
    .filter((path) => path.startsWith(KEPT_WORK))
    .map((path) => path.slice(KEPT_WORK.length))
  const files = new Set(kept)
  const folders = new Set(kept.flatMap(foldersAbove))
  const moved: string[] = []

  async function tidy(folder: string, above: string): Promise<void> {
    await withFolder(folder, async (held) => {
      for (const name of await readdir(held)) {
        const path = above + name
        const place = join(held, name)
        if (folders.has(path)) await tidy(place, `${path}/`)
        else if (!files.has(path)) await remove(place)
      }
    })
  }

  async function remove(place: string): Promise<void> {
    if (!(await lstat(place)).isDirectory()) return unlink(place)
    const away = join(root, `unkept-${randomUUID()}`)
    await rename(place, away)
    moved.push(away)
  }

  await tidy(work, '')
  await removeTrees(moved)
}
