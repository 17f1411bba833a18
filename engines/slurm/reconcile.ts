import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Attempt } from '../attempt/attempt.ts'
import { type AttemptRecord, readRecord, timeOf } from '../attempt/attempt-record.ts'
import { exists } from '../attempt/folders.ts'
import { readJsonOrNull, writeOnce } from '../attempt/json-file.ts'
import { readTail } from '../attempt/logs.ts'
import { createReconciler, STOPPED_EARLY, unreadableReason } from '../attempt/reconcile/reconcile.ts'
import type { Starting } from '../attempt/reconcile/starting.ts'
import { cannotBeRead } from '../attempt/reconcile/verdict.ts'
import { type EarlyEnd, hasFields, type StopRequest } from '../attempt/record-shapes.ts'
import type { Observation, RunSpec } from '../engine.ts'
import { pendingTooLong } from '../pending-limit.ts'
import { SlurmUnavailable } from './commands.ts'
import { endBeforeBegin, endOfRun } from './ending.ts'
import { noteFailedStart, withFailedStarts } from './failed-starts.ts'
import { endedAs, isLive, type Job, type JobDetails, jobName, mayBegin } from './job.ts'
import type { Jobs } from './jobs.ts'
import { slurmFiles, slurmLog } from './layout.ts'
import { ownerOf } from './system-user.ts'
import { neverStarts, waitingSentence } from './waiting.ts'

export interface SlurmReconcilerOptions {
  jobs: Jobs
  starting: Starting
  /** time between two cancellations of a job that does not end */
  cancelMs: number
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

const SLURM_UNAVAILABLE = 'Waits for Slurm, which does not answer.'
const NOTES = 4096
/** A node hears within seconds that its job is unknown, and Slurm kills it after 30 more. */
const FORGOTTEN_MS = 90_000
const CLEANED_UP_MS = 60_000
/** Longer than Slurm's default time between the signal to end and the kill. */
const STOPPED_MS = 45_000

/**
 * Reconciles attempts whose programs are jobs of Slurm. Everything is read from their folders and from Slurm, so several
 * servers may do it at once.
 */
export function createSlurmReconciler({ jobs, starting, cancelMs, clock, log }: SlurmReconcilerOptions) {
  const cancelledAt = new Map<string, number>()
  const knownSince = new Map<string, { id: string; at: number }>()
  /** since when Slurm does not know the job of an attempt that has begun, by this server's monotonic clock */
  const forgottenSince = new Map<string, number>()

  const { reconcile, requestStop, supersede, limitReason, running, evidenceOf, ...reconciler } =
    createReconciler({
      read: ({ directory }) => readRecord(directory),
      start,
      proceed,
      ownerOf: ({ directory }) => ownerOf(directory),
      logFile: slurmLog,
      canForgeExit: true,
      writeStop: async (path, stop) => void (await writeOnce(path, stop)),
      writeEnded: async ({ directory }, ended) => void (await writeOnce(directory.ended, ended)),
      forget,
      clock,
      log,
    })

  async function start(attempt: Attempt, { spec, stop }: AttemptRecord): Promise<Observation> {
    if (stop) return endEarly(attempt, spec, stoppedBefore(stop.reason))
    if (spec) return submit(attempt, spec)
    const reason = cannotBeRead(basename(attempt.directory.spec))
    return endEarly(attempt, null, { outcome: 'lost', reason })
  }

  async function submit(attempt: Attempt, spec: RunSpec): Promise<Observation> {
    const named = await jobs.named(jobName(attempt.key), await ownerOf(attempt.directory))
    const waiting = named?.jobs.find(isLive)
    if (waiting) return observeWaiting(attempt, spec, waiting)
    const submitted = await readJsonOrNull(slurmFiles(attempt.directory).job, isSubmitted)
    if (submitted === null) {
      const state = await starting.advance(attempt, spec, false)
      if (state === 'in progress' || state === 'stopped') return starts(null)
      if ('waits_for' in state) return waits(attempt, spec, state.waits_for)
      return endEarly(attempt, spec, state.end)
    }
    if (named === null) return waits(attempt, spec, SLURM_UNAVAILABLE)
    if (named.asked_at < sinceWhen(attempt, submitted.job)) return starts(null)
    const job = await findJob(submitted.job, attempt)
    if (job === 'away') return waits(attempt, spec, SLURM_UNAVAILABLE)
    if (job === 'unknown') return resubmit(attempt)
    if (isLive(job)) return observeWaiting(attempt, spec, job)
    if (mayBegin(job)) return endEarly(attempt, spec, endBeforeBegin(job))
    const end = await noteFailedStart(jobs, attempt, job)
    return end ? endEarly(attempt, spec, end) : resubmit(attempt)
  }

  async function observeWaiting(attempt: Attempt, spec: RunSpec, job: Job): Promise<Observation> {
    const reason = neverStarts(job)
    if (reason !== null) return endEarly(attempt, spec, { outcome: 'failed', reason })
    const sentence = waitingSentence(job)
    return sentence === null ? starts(null) : waits(attempt, spec, await withFailedStarts(sentence, attempt))
  }

  /** Counts from the first submission of the run to Slurm. */
  async function waits(attempt: Attempt, spec: RunSpec, sentence: string): Promise<Observation> {
    const limit = spec.pending_limit_minutes
    const { submitting } = slurmFiles(attempt.directory)
    if (!limit || !(await exists(submitting))) return starts(sentence)
    const waited = clock().getTime() - Date.parse(await timeOf(submitting))
    if (waited <= limit * 60_000) return starts(sentence)
    return endEarly(attempt, spec, { outcome: 'failed', reason: pendingTooLong(limit, sentence) })
  }

  /** Submits the attempt again, because a killed controller forgets its last jobs. At most one job begins. */
  async function resubmit(attempt: Attempt): Promise<Observation> {
    await rm(slurmFiles(attempt.directory).job, { force: true })
    log('Slurm has lost the job of a run before it started; it is submitted again.', { ...attempt.key })
    return starts(null)
  }

  async function proceed(attempt: Attempt, record: AttemptRecord): Promise<Observation> {
    const named = await jobs.named(jobName(attempt.key), await ownerOf(attempt.directory))
    const id = record.begun?.job
    // Without a readable number, an older list may show the attempt's own job as waiting.
    const isWaiting = (job: Job) => id !== undefined && job.id !== id && job.state === 'PENDING'
    // If an attempt was submitted twice, the second job starts nothing and only occupies the queue.
    await cancel(attempt, named?.jobs.filter(isWaiting) ?? [])
    const going = named?.jobs.filter(isLive) ?? []
    // A run may have forged its number, so a running job with its name counts as well.
    const seen = going.find((job) => job.id === id) ?? going.find((job) => !isWaiting(job))
    if (seen) return observeJob(attempt, record, seen)
    if (named && named.asked_at < sinceWhen(attempt, id ?? '')) return running(attempt, record)
    const job = named === null ? 'away' : id === undefined ? 'unknown' : await findJob(id, attempt)
    if (job !== 'unknown') forgottenSince.delete(attempt.directory.root)
    if (!record.has_exited && (job === 'away' || (job === 'unknown' && mayStillEnd(attempt, record))))
      return running(attempt, record)
    if (typeof job === 'string' || !isLive(job)) return conclude(attempt, record, job)
    return observeJob(attempt, record, job)
  }

  /** Returns since when this server knows the job; an older answer does not include it. */
  function sinceWhen({ directory }: Attempt, id: string): number {
    const known = knownSince.get(directory.root)
    if (known?.id === id) return known.at
    const at = performance.now()
    knownSince.set(directory.root, { id, at })
    return at
  }

  /** True if a job that a killed controller has forgotten may still run, because its node has not heard of it. */
  function mayStillEnd({ directory }: Attempt, { begun }: AttemptRecord): boolean {
    const since = forgottenSince.get(directory.root) ?? performance.now()
    forgottenSince.set(directory.root, since)
    return begun !== null && performance.now() - since < FORGOTTEN_MS
  }

  async function observeJob(attempt: Attempt, record: AttemptRecord, job: Job): Promise<Observation> {
    if (job.state === 'COMPLETING') {
      const ended = await afterProgram(attempt, record, job)
      return ended ? conclude(attempt, record, ended) : running(attempt, record)
    }
    if (record.stop === null) {
      const reason = unreadableReason(attempt, record) ?? (await limitReason(attempt, record))
      if (reason !== null) await requestStop(attempt, { reason })
    } else {
      if (!record.is_signalled && !record.has_exited)
        await writeOnce(attempt.directory.signalled, record.stop)
      await cancel(attempt, [job])
    }
    return running(attempt, record)
  }

  /**
   * Returns details of a job that its node cleans up after, once they suffice to tell how the run ended; null before.
   * Slurm often reports why a program was ended only after the Epilog, which never finishes on a node that is gone.
   */
  async function afterProgram(
    { key, directory }: Attempt,
    record: AttemptRecord,
    job: Job,
  ): Promise<JobDetails | 'away' | null> {
    const { exit, has_exited, stop, is_signalled } = record
    if (!has_exited) {
      const found = await jobs.find(job.id, jobName(key)).catch(() => null)
      return found?.ended_at && isOld(found.ended_at, stop) ? found : null
    }
    // A run that is being stopped may have forged a successful end, which its supervisor corrects.
    const isExplained = is_signalled || (exit?.exit_code === 0 && stop === null && !exit.signalled)
    return endedAs(job) ?? (isExplained || isOld(await timeOf(directory.exit), stop) ? 'away' : null)
  }

  /** True if the end is so long ago that no more information is expected. */
  function isOld(time: string, stop: StopRequest | null): boolean {
    return clock().getTime() - Date.parse(time) > (stop ? STOPPED_MS : CLEANED_UP_MS)
  }

  /** Ends the attempt so that no job can begin it any more, even if another server submits one. */
  async function endEarly(attempt: Attempt, spec: RunSpec | null, end: EarlyEnd): Promise<Observation> {
    if (spec) await starting.advance(attempt, spec, true)
    await mkdir(slurmFiles(attempt.directory).run, { recursive: true, mode: 0o700 })
    const instead = { boot_id: '-', pid: 0, start: -1, instead: end }
    if (!(await writeOnce(attempt.directory.begun, instead))) return starts(null)
    const named = await jobs.namedNow(jobName(attempt.key), await ownerOf(attempt.directory)).catch(() => [])
    await cancel(attempt, named.filter(isLive))
    return reconciler.endEarly(attempt, end)
  }

  async function conclude(
    attempt: Attempt,
    before: AttemptRecord,
    job: JobDetails | 'unknown' | 'away',
  ): Promise<Observation> {
    const { directory } = attempt
    // Read again, because the supervisor may have written something just before it ended.
    const record = (await readRecord(directory)) ?? before
    const { facts, last_lines, progress } = await evidenceOf(attempt, record)
    const { notes: path } = slurmFiles(directory)
    const notes = await readTail({ path, root: directory.root, uid: null }, NOTES)
    const exited_at = record.exit && (await timeOf(directory.exit))
    const found = endOfRun({ ...facts, exited_at, job, notes })
    const ended_at = exited_at ?? ((typeof job === 'object' && job.ended_at) || clock().toISOString())
    return reconciler.end(attempt, record, { ...found, raw: { slurm: job, last_lines }, ended_at, progress })
  }

  async function cancel({ directory }: Attempt, unneeded: Pick<Job, 'id'>[]): Promise<void> {
    if (unneeded.length === 0) return
    const last = cancelledAt.get(directory.root) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - last < cancelMs) return
    try {
      await jobs.cancel(unneeded.map(({ id }) => id))
      cancelledAt.set(directory.root, performance.now())
    } catch (error) {
      // The next look cancels again; until then the last known state counts.
      if (!(error instanceof SlurmUnavailable)) throw error
    }
  }

  function forget(attempt: Attempt): void {
    cancelledAt.delete(attempt.directory.root)
    forgottenSince.delete(attempt.directory.root)
    knownSince.delete(attempt.directory.root)
    starting.forget(attempt)
  }

  async function findJob(id: string, { key }: Attempt): Promise<JobDetails | 'unknown' | 'away'> {
    try {
      return (await jobs.find(id, jobName(key))) ?? 'unknown'
    } catch (error) {
      if (error instanceof SlurmUnavailable) return 'away'
      throw error
    }
  }

  return { reconcile, requestStop, supersede }
}

function starts(waits_for: string | null): Observation {
  return { phase: 'starting', progress: null, ...(waits_for !== null && { waits_for }) }
}

function stoppedBefore(reason: string | null): EarlyEnd {
  return reason === null ? STOPPED_EARLY : { outcome: 'failed', reason }
}

function isSubmitted(value: unknown): value is { job: string } {
  return hasFields(value, { job: 'string' })
}
