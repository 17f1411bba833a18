import { statfs } from 'node:fs/promises'
import { StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { bytesInWords } from './sizes.ts'

/** Below this a run would end in the middle, and the logs of others with it. */
const SPARE_BYTES = 256 * 2 ** 20

/** @throws StartRefused when `bytes` more would fill the disk */
export async function refuseFullDisk(directory: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (free >= bytes + SPARE_BYTES) return
  throw new StartRefused(
    `The disk for runs is full: ${bytesInWords(free)} free, ${bytesInWords(bytes + SPARE_BYTES)} needed. Free some space and start the run again.`,
  )
}

/** A write that the disk had no room for, as a sentence; any other error as it is. */
export function asFullDisk(error: unknown): unknown {
  if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') return error
  return new StartRefused(
    'The disk for runs became full while the run was prepared. Free some space and start the run again.',
  )
}
