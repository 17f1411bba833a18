import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folder } from '../attempt/folders.ts'
import { StartRefused } from '../engine.ts'

/** Owners of runs: uids of their own if the server is root, otherwise the server's own. */
export interface Identities {
  /** null: runs use the server's own identity */
  uidOf(workspaceNumber: number): number | null
  notices: string[]
}

const FIRST_UID = 100_000
const LAST_UID = 2_000_000_000

export function chooseIdentities(isRoot: boolean, isSandboxed: boolean): Identities {
  if (!isRoot) {
    return {
      uidOf: () => null,
      notices: [
        isSandboxed
          ? 'The server does not run as root, so inside the sandbox runs have the same rights as the server: a run can read all other files of its user on this machine. Start the server as root to give every workspace a user of its own.'
          : 'The server does not run as root, so runs have the same rights as the server: a run can read and change everything that the server can, including its secrets, its database and other runs. Start the server as root to give every workspace a user of its own.',
      ],
    }
  }
  return { uidOf: workspaceUid, notices: [] }
}

function workspaceUid(workspaceNumber: number): number {
  const uid = FIRST_UID + workspaceNumber
  if (!Number.isSafeInteger(workspaceNumber) || workspaceNumber < 1 || uid > LAST_UID) {
    throw new StartRefused('This workspace has no number from which a user for its runs could be created.')
  }
  return uid
}

/**
 * Returns the directory of runs: below the home if every identity can reach it, otherwise (a home below /root) in a
 * place that they can reach.
 */
export async function locateRuns(
  home: string,
  isRoot: boolean,
  elsewhere = '/var/lib/podium',
): Promise<{ runs: string; notices: string[] }> {
  await mkdir(home, { recursive: true, mode: 0o711 })
  const real = await realpath(home)
  if (!isRoot) return { runs: await folder(join(real, 'runs'), 0o700), notices: [] }
  await chmod(real, (await stat(real)).mode | 0o111)
  if (await canEverybodyPass(dirname(real)))
    return { runs: await folder(join(real, 'runs'), 0o711), notices: [] }
  const mark = createHash('sha256').update(real).digest('hex').slice(0, 12)
  await folder(elsewhere, 0o711)
  const runs = await folder(join(elsewhere, `runs-${mark}`), 0o711)
  return {
    runs,
    notices: [
      `The server's home is in a folder that other users cannot enter, so the working folders of runs are kept in ${runs}. To keep everything in one place, set PODIUM_HOME to a folder that every user can enter.`,
    ],
  }
}

async function canEverybodyPass(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o001) === 0) return false
  return path === '/' || canEverybodyPass(dirname(path))
}
