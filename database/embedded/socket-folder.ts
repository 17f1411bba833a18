import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from './identity.ts'

/** PostgreSQL names its socket after the port, even if it does not listen on it. */
export const SOCKET_PORT = 5432
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`
/** sun_path holds 108 bytes on Linux and 104 on macOS, including the closing zero. */
const LONGEST_PATH = 103

/**
 * Returns the folder of the socket, mode 0700 and owned by PostgreSQL's user. PostgreSQL trusts every connection to the
 * socket, so only that user and root may pass. It lies below the database's folder, or in the system's temporary folder
 * if that path is too long.
 * @throws a sentence if another account owns that name
 */
export async function socketFolder(folder: string, identity: Identity | null): Promise<string> {
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const candidates = [join(folder, 'pg18.socket'), join(tmpdir(), `podium-${mark}`)]
  const fitting = candidates.find((path) => Buffer.byteLength(join(path, SOCKET)) <= LONGEST_PATH)
  const path = fitting ?? join('/tmp', `podium-${mark}`)
  await mkdir(path, { mode: 0o700 }).catch(acceptExisting)
  const owners = [process.getuid?.(), identity?.uid]
  const found = await lstat(path)
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(`${path} is needed for the database's socket, but belongs to another user. Remove it.`)
  }
  if (identity) await chown(path, identity.uid, identity.gid)
  await chmod(path, 0o700)
  return path
}

function acceptExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
