import type { Outcome } from '../../engine.ts'
import type { Exit, StopRequest } from '../record-shapes.ts'
import { gibibytes } from '../sizes.ts'

/** Exit code of a program that was killed, possibly by the kernel for lack of memory. */
const KILLED = 137

export interface Facts {
  /** null if the exit status is unknown */
  exit: Exit | null
  stop: StopRequest | null
  /** true if the program was signalled to end */
  is_signalled: boolean
  /** the first record that cannot be read; null if all can */
  unreadable: string | null
  oom_kills: number
  restarted: boolean
  /** its granted memory; null if unknown */
  memory_mib: number | null
  /** last line of the log, without control characters; '' if it is empty */
  last_line: string
  /** true if the disk was short of space while it ran */
  disk_was_full: boolean
}

export interface Verdict {
  outcome: Outcome
  exit_code: number | null
  reason: string
  /** as in Observation */
  interrupted?: true
}

/** Returns how an attempt ended, in a sentence that helps a person act. An end before the request to stop wins. */
export function verdict(facts: Facts): Verdict {
  const { exit, stop, is_signalled, unreadable, oom_kills, restarted, memory_mib, last_line, disk_was_full } =
    facts
  const exit_code = exit?.exit_code ?? null
  if (stop && (is_signalled || exit === null)) {
    return stop.reason === null
      ? { outcome: 'stopped', exit_code, reason: 'Stopped on request.' }
      : {
          outcome: unreadable === null ? 'failed' : 'lost',
          exit_code,
          reason: stop.reason,
          interrupted: true,
        }
  }
  const helper = memory_mib === null || oom_kills === 0 ? '' : helperKilled(memory_mib)
  if (exit_code === 0) return { outcome: 'succeeded', exit_code, reason: `Finished.${helper}` }
  if (exit_code === null && unreadable !== null)
    return { outcome: 'lost', exit_code, reason: cannotBeRead(unreadable) }
  if (exit_code === null) {
    const reason = restarted
      ? 'The machine restarted.'
      : `The run ended without an exit status, so its cause is unknown.${helper}`
    return { outcome: 'lost', exit_code, reason }
  }
  if (exit_code === KILLED && oom_kills > 0 && memory_mib !== null) {
    const reason = `Out of memory at ${gibibytes(memory_mib)}: choose a larger tier.`
    return { outcome: 'failed', exit_code, reason }
  }
  const cause = `${helper}${disk_was_full ? ' The disk was full while it ran.' : ''}`
  const reason = `${codeInWords(exit_code)}; ${lastLine(last_line)}`
  return {
    outcome: 'failed',
    exit_code,
    reason: cause === '' ? reason : `${reason.replace(/\.$/, '')}.${cause}`,
  }
}

/** Explains an attempt whose records were damaged by a full disk or a loss of power. */
export function cannotBeRead(name: string): string {
  return `The record ${name} of this run cannot be read, so it is not known how it ended: start it again.`
}

/** A program that loses a child gives another reason, and one that continues without it may have skipped something. */
function helperKilled(memory_mib: number): string {
  return ` A process of it was killed for lack of memory at ${gibibytes(memory_mib)}: a larger tier may help.`
}

/** Signals whose meaning helps, in words. */
const SIGNALS: Record<number, string> = {
  4: 'an illegal instruction: it may be built for another processor',
  6: 'an abort',
  7: 'a bus error: the shared memory in /dev/shm may have been full',
  8: 'an arithmetic error',
  11: 'a segmentation fault',
  15: 'a request to end',
  24: 'a limit of processor time',
  25: 'a limit of the size of files',
}

function codeInWords(code: number): string {
  const signal = code - 128
  if (signal <= 0 || signal > 64) return `Exit code ${code}`
  const meaning = SIGNALS[signal]
  return `Exit code ${code} (ended by signal ${signal}${meaning === undefined ? '' : `, ${meaning}`})`
}

function lastLine(line: string): string {
  return line === '' ? 'the log is empty.' : `last line: ${line}`
}
