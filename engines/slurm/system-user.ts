import { stat } from 'node:fs/promises'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { codeOf, isMissing } from '../attempt/json-file.ts'
import { runProgram } from '../attempt/run-program.ts'
import { type RunSpec, StartRefused } from '../engine.ts'
import { slurmFiles } from './layout.ts'

/** Lower uids belong to the system's own services. */
const MIN_UID = 1000
const PATIENCE_MS = 10_000

export interface SystemUser {
  uid: number
  gid: number
}

/** Returns the user from `getent`, or null if it is unknown. */
async function readUser(name: string): Promise<SystemUser | null> {
  try {
    const { stdout } = await runProgram('getent', ['passwd', '--', name], { timeout: PATIENCE_MS })
    const [, , uid, gid] = stdout.split(':')
    return { uid: Number(uid), gid: Number(gid) }
  } catch (error) {
    if (codeOf(error) === '2') return null
    throw error
  }
}

export const isRoot = () => process.getuid?.() === 0

/**
 * Returns the user of an attempt on the nodes; null: the server's own user, if not root.
 * @throws StartRefused with a sentence if it cannot run as the workspace's user, or would run as root
 */
export async function userOf({ system_user }: Pick<RunSpec, 'system_user'>): Promise<SystemUser | null> {
  if (!system_user) {
    if (!isRoot()) return null
    throw new StartRefused(
      'The workspace has no user for its runs, and runs never start as root: set a user in the workspace, or ask the administrator to start the server as another user.',
    )
  }
  if (!isRoot())
    throw new StartRefused(
      `The runs of the workspace should start as ${system_user}, which needs a server that runs as root: remove the user from the workspace, or ask the administrator of the server.`,
    )
  const user = await readUser(system_user)
  if (user === null)
    throw new StartRefused(
      `The server's machine has no user ${system_user}: set another one in the workspace, or ask the administrator of the server.`,
    )
  if (user.uid < MIN_UID)
    throw new StartRefused(
      `The user ${system_user} belongs to the system (its number is below ${MIN_UID}): set another one in the workspace.`,
    )
  return user
}

/** Returns the uid of an attempt's files and jobs, or null for the server's own. */
export async function ownerOf(directory: AttemptDirectory): Promise<number | null> {
  if (!isRoot()) return null
  try {
    // The user cannot replace the folder.
    return (await stat(slurmFiles(directory).run)).uid
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
