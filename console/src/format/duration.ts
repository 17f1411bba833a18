import { durationInWords } from '@podium/contract/duration.ts'
import { NOTHING } from './nothing.ts'

/** '14 s', '6 min 20 s', '41 min 07 s', '2 h 05 min', '1 d 03 h'. Seconds; a dash when unknown. */
export function formatDuration(seconds: number | null | undefined): string {
  return isLength(seconds) ? durationInWords(seconds) : NOTHING
}

/** The larger unit alone: '14 s', '24 min', '2 h 05 min'; a dash when unknown. */
export function formatRoughly(seconds: number | null | undefined): string {
  return isLength(seconds) ? roughly(Math.floor(seconds)) : NOTHING
}

/** The larger unit alone, for what still counts: '11 min so far', '14 s so far'. */
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
  return whole < 3_600 ? `${Math.floor(whole / 60)} min` : durationInWords(whole)
}
