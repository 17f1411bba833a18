import { NOTHING } from './nothing.ts'

/** '14 s', '6 min 20 s', '41 min 07 s', '2 h 05 min', '1 d 03 h'. Seconds; a dash when unknown. */
export function formatDuration(seconds: number | null | undefined): string {
  if (!isLength(seconds)) return NOTHING
  const whole = Math.floor(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return pair(whole, 60, 1, 'min', 's')
  if (whole < 86_400) return pair(whole, 3_600, 60, 'h', 'min')
  return pair(whole, 86_400, 3_600, 'd', 'h')
}

/** Larger unit only: '14 s', '24 min', '2 h 05 min'; a dash when unknown. */
export function formatRoughly(seconds: number | null | undefined): string {
  return isLength(seconds) ? roughly(Math.floor(seconds)) : NOTHING
}

/** Larger unit only, for a running duration: '11 min so far', '14 s so far'. */
export function formatSoFar(seconds: number | null | undefined): string {
  return isLength(seconds) ? `${roughly(Math.floor(seconds))} so far` : NOTHING
}

/** 'waiting 18 min' */
export function formatWaiting(seconds: number | null | undefined): string {
  return isLength(seconds) ? `waiting ${roughly(Math.floor(seconds))}` : NOTHING
}

function isLength(seconds: number | null | undefined): seconds is number {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
}

function roughly(whole: number): string {
  if (whole < 60) return `${whole} s`
  return whole < 3_600 ? `${Math.floor(whole / 60)} min` : formatDuration(whole)
}

function pair(whole: number, large: number, small: number, largeName: string, smallName: string): string {
  const rest = Math.floor((whole % large) / small)
  return `${Math.floor(whole / large)} ${largeName} ${String(rest).padStart(2, '0')} ${smallName}`
}
