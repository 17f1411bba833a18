import { lchown, lstat, mkdtemp, readlink, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AttemptDirectory } from './attempt-directory.ts'
import { DiskFull, isFullDisk } from './disk.ts'
import { folder } from './folders.ts'
import { codeOf, isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

const ELSEWHERE = '/tmp/podium-'
const RANDOM = /^[A-Za-z0-9]{6}$/
/** Maximum path of the folder: a socket's path may have 107 characters, and programs need the rest for its name. */
const MAX_LENGTH = 60

/**
 * Creates the TMPDIR of a run without a sandbox, beside the folder of all runs, because /tmp may be the server's own
 * (PrivateTmp of systemd) and end with it. The attempt's directory has only a link to it: programs put sockets there,
 * and the path of an attempt leaves no space for a name. If the home has a long path, the folder lies in /tmp
 * nevertheless.
 * @throws DiskFull with a sentence if the disk has no space for it now
 */
export async function temporaryFolder(directory: AttemptDirectory, uid: number | null): Promise<string> {
  const made = await temporaryFolderOf(directory)
  if (made !== null) return made
  const path = await makeFolder(beginningIn(directory))
  try {
    if (uid !== null) await lchown(path, uid, uid)
    await symlink(path, directory.temporary)
  } catch (error) {
    // Without the link the folder would not be found again, and each try would leave one behind.
    await rmdir(path)
    throw error
  }
  return path
}

/** Returns the path of the folder without its six random characters. */
function beginningIn({ root }: AttemptDirectory): string {
  const beside = join(root, '../../../..', 'tmp', '/')
  return beside.length + 6 > MAX_LENGTH ? ELSEWHERE : beside
}

async function makeFolder(beginning: string): Promise<string> {
  try {
    if (beginning !== ELSEWHERE) await folder(beginning, 0o711)
    return await mkdtemp(beginning)
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new DiskFull(
      `The disk of ${dirname(`${beginning}x`)} is full: the run needs a folder there for its temporary files.`,
    )
  }
}

/** Removes the folder's files. The link stays, so that this can be repeated. */
export async function removeTemporaryFolder(directory: AttemptDirectory): Promise<void> {
  const path = await temporaryFolderOf(directory)
  if (path !== null) await removeTree(path)
}

/**
 * Returns the folder for temporary files, or null if there is none. A run with the server's own identity may change the
 * link, so a link to anything else counts as none.
 */
export async function temporaryFolderOf(directory: AttemptDirectory): Promise<string | null> {
  try {
    const path = await readlink(directory.temporary)
    const isOurs = [ELSEWHERE, beginningIn(directory)].some(
      (beginning) => path.startsWith(beginning) && RANDOM.test(path.slice(beginning.length)),
    )
    return isOurs && (await lstat(path)).isDirectory() ? path : null
  } catch (error) {
    // EINVAL: it is not a link.
    if (isMissing(error) || codeOf(error) === 'EINVAL') return null
    throw error
  }
}
