import { createHash } from 'node:crypto'
import type { runs } from '@podium/database/schema/runs.ts'

export type Failure = NonNullable<typeof runs.$inferSelect.failure>

/** How a run failed, as stored. Runs with the same key failed in the same way. */
export interface StoredFailure {
  failure: Failure
  failure_key: string
}

/** The numbers of a sentence, except that of a signal: another signal is another failure. */
const NUMBERS = /(?<!ended by signal \d*)\d+(?:[.,:]\d+)*/g

/** Makes a failure of a sentence. Sentences that differ only in numbers have the same key. */
export function failureIn(sentence: string, where?: Omit<Failure, 'title'>): StoredFailure {
  return {
    failure: { title: sentence, place: null, log_type: null, line: null, ...where },
    failure_key: keyOf('sentence', sentence.replaceAll(NUMBERS, '0').toLowerCase()),
  }
}

/** Makes a failure of an exception of that type, raised at that place in that solution. */
export function failureAt(solution: string, type: string, failure: Failure): StoredFailure {
  return { failure, failure_key: keyOf('exception', solution, type, failure.place ?? '') }
}

/**
 * Returns the engine's sentence with the title of the failure instead of the last line of the log, which often
 * belongs to a launcher, or with the advice that the title adds to it. Lists, messages and the command line show it.
 */
export function sentenceWith(
  { reason, raw }: { reason: string; raw: Record<string, unknown> },
  { failure }: StoredFailure,
): string {
  const last: unknown = Array.isArray(raw.last_lines) ? raw.last_lines.at(-1) : null
  if (failure.line === null)
    return failure.title.startsWith(`${withoutStop(reason)}; `) ? `${failure.title}.` : reason
  if (typeof last !== 'string') return reason
  return reason.replace(`; last line: ${withoutStop(last)}`, () => `: ${withoutStop(failure.title)}`)
}

/** Removes the full stop at the end. */
function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
