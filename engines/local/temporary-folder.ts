import { lchown, mkdtemp, readlink, rmdir, symlink } from 'node:fs/promises'
import type { AttemptDirectory } from './attempt-directory.ts'
import { DiskFull, isFullDisk } from './disk.ts'
import { isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

/**
 * The folder that a run without sandbox finds in TMPDIR. In the attempt's directory is a link to it alone: programs
 * put sockets there, whose whole path may have 107 characters, and that of an attempt leaves no room for a name.
 * @throws DiskFull with a sentence when /tmp has no room for it now
 */
export async function temporaryFolder({ temporary }: AttemptDirectory, uid: number | null): Promise<string> {
  const made = await targetOf(temporary)
  if (made !== null) return made
  const path = await makeFolder()
  try {
    if (uid !== null) await lchown(path, uid, uid)
    await symlink(path, temporary)
  } catch (error) {
    // Without the link it would not be found again, and each try leave another.
    await rmdir(path)
    throw error
  }
  return path
}

async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp('/tmp/podium-')
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new DiskFull('The disk of /tmp is full: the run needs a folder there for its temporary files.')
  }
}

/** What the run left there goes. The link stays, with which it can be done again. */
export async function removeTemporaryFolder({ temporary }: AttemptDirectory): Promise<void> {
  const path = await targetOf(temporary)
  if (path !== null) await removeTree(path)
}

async function targetOf(link: string): Promise<string | null> {
  try {
    return await readlink(link)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
