import { stat, statfs } from 'node:fs/promises'
import { type DiskState, roomToStart, sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { type Admission, StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { NotNow } from './not-now.ts'

const MIB = 2 ** 20
const LEAST_RESERVE = 256 * MIB
/** What a fast disk takes in the time it needs to end a run. */
const MOST_RESERVE = 2048 * MIB

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

/** True if both folders lie on one disk; false also where one of them is missing. */
export async function isOnOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return a != null && a.dev === b?.dev
}

/** Of several folders, the disk that is nearest to its reserve. */
export async function fullestDisk(folders: string[]): Promise<DiskState> {
  const disks = await Promise.all(folders.map(diskState))
  return disks.reduce((a, b) => (b.free - b.reserve < a.free - a.reserve ? b : a))
}

/** Why `needed` bytes are too many for the disk now, in a sentence; null when they are there. */
export function diskFullReason({ free }: DiskState, needed: number): string | null {
  if (free >= needed) return null
  return `The disk is full: ${sizeInWords(free)} free, ${sizeInWords(needed)} needed.`
}

/** The same answer, unless the disk has no room for another run. */
export function withRoomOn(disk: DiskState | null, answer: Admission): Admission {
  const waits_for = answer.fits ? noRoomOn(disk) : null
  return waits_for === null ? answer : { ...answer, fits: false, waits_for, lacks: 'disk' }
}

/** Why the disk has no room for another run, in a sentence; null where it has. */
export function noRoomOn(disk: DiskState | null): string | null {
  return disk && diskFullReason(disk, roomToStart(disk))
}

/** The disk has no room now. */
export class DiskFull extends NotNow {}

/**
 * @throws DiskFull when `bytes` more would break into the reserve
 * @throws StartRefused when they would on an empty disk too
 */
export async function requireRoom(folder: string, bytes = 0): Promise<void> {
  const disk = await diskState(folder)
  const needed = bytes + disk.reserve
  if (needed > disk.total)
    throw new StartRefused(
      `The data of this run is ${sizeInWords(bytes)}. That does not fit on the disk for runs, which must keep ${sizeInWords(disk.reserve)} free: choose less data or ask for a larger disk.`,
    )
  const full = diskFullReason(disk, needed)
  if (full) throw new DiskFull(full)
}

export function isFullDisk(error: unknown): boolean {
  return error instanceof DiskFull || codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
}

/** A write that the disk had no room for, as a sentence; any other error as it is. */
export async function asFullDisk(error: unknown, folder: string): Promise<unknown> {
  if (!isFullDisk(error) || error instanceof DiskFull) return error
  const disk = await diskState(folder)
  return new DiskFull(
    diskFullReason(disk, roomToStart(disk)) ?? 'The disk became full while the run was being prepared.',
  )
}
