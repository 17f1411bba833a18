import { statfs } from 'node:fs/promises'
import { type DiskState, StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { bytesInWords } from './sizes.ts'

/** Below this a run would end in the middle, and the logs of others with it. */
const SPARE_BYTES = 256 * 2 ** 20

const MIB = 2 ** 20
const LEAST_RESERVE = 256 * MIB
const MOST_RESERVE = 10 * 1024 * MIB

/** What is left of the disk of a folder; `total` as `df` shows shares of it, without what is root's alone. */
export async function diskState(folder: string): Promise<DiskState> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder)
  const free = bavail * bsize
  const total = (blocks - bfree) * bsize + free
  return { free, total, reserve: reserveOf(total) }
}

/** A twentieth, at least what the database needs to go on, and never more than half of a small disk. */
function reserveOf(total: number): number {
  const twentieth = Math.min(MOST_RESERVE, Math.max(LEAST_RESERVE, total / 20))
  return Math.floor(Math.min(total / 2, twentieth))
}

/** Of several folders, the disk that is nearest to its reserve. */
export async function fullestDisk(folders: string[]): Promise<DiskState> {
  const disks = await Promise.all(folders.map(diskState))
  return disks.reduce((a, b) => (b.free - b.reserve < a.free - a.reserve ? b : a))
}

/** @throws StartRefused when `bytes` more would fill the disk */
export async function refuseFullDisk(directory: string, bytes = 0): Promise<void> {
  const { free } = await diskState(directory)
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
