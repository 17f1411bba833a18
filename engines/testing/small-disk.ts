import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  /** a folder on it */
  home: string
  /** Takes all that is free but `spare` bytes. */
  fill(spare?: number): Promise<void>
  /** Gives back what was taken. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** A disk of its own in memory; only root may make one. */
export async function openSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const place = await mkdtemp(join(tmpdir(), 'podium-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=711`, 'podium-test', place])
  const ballast = join(place, 'ballast')
  return {
    home: join(place, 'home'),
    async fill(spare = 0) {
      const file = await open(ballast, 'a')
      try {
        while ((await file.write(Buffer.alloc(2 ** 20))).bytesWritten > 0);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      await file.truncate((await file.stat()).size - spare)
      await file.close()
    },
    empty: () => rm(ballast),
    async close() {
      await run('umount', ['--lazy', place])
      await rmdir(place)
    },
  }
}
