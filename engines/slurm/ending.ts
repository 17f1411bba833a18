import type { Facts, Verdict } from '../attempt/reconcile/verdict.ts'
import { verdict } from '../attempt/reconcile/verdict.ts'
import type { Exit } from '../attempt/record-shapes.ts'
import { gibibytes } from '../attempt/sizes.ts'
import { BEGUN_BEFORE } from '../attempt/supervisor.ts'
import type { JobDetails } from './job.ts'

/** Slurm's message in the program's output when it ended a job for lack of memory. */
const OVER_MEMORY = /exceeded (job|step|.*)memory limit|oom.?kill/i
const SIGKILL = 9
const ENDED_BY_TERM = 128 + 15
/** By TERM, or by KILL after Slurm's grace period. */
const ENDED_BY_NODE = [ENDED_BY_TERM, 128 + SIGKILL]
export const FORGOTTEN =
  'Slurm no longer knows the job of this run, so it is not known how it ended: start it again.'

export type SlurmFacts = Omit<Facts, 'oom_kills' | 'restarted' | 'disk_was_full'> & {
  /** 'away' if Slurm does not answer or the job is only being cleaned up, 'unknown' if it does not know it */
  job: JobDetails | 'unknown' | 'away'
  /** Slurm's own messages about the job, as text */
  notes: string
  /** when the program ended, ISO-8601; null if unknown */
  exited_at: string | null
}

/** Returns how an attempt whose program had begun ended, in a sentence that helps a person act. */
export function endOfRun(facts: SlurmFacts): Verdict {
  const { exit, stop, is_signalled, job, notes, memory_mib } = facts
  const known = typeof job === 'object' ? job : null
  const wasOverMemory = known?.state === 'OUT_OF_MEMORY' || OVER_MEMORY.test(notes)
  const byItself = { ...facts, oom_kills: wasOverMemory ? 1 : 0, restarted: false, disk_was_full: false }
  if (stop && (is_signalled || exit === null)) return verdict(byItself)
  // The run had forged its end and its supervisor overwrote that, or it forged the job's number. A job that ends by
  // TERM may not be reported as cancelled yet.
  const isCancelled = known?.state === 'CANCELLED' || job === 'unknown' || exit?.exit_code === ENDED_BY_TERM
  if (stop && exit && isCancelled && wasEnded(exit)) return verdict({ ...byItself, is_signalled: true })
  if (exit === null && wasOverMemory)
    return { outcome: 'failed', exit_code: null, reason: outOfMemory(memory_mib) }
  const ended = known && !hasEndedBefore(known, facts) ? endByState(known) : null
  const exit_code = exit?.exit_code ?? null
  if (ended) return { ...ended, exit_code, interrupted: true }
  if (isForgotten(facts)) return { outcome: 'lost', exit_code, reason: FORGOTTEN }
  if (exit !== null || known === null || facts.unreadable !== null) return verdict(byItself)
  return endByCode(known, byItself)
}

/** True if something outside the program ended it, according to its code and its supervisor. */
function wasEnded({ exit_code, signalled = false }: Exit): boolean {
  return signalled || ENDED_BY_NODE.includes(exit_code)
}

/** True if it ended before its job was ended. A killed controller may miss that and report a wrong state. */
function hasEndedBefore({ ended_at }: JobDetails, { exit, exited_at, stop }: SlurmFacts): boolean {
  if (exit === null || wasEnded(exit)) return false
  // A stop request found it ended, and ended the rest of its job.
  if (stop !== null || exit.exit_code === 0) return true
  return exited_at !== null && ended_at !== null && exited_at < ended_at
}

/** A node ends a job that Slurm has forgotten as soon as the controller hears of it. */
function isForgotten({ exit, job, unreadable }: SlurmFacts): boolean {
  if (unreadable !== null) return false
  const isSecond = typeof job === 'object' && exit === null && job.exit?.code === BEGUN_BEFORE
  return isSecond || (job === 'unknown' && (exit === null || ENDED_BY_NODE.includes(exit.exit_code)))
}

/** Returns the end of an attempt whose program never began. */
export function endBeforeBegin(job: JobDetails): Omit<Verdict, 'exit_code'> {
  const ended = endByState(job)
  if (ended) return ended
  return {
    outcome: 'failed',
    reason: `Slurm could not start the run${onNodes(job)} (${job.reason}): the folder PODIUM_SLURM_ROOT must be mounted there under the same path, and the server's user must exist there.`,
  }
}

function endByState(job: JobDetails): Omit<Verdict, 'exit_code'> | null {
  switch (job.state) {
    case 'TIMEOUT':
      return {
        outcome: 'failed',
        reason: 'Slurm stopped the run: it took longer than its time limit allows.',
      }
    case 'DEADLINE':
      return { outcome: 'failed', reason: 'Slurm stopped the run: its deadline was reached.' }
    case 'PREEMPTED':
      return {
        outcome: 'failed',
        reason: 'Slurm preempted the run for a job of higher priority: start it again.',
      }
    case 'NODE_FAIL':
      return { outcome: 'lost', reason: `The node of the run failed${onNodes(job)}: start it again.` }
    case 'BOOT_FAIL':
      return {
        outcome: 'failed',
        reason: `The node of the run did not start${onNodes(job)}: start it again.`,
      }
    case 'CANCELLED': {
      const who = job.cancelled_by === null ? '' : ` by user ${job.cancelled_by}`
      return { outcome: 'stopped', reason: `Cancelled in Slurm${who}, not by Podium.` }
    }
    default:
      return null
  }
}

/** The supervisor exits like the program, so Slurm's code replaces a missing record. */
function endByCode(job: JobDetails, facts: Facts): Verdict {
  const { exit } = job
  if (exit === null) return { outcome: 'lost', exit_code: null, reason: FORGOTTEN }
  if (exit.signal > 0) {
    const how = exit.signal === SIGKILL ? 'was killed' : `was ended by signal ${exit.signal}`
    const reason = `The run ${how}${onNodes(job)}, with its supervisor (${job.reason}): ask the administrator of the node.`
    return { outcome: 'failed', exit_code: null, reason }
  }
  return verdict({ ...facts, exit: { exit_code: exit.code, oom_kills: 0 }, unreadable: null })
}

function outOfMemory(memory_mib: number | null): string {
  const at = memory_mib === null ? '' : ` at ${gibibytes(memory_mib)}`
  return `Out of memory${at}: choose a larger tier.`
}

function onNodes({ nodes }: JobDetails): string {
  return nodes === '' ? '' : ` (${nodes})`
}
