import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Lock {
  pid: number
  /** the server accepts connections */
  ready: boolean
  /** when the file was last written, in milliseconds since the epoch */
  writtenAt: number
}

/** Reads the lock file of the server that runs on `data` or ended without a shutdown. Returns null if there is none. */
export async function readLock(data: string): Promise<Lock | null> {
  const path = join(data, 'postmaster.pid')
  try {
    const { mtimeMs } = await stat(path)
    const lines = (await readFile(path, 'utf8')).split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready', writtenAt: mtimeMs }
  } catch {
    return null
  }
}
