import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants

const DESCRIPTORS = '/proc/self/fd'

/**
 * Whether an open folder has a name that stays its own. Where it has none (macOS), runs are plain processes with the
 * rights of the server, so that a link shows only what its run could read itself; as root none starts there.
 */
export const canHoldFolders = existsSync(DESCRIPTORS)

/**
 * Holds a folder that a run may write in, itself no link, and calls `use` with a path that leads to that very folder,
 * whatever the run puts in its place.
 */
export async function withFolder<T>(path: string, use: (held: string) => Promise<T>): Promise<T> {
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    return await use(canHoldFolders ? `${DESCRIPTORS}/${folder.fd}` : path)
  } finally {
    await folder.close()
  }
}
