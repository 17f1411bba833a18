import { lchown, lstat, mkdtemp, readlink, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AttemptDirectory } from './attempt-directory.ts'
import { DiskFull, isFullDisk } from './disk.ts'
import { folder } from './folders.ts'
import { codeOf, isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

const ELSEWHERE = '/tmp/podium-'
const RANDOM = /^[A-Za-z0-9]{6}$/
/** Longest path of the folder: that of a socket may have 107 characters, of which the names that programs choose need the rest. */
const LONGEST = 60

/**
 * The folder that a run without sandbox finds in TMPDIR, beside the folder of all runs: /tmp may be the server's own
 * (PrivateTmp of systemd) and end with it. In the attempt's directory is a link to it alone: programs put sockets there,
 * and the path of an attempt leaves no room for a name. Below a home of a long path it lies in /tmp all the same.
 * @throws DiskFull with a sentence when the disk has no room for it now
 */
export async function temporaryFolder(directory: AttemptDirectory, uid: number | null): Promise<string> {
  const made = await temporaryFolderOf(directory)
  if (made !== null) return made
  const path = await makeFolder(beginningIn(directory))
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

/** The path of the folder up to its six random characters. */
function beginningIn({ root }: AttemptDirectory): string {
  const beside = join(root, '../../../..', 'tmp', '/')
  return beside.length + 6 > LONGEST ? ELSEWHERE : beside
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

/** What the run left there goes. The link stays, with which it can be done again. */
export async function removeTemporaryFolder(directory: AttemptDirectory): Promise<void> {
  const path = await temporaryFolderOf(directory)
  if (path !== null) await removeTree(path)
}

/**
 * Where the folder for temporary files lies; null when there is none. A run with the server's own identity may turn the
 * link elsewhere, so one that leads to anything but such a folder is none.
 */
export async function temporaryFolderOf(directory: AttemptDirectory): Promise<string | null> {
  try {
    const path = await readlink(directory.temporary)
    const isOurs = [ELSEWHERE, beginningIn(directory)].some(
      (beginning) => path.startsWith(beginning) && RANDOM.test(path.slice(beginning.length)),
    )
    return isOurs && (await lstat(path)).isDirectory() ? path : null
  } catch (error) {
    // EINVAL: it is no link.
    if (isMissing(error) || codeOf(error) === 'EINVAL') return null
    throw error
  }
}
