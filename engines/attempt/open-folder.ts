import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants

const DESCRIPTORS = '/proc/self/fd'

/**
 * True if an open folder can be addressed independently of its path. If not (macOS), runs are plain processes with the
 * rights of the server, so a link shows only files that its run could read itself; as root none starts there.
 */
export const hasDescriptorPaths = existsSync(DESCRIPTORS)

/** Opens a folder of a run and calls `use` with a path to exactly that folder, whatever the run puts in its place. */
export async function withFolder<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    return await use(hasDescriptorPaths ? `${DESCRIPTORS}/${folder.fd}` : path)
  } finally {
    await folder.close()
  }
}
