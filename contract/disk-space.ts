/** What is left of the disk that the home lies on, in bytes. */
export interface DiskSpace {
  free: number
  total: number
}

/** `reserve` is kept for the server and its database: with less free, runs wait and uploads are refused. */
export interface ReservedDisk extends DiskSpace {
  reserve: number
}

export function isDiskFull({ free, reserve }: ReservedDisk): boolean {
  return free < reserve
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** '0 bytes', '38 MiB', '1.4 GiB': rounded down, so that nothing is promised that is not there. */
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
