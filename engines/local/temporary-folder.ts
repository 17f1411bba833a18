import { lchown, mkdtemp, readlink, symlink } from 'node:fs/promises'
import type { AttemptDirectory } from './attempt-directory.ts'
import { isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

/**
 * The folder that a run without sandbox finds in TMPDIR. In the attempt's directory is a link to it alone: programs
 * put sockets there, whose whole path may have 107 characters, and that of an attempt leaves no room for a name.
 */
export async function temporaryFolder({ temporary }: AttemptDirectory, uid: number | null): Promise<string> {
  const made = await targetOf(temporary)
  if (made !== null) return made
  const path = await mkdtemp('/tmp/podium-')
  if (uid !== null) await lchown(path, uid, uid)
  await symlink(path, temporary)
  return path
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
