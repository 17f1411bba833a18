import { NOTHING } from './nothing.ts'

const UNITS = ['bytes', 'k', 'MB', 'GB', 'TB', 'PB'] as const

/** '0 KB', '17.00 bytes', '212.08 k', '1.42 GB'. Base 1024; a dash when unknown. */
export function formatFileSize(bytes: number | null | undefined): string {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return NOTHING
  if (bytes === 0) return '0 KB'
  let value = bytes
  let step = 0
  // Compared as shown, so that 1,048,575 bytes become 1.00 MB and not 1024.00 k.
  while (Number(value.toFixed(2)) >= 1024 && step < UNITS.length - 1) {
    value /= 1024
    step += 1
  }
  return `${value.toFixed(2)} ${UNITS[step]}`
}
