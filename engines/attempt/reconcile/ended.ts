import type { Progress } from '../../engine.ts'
import { plainLine } from '../../plain-line.ts'
import type { Attempt } from '../attempt.ts'
import type { AttemptRecord } from '../attempt-record.ts'
import type { EarlyEnd, Ended } from '../record-shapes.ts'
import { RETAINED_SENTENCE, retainedName } from '../retained-work.ts'
import type { Verdict } from './verdict.ts'

const MAX_REASON_LENGTH = 2000

/** Returns the end of an attempt whose program never began. A run may have written its record and reason. */
export function neverBegan({ outcome, reason }: EarlyEnd, now: Date): Ended {
  return {
    phase: 'ended',
    outcome,
    reason: plainLine(reason, MAX_REASON_LENGTH),
    exit_code: null,
    raw: {},
    started_at: null,
    ended_at: now.toISOString(),
    progress: null,
  }
}

export interface Found extends Verdict {
  /** the engine's raw data */
  raw: Record<string, unknown>
  ended_at: string
  progress: Progress | null
}

/** Returns the end of an attempt whose program began. */
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
