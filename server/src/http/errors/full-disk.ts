import { isDiskFull, spaceInWords, tooLittleRoom } from '@podium/contract/rules/disk-space.ts'
import { Failure } from '@podium/contract/rules/errors.ts'
import { postgresError } from '@podium/database/postgres-error.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { databaseTrouble } from './database-trouble.ts'

const NO_SPACE = /No space left on device|Disk quota exceeded/

/** True if the file system refused a write for lack of space. */
function isFileSystemFull(error: unknown): boolean {
  const { code = '' } = postgresError(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** True if this process or PostgreSQL could not write for lack of space. */
export function isForWantOfSpace(error: unknown): boolean {
  const { code, message = '' } = postgresError(error)
  return isFileSystemFull(error) || code === '53100' || NO_SPACE.test(message)
}

/** For optional writes that are skipped on a full disk, so that reading continues. Rethrows other errors. */
export function unlessForWantOfSpace(error: unknown): void {
  if (!isForWantOfSpace(error)) throw error
}

/**
 * The error for the caller. A failure for lack of space states the free space, and so does a database that is away
 * while the disk is full, because it cannot write its log. Returns other errors unchanged.
 */
export async function explainFullDisk(error: unknown, engine: Engine): Promise<unknown> {
  if (error instanceof Failure || !(isForWantOfSpace(error) || databaseTrouble(error) !== null)) return error
  const disk = await engine.disk().catch(() => null)
  if (disk && isFileSystemFull(error)) return new Failure('DISK.UPLOAD', tooLittleRoom(disk))
  if (disk && isDiskFull(disk)) return new Failure('DISK.FULL', { space: spaceInWords(disk) })
  return isForWantOfSpace(error) ? new Failure('DISK.ELSEWHERE') : error
}
