import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIB = 1024 ** 2
const FILLING = 'filling'

/** A small disk in memory, mounted as a folder that every user can pass. */
export interface SmallDisk {
  folder: string
  /** bytes */
  free(): number
  /** Writes until nothing more fits, and then frees `spare` bytes. */
  fill(spare?: number): void
  /** Removes the file that `fill` wrote. */
  makeRoom(): void
  /** Unmounts it; programs on it must have ended. */
  remove(): void
}

/** @throws if this user cannot mount */
export function createSmallDisk(mib: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'podium-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}M,mode=711`, 'podium-test', folder])
  const filling = join(folder, FILLING)
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    free,
    fill(spare = 0) {
      const bytes = Buffer.alloc(MIB)
      const file = openSync(filling, 'a')
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        ftruncateSync(file, fstatSync(file).size - spare)
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filling, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

/** True if this machine lets its tests mount. */
export function canMount(): boolean {
  try {
    createSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
