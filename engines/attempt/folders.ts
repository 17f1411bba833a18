import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises'
import { isMissing } from './json-file.ts'

export interface Owner {
  uid: number
  gid: number
}

/** Returns the owner of a run's files: its uid, and the group with the same number. null is the server itself. */
export function asOwner(uid: number | null): Owner | null {
  return uid === null ? null : { uid, gid: uid }
}

/** Creates a folder with exactly this mode and, if given, this owner. */
export async function folder(path: string, mode: number, owner: Owner | null = null): Promise<string> {
  await mkdir(path, { recursive: true, mode })
  if (owner) await chown(path, owner.uid, owner.gid)
  await chmod(path, mode)
  return path
}

/** Users that may pass a folder of the server: the runs of an identity, everyone, or (null) the server alone. */
export type Passer = number | 'everyone' | null

/** Creates a folder that the run may pass but not write. */
export function passableFolder(path: string, uid: Passer): Promise<string> {
  if (uid === 'everyone') return folder(path, 0o711)
  return uid === null ? folder(path, 0o700) : folder(path, 0o710, { uid: 0, gid: uid })
}

/** Creates a folder that belongs to the run. */
export function ownFolder(path: string, uid: number | null): Promise<string> {
  return folder(path, 0o700, asOwner(uid))
}

/** Lists the names in a folder; none if there is no such folder. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
