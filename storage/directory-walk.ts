import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orNull } from './file-errors.ts'
import { comparePaths, isSegment } from './names.ts'

/**
 * Yields the files below a folder whose first name begins with `beginning`, in order of path. Holds the names of one
 * folder per level in memory, never of the whole tree. Skips links and everything else that is not a file.
 */
export async function* walk(
  folder: string,
  path: string,
  beginning: string,
): AsyncGenerator<{ path: string; stats: BigIntStats }> {
  for (const entry of await entriesOf(folder, beginning)) {
    const below = path + entry.name
    const entryPath = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(entryPath, `${below}/`, '')
    else {
      const stats = await orNull(lstat(entryPath, { bigint: true }), 'ENOENT', 'ENOTDIR')
      if (stats?.isFile()) yield { path: below, stats }
    }
  }
}

async function entriesOf(folder: string, beginning: string): Promise<Dirent[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }), 'ENOENT', 'ENOTDIR')) ?? []
  return entries
    .filter(({ name }) => name.startsWith(beginning) && isSegment(name))
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .sort((left, right) => comparePaths(sortKey(left), sortKey(right)))
}

/** A folder sorts as its name with a slash, because its files come after 'a-b' and before 'a0'. */
function sortKey(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name
}
