import { NOTHING } from './nothing.ts'

/** The version with a prefix and a space: 'v 2', 'v 3.7', 'v 1.0.0'; a dash when there is none. */
export function formatVersion(version: number | string | null | undefined): string {
  if (version === null || version === undefined || version === '') return NOTHING
  return `v ${String(version).trim().replace(/^v/, '').trim()}`
}
