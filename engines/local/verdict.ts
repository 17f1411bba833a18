import type { Outcome } from '../engine.ts'
import { gibibytes } from './sizes.ts'
import type { Exit } from './supervisor.ts'

/**
 * Of a program that the kernel killed, for lack of memory among other things. A program that only lost a helper
 * process to that ends with a code and words of its own.
 */
const KILLED = 137

/** That an attempt was asked to end: by a person, or by the engine with a reason. */
export interface StopRequest {
  requested_at: string
  /** null: a person asked; else why the engine ends it, which makes it failed */
  reason: string | null
  /** whether the program has been told */
  signalled: boolean
}

export interface Facts {
  /** null: nobody saw how the program ended */
  exit: Exit | null
  stop: StopRequest | null
  oom_kills: number
  restarted: boolean
  memory_mib: number
  /** of the log, without control characters; '' when it is empty */
  last_line: string
}

export interface Verdict {
  outcome: Outcome
  exit_code: number | null
  reason: string
}

/** How an attempt ended, in a sentence a person can act on. An end older than the request to stop wins. */
export function verdict({ exit, stop, oom_kills, restarted, memory_mib, last_line }: Facts): Verdict {
  const exit_code = exit?.exit_code ?? null
  if (stop && (stop.signalled || exit === null)) {
    return stop.reason === null
      ? { outcome: 'stopped', exit_code, reason: 'Stopped on request.' }
      : { outcome: 'failed', exit_code, reason: stop.reason }
  }
  if (exit_code === 0) return { outcome: 'succeeded', exit_code, reason: 'Finished.' }
  if (exit_code === null) {
    const reason = restarted ? 'The machine restarted.' : unwatched(oom_kills, memory_mib)
    return { outcome: 'lost', exit_code, reason }
  }
  if (exit_code === KILLED && oom_kills > 0) {
    const reason = `Out of memory at ${gibibytes(memory_mib)}: choose a larger tier.`
    return { outcome: 'failed', exit_code, reason }
  }
  return { outcome: 'failed', exit_code, reason: `${codeInWords(exit_code)}; ${lastLine(last_line)}` }
}

function unwatched(oom_kills: number, memory_mib: number): string {
  const unknown = 'The run ended while nobody watched; its exit status is unknown.'
  if (oom_kills === 0) return unknown
  return `${unknown} A process of it was killed for lack of memory at ${gibibytes(memory_mib)}: a larger tier may help.`
}

function codeInWords(code: number): string {
  return code > 128 && code < 193 ? `Exit code ${code} (ended by signal ${code - 128})` : `Exit code ${code}`
}

function lastLine(line: string): string {
  return line === '' ? 'the log is empty.' : `last line: ${line}`
}
