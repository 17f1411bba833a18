import type { Exit } from '../attempt/record-shapes.ts'
import { gibibytes } from '../attempt/sizes.ts'
import { BEGUN_BEFORE } from '../attempt/supervisor.ts'
import type { Facts, Verdict } from '../attempt/verdict.ts'
import { verdict } from '../attempt/verdict.ts'
import type { JobDetails } from './job.ts'

/** What Slurm wrote beside the words of the program when it ended a job for lack of memory. */
const OVER_MEMORY = /exceeded (job|step|.*)memory limit|oom.?kill/i
const SIGKILL = 9
const ENDED_BY_TERM = 128 + 15
/** By TERM, or by KILL after the patience of Slurm. */
const ENDED_BY_NODE = [ENDED_BY_TERM, 128 + SIGKILL]
export const FORGOTTEN =
  'Slurm no longer knows the job of this run, so it is not known how it ended: start it again.'

export type SlurmFacts = Omit<Facts, 'oom_kills' | 'restarted' | 'disk_was_full'> & {
  /** 'away' where Slurm does not answer or the job has only to be cleaned up, 'unknown' where it knows nothing of it */
  job: JobDetails | 'unknown' | 'away'
  /** what Slurm itself wrote about the job, as text */
  notes: string
  /** when the program ended, ISO-8601; null where that is not known */
  exited_at: string | null
}

/** How an attempt ended whose program had begun, in a sentence a person can act on. */
export function endOfRun(facts: SlurmFacts): Verdict {
  const { exit, stop, told, job, notes, memory_mib } = facts
  const known = typeof job === 'object' ? job : null
  const wasOverMemory = known?.state === 'OUT_OF_MEMORY' || OVER_MEMORY.test(notes)
  const byItself = { ...facts, oom_kills: wasOverMemory ? 1 : 0, restarted: false, disk_was_full: false }
  if (stop && (told || exit === null)) return verdict(byItself)
  // The run had forged that it ended, and its supervisor wrote its end over that, or of which job it is. A job that ends by
  // TERM is not always called cancelled yet.
  const isCancelled = known?.state === 'CANCELLED' || job === 'unknown' || exit?.exit_code === ENDED_BY_TERM
  if (stop && exit && isCancelled && wasEnded(exit)) return verdict({ ...byItself, told: true })
  if (exit === null && wasOverMemory)
    return { outcome: 'failed', exit_code: null, reason: outOfMemory(memory_mib) }
  const ended = known && !hasEndedBefore(known, facts) ? endByState(known) : null
  const exit_code = exit?.exit_code ?? null
  if (ended) return { ...ended, exit_code, interrupted: true }
  if (isAbandoned(facts)) return { outcome: 'lost', exit_code, reason: FORGOTTEN }
  if (exit !== null || known === null || facts.unreadable !== null) return verdict(byItself)
  return endByCode(known, byItself)
}

/** Whether something outside the program ended it, as far as its code and its supervisor tell. */
function wasEnded({ exit_code, signalled = false }: Exit): boolean {
  return signalled || ENDED_BY_NODE.includes(exit_code)
}

/** By itself, before its job was ended: a controller that was killed may miss that, and what it calls the job says nothing. */
function hasEndedBefore({ ended_at }: JobDetails, { exit, exited_at, stop }: SlurmFacts): boolean {
  if (exit === null || wasEnded(exit)) return false
  // A request to stop found it ended, and ended what was left of its job.
  if (stop !== null || exit.exit_code === 0) return true
  return exited_at !== null && ended_at !== null && exited_at < ended_at
}

/** A job that Slurm has forgotten is ended by its node, as soon as the controller hears of it. */
function isAbandoned({ exit, job, unreadable }: SlurmFacts): boolean {
  if (unreadable !== null) return false
  const isSecond = typeof job === 'object' && exit === null && job.exit?.code === BEGUN_BEFORE
  return isSecond || (job === 'unknown' && (exit === null || ENDED_BY_NODE.includes(exit.exit_code)))
}

/** How an attempt ended whose program never began. */
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

/** The supervisor exits as the program did; where its record is missing, Slurm's is as good. */
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
