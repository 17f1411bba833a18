import { stat, statfs } from 'node:fs/promises'
import { type DiskState, roomToStart, sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { type Admission, StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { RetryLater } from './retry-later.ts'

const MIB = 2 ** 20
const MIN_RESERVE = 256 * MIB
/** As much as a fast disk can write while a run is being ended. */
const MAX_RESERVE = 2048 * MIB

/** Returns the state of a folder's disk; `total` excludes blocks reserved for root, like the percentages of `df`. */
export async function diskState(folder: string): Promise<DiskState> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder)
  const free = bavail * bsize
  const total = (blocks - bfree) * bsize + free
  return { free, total, reserve: reserveOf(total) }
}

/** A twentieth, at least as much as the database needs to continue, and at most half of a small disk. */
function reserveOf(total: number): number {
  const twentieth = Math.min(MAX_RESERVE, Math.max(MIN_RESERVE, total / 20))
  return Math.floor(Math.min(total / 2, twentieth))
}

/** True if both folders lie on one disk; false if one of them is missing. */
export async function isOnOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return a != null && a.dev === b?.dev
}

/** Returns the disk of these folders that is nearest to its reserve. */
export async function fullestDisk(folders: string[]): Promise<DiskState> {
  const disks = await Promise.all(folders.map(diskState))
  return disks.reduce((a, b) => (b.free - b.reserve < a.free - a.reserve ? b : a))
}

/** Returns why `needed` bytes are too many for the disk now, in a sentence, or null if they fit. */
export function diskFullReason({ free }: DiskState, needed: number): string | null {
  if (free >= needed) return null
  return `The disk is full: ${sizeInWords(free)} free, ${sizeInWords(needed)} needed.`
}

/** Returns the same answer, unless the disk has no space for another run. */
export function withDiskSpace(disk: DiskState | null, answer: Admission): Admission {
  const waits_for = answer.fits ? diskRefusal(disk) : null
  return waits_for === null ? answer : { ...answer, fits: false, waits_for, lacks: 'disk' }
}

/** Returns why the disk has no space for another run, in a sentence, or null if it has. */
export function diskRefusal(disk: DiskState | null): string | null {
  return disk && diskFullReason(disk, roomToStart(disk))
}

/** The disk is full for now. */
export class DiskFull extends RetryLater {}

/**
 * @throws DiskFull if `bytes` more would use the reserve
 * @throws StartRefused if they would on an empty disk too
 */
export async function requireSpace(folder: string, bytes = 0): Promise<void> {
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

/** Converts an error of a write to a full disk into a sentence, and returns any other error unchanged. */
export async function asFullDisk(error: unknown, folder: string): Promise<unknown> {
  if (!isFullDisk(error) || error instanceof DiskFull) return error
  const disk = await diskState(folder)
  return new DiskFull(
    diskFullReason(disk, roomToStart(disk)) ?? 'The disk became full while the run was being prepared.',
  )
}
