import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseLog } from '../log.ts'
import type { Identity } from './identity.ts'

const ELSEWHERE = '/var/lib/podium'
const POINTER = 'database-folder'

/**
 * Returns the folder that holds the database: the home itself, or, if PostgreSQL's identity cannot reach the home
 * (root's home below /root), a folder of its own that the home names in a file. So a new home never finds an old
 * database, and a moved one finds its own.
 */
export async function folderOfDatabase(
  home: string,
  identity: Identity | null,
  log: DatabaseLog,
): Promise<string> {
  const created = await mkdir(home, { recursive: true, mode: 0o711 })
  const real = await realpath(home)
  if (created !== undefined) await chmod(real, 0o711)
  if (identity === null) return real
  await chmod(real, (await stat(real)).mode | 0o111)
  if (await canEverybodyPass(dirname(real))) return real
  const folder = await folderElsewhere(real)
  log.warn(
    `The home is in a folder that other users cannot enter, so the database is kept in ${folder}. To keep everything in one place, set PODIUM_HOME to a folder that every user can enter.`,
  )
  return folder
}

async function folderElsewhere(home: string): Promise<string> {
  const pointer = join(home, POINTER)
  const folder = (await textOf(pointer)) ?? join(ELSEWHERE, `database-${randomBytes(6).toString('hex')}`)
  await writeFile(pointer, `${folder}\n`, { mode: 0o600 })
  for (const path of [dirname(folder), folder]) {
    await mkdir(path, { recursive: true, mode: 0o711 })
    await chmod(path, 0o711)
  }
  return folder
}

async function textOf(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function canEverybodyPass(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o001) === 0) return false
  return path === '/' || canEverybodyPass(dirname(path))
}
