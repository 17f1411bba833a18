import { NOTHING } from './nothing.ts'

export type Version = number | string | null | undefined

/** 'v2' for 2, '2' and 'v2': the prefix is added only where it is missing. */
export function versionLabel(version: number | string): string {
  const text = String(version).trim()
  return text.startsWith('v') ? text : `v${text}`
}

/** As shown, with a space after the first letter: 'v 2', 'v 3.7', 'v 1.0.0'; a dash when there is none. */
export function formatVersion(version: Version): string {
  if (version === null || version === undefined || version === '') return NOTHING
  const label = versionLabel(version)
  return `${label.slice(0, 1)} ${label.slice(1).trim()}`
}
