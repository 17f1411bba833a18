import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Lock {
  pid: number
  /** the server accepts connections */
  ready: boolean
  /** when the file was last written, in milliseconds since the epoch */
  writtenAt: number
}

/** What the server that runs on `data`, or that did not end in order, wrote about itself; null: none did. */
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
