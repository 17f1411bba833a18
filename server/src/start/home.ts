import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '../http/session/tokens.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Makes the home. Other users may pass through it to their files (runs and PostgreSQL have users of their own), but not
 * list it.
 */
export async function prepareHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o711 })
    await chmod(home, 0o711)
  } catch (error) {
    throw new CannotStart(
      `PODIUM_HOME ${home} cannot be used (${(error as NodeJS.ErrnoException).code}). Set it to a folder this user may write.`,
    )
  }
}

/** Writes a new secret at each start for commands on this host; only the server's user can read it. */
export async function writeHostToken(home: string): Promise<string> {
  const token = newToken()
  await writeWhole(join(home, 'host-token'), `${token}\n`)
  return token
}

/** Writes the server's address for commands on this host. */
export async function writeServerFile(home: string, address: string): Promise<void> {
  await writeWhole(join(home, 'server.json'), JSON.stringify({ address, pid: process.pid }))
}

/** Removes the files that would lead commands to a server that has ended. */
export async function removeServerFiles(home: string): Promise<void> {
  await Promise.all(['server.json', 'host-token'].map((name) => rm(join(home, name), { force: true })))
}

/** Writes a file atomically, and never readable by others. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
}
