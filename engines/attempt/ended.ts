import type { Progress } from '../engine.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptRecord } from './attempt-record.ts'
import type { EarlyEnd, Ended } from './record-shapes.ts'
import { RETAINED_SENTENCE, retainedName } from './retained-work.ts'
import type { Verdict } from './verdict.ts'

/** The end of an attempt whose program never began. */
export function neverBegan(end: EarlyEnd, now: Date): Ended {
  return {
    phase: 'ended',
    ...end,
    exit_code: null,
    raw: {},
    started_at: null,
    ended_at: now.toISOString(),
    progress: null,
  }
}

export interface Found extends Verdict {
  /** the engine's own words */
  raw: Record<string, unknown>
  ended_at: string
  progress: Progress | null
}

/** The end of an attempt whose program began. */
export function endAsFound(attempt: Attempt, { spec, exit, started_at }: AttemptRecord, found: Found): Ended {
  return {
    phase: 'ended',
    ...found,
    reason: spec?.dev ? `${found.reason} ${RETAINED_SENTENCE}` : found.reason,
    raw: {
      exit_code: exit?.exit_code ?? null,
      ...found.raw,
      ...(spec?.dev && { kept: retainedName(attempt) }),
    },
    started_at,
  }
}
