import { lchown, lstat, mkdtemp, readlink, rmdir, symlink } from 'node:fs/promises'
import type { AttemptDirectory } from './attempt-directory.ts'
import { DiskFull, isFullDisk } from './disk.ts'
import { codeOf, isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

const PREFIX = '/tmp/podium-'
const MADE = /^\/tmp\/podium-[A-Za-z0-9]{6}$/

/**
 * The folder that a run without sandbox finds in TMPDIR. In the attempt's directory is a link to it alone: programs
 * put sockets there, whose whole path may have 107 characters, and that of an attempt leaves no room for a name.
 * @throws DiskFull with a sentence when /tmp has no room for it now
 */
export async function temporaryFolder(directory: AttemptDirectory, uid: number | null): Promise<string> {
  const made = await temporaryFolderOf(directory)
  if (made !== null) return made
  const path = await makeFolder()
  try {
    if (uid !== null) await lchown(path, uid, uid)
    await symlink(path, directory.temporary)
  } catch (error) {
    // Without the link it would not be found again, and each try leave another.
    await rmdir(path)
    throw error
  }
  return path
}

async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp(PREFIX)
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new DiskFull('The disk of /tmp is full: the run needs a folder there for its temporary files.')
  }
}

/** What the run left there goes. The link stays, with which it can be done again. */
export async function removeTemporaryFolder(directory: AttemptDirectory): Promise<void> {
  const path = await temporaryFolderOf(directory)
  if (path !== null) await removeTree(path)
}

/**
 * Where the folder for temporary files lies; null when there is none. A run with the server's own identity may turn the
 * link elsewhere, so one that leads to anything but such a folder is none.
 */
export async function temporaryFolderOf({ temporary }: AttemptDirectory): Promise<string | null> {
  try {
    const path = await readlink(temporary)
    return MADE.test(path) && (await lstat(path)).isDirectory() ? path : null
  } catch (error) {
    // EINVAL: it is no link.
    if (isMissing(error) || codeOf(error) === 'EINVAL') return null
    throw error
  }
}
