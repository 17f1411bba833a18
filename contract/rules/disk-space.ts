import { limits } from './rules.ts'

/** The free and total space of the disk that holds the home, in bytes. */
export interface DiskSpace {
  free: number
  total: number
}

/** `reserve` is kept free for the server and its database: with less free, runs wait and uploads are refused. */
export interface DiskState extends DiskSpace {
  reserve: number
}

export function isDiskFull({ free, reserve }: DiskState): boolean {
  return free < reserve
}

/** Bytes that must be free before another run starts, so that its first file does not already use the reserve. */
export function roomToStart({ reserve }: DiskState): number {
  return Math.ceil(reserve * 1.25)
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** '0 bytes', '38 MiB', '1.4 GiB', rounded down so that no more space is promised than exists. */
export function sizeInWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const value = bytes / 1024 ** step
  const shown = value < 10 && step > 0 ? Math.floor(value * 10) / 10 : Math.floor(value)
  return `${shown} ${UNITS[step]}`
}

/** '3 MiB of 620 MiB are free' */
export function spaceInWords({ free, total }: DiskSpace): string {
  return `${sizeInWords(free)} of ${sizeInWords(total)} are free`
}

/** The parameters of the error DISK.UPLOAD. */
export function tooLittleRoom(disk: DiskState): { space: string; reserved: string } {
  return { space: spaceInWords(disk), reserved: sizeInWords(disk.reserve) }
}

/** A warning about a disk with little or no space left; null if there is enough. */
export function diskWarning(disk: DiskState): string | null {
  if (isDiskFull(disk))
    return `The disk is full: ${spaceInWords(disk)}. Runs wait and uploads are refused until there is room.`
  if (disk.free < roomToStart(disk))
    return `The disk is nearly full: ${spaceInWords(disk)}. Runs wait until there is room.`
  if (disk.free >= disk.total * limits.disk_low_share) return null
  return `The disk is nearly full: ${spaceInWords(disk)}.`
}
