import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import { canonicalJson } from '@podium/contract/rules/metadata-json.ts'
import { sentences } from '@podium/contract/rules/run-state.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { Observation } from '@podium/engines/engine.ts'
import { BadObjectName } from '@podium/storage/object-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { SeriesReader } from '../figures/series-reader.ts'
import { failureIn, type StoredFailure, sentenceWith } from '../logs/failure/failure.ts'
import { readFailure } from '../logs/failure/read-failure.ts'
import {
  type CollectDeps,
  type Collected,
  collectRun,
  type Kept,
  NOTHING_KEPT,
} from '../run-files/collect.ts'
import { isStopOverdue, STOP_SECONDS } from '../run-records/lease.ts'
import { moveRun, noteRun, type RunChange } from '../run-records/move.ts'
import { keepPackages } from '../run-records/packages/keep-packages.ts'
import { keyOf, type RunRow } from '../run-records/run-row.ts'
import { putVersionArchive } from '../solutions/version-archives.ts'
import { defer } from './defer.ts'
import { type Ending, type FinalOutcome, finishRun } from './finish.ts'
import { forgetRun } from './forget.ts'
import { requeue } from './requeue.ts'
import { endedSteps, stepsWith } from './steps.ts'

export interface ObserveDeps extends CollectDeps {
  series: Pick<SeriesReader, 'finish'>
  /** notes that files of the run, which has ended, wait with the engine until the store takes them */
  keepLater(run: RunRow): void
  log: CollectDeps['log'] & { error(fields: object, message: string): void }
}

/**
 * How often keeping what a run left may fail before the run ends with what can be kept: with the pauses between the tries less
 * than ten minutes, since the run holds its cores and its memory until then.
 */
const MAX_FAILURES = 11
/** Fewer for a run that was stopped, because a person waits for its end. */
const MAX_FAILURES_OF_STOPPED = 2
/** A store that takes its time has so much of it before the run ends: what is left is kept later. */
const LONGEST_MS = 9 * 60_000

/** The results of earlier tries at the same attempt. */
export interface Tries {
  /** how often in a row it has thrown */
  failures: number
  kept: Kept
  /** by performance.now(), when the first of those began */
  since: number
}

/** The sentences of a run that is starting or running. */
const SENTENCES = { starting: sentences.getting_ready, running: 'Running.' }

/** Nothing is kept of a run while its files come in: what is half there is no file of it. */
const STILL_SENT: Collected = {
  ...NOTHING_KEPT,
  warnings: ['Its files are still being sent from its node.'],
}

type Ended = Extract<Observation, { phase: 'ended' }> & { outcome: FinalOutcome }

/**
 * Brings the run to where the engine sees it. May be repeated; throws when it is worth trying again later.
 */
export async function followObservation(
  deps: ObserveDeps,
  run: RunRow,
  seen: Observation,
  tries: Tries,
): Promise<void> {
  if (seen.phase === 'absent') return lose(deps, run)
  if (seen.phase === 'ended') {
    const { outcome } = seen
    if (outcome === 'preempted') return requeue(deps, run, seen)
    if (outcome === 'deferred') return defer(deps, run, seen.reason)
    return end(deps, run, { ...seen, outcome }, tries)
  }
  if (run.stop_requested_at !== null) await deps.engine.stop(keyOf(run))
  const begins = seen.phase === 'running' && run.state === 'starting'
  // Steps before the start of the program end when it starts.
  const progress = seen.progress ?? (begins ? null : run.progress)
  const sentence = run.stop_requested_at === null ? sentenceOf(seen) : run.detail
  const before = begins ? { ...run, ...seen, steps: endedSteps(run.steps, seen.started_at) } : run
  const steps = stepsWith(before, progress, new Date().toISOString())
  const change = { detail: unlessAskedToStop(sentence), progress, steps }
  if (begins) {
    await begin(deps, run, { ...change, started_at: seen.started_at })
  } else if (sentence !== run.detail || canonicalJson(progress) !== canonicalJson(run.progress))
    await noteRun(deps.database, run, change)
}

/** Moves the run to running, and keeps the list of its packages, which outlives their environment. */
async function begin(deps: ObserveDeps, run: RunRow, change: RunChange): Promise<void> {
  const list = await listOf(deps, run)
  const moved = await deps.database.transaction(async (tx) => {
    if (!(await moveRun(tx, run, 'running', change))) return false
    if (list) await keepPackages(tx, run, list)
    return true
  })
  if (moved) deps.metrics?.runBegan(run.id)
}

function listOf({ engine, log }: ObserveDeps, run: RunRow): Promise<PackageList | null> {
  return engine.packages(keyOf(run)).catch((error) => {
    log.warn({ err: error, run: run.id }, 'The packages of a run could not be read.')
    return null
  })
}

function sentenceOf(seen: Exclude<Observation, { phase: 'absent' | 'ended' }>): string {
  return (seen.phase === 'starting' ? seen.waits_for : seen.notice) || SENTENCES[seen.phase]
}

/** Keeping many files takes a minute, in which the run neither starts nor runs, so it gets a sentence of its own. */
async function noteEnded(deps: ObserveDeps, run: RunRow, { started_at }: Ended): Promise<RunRow> {
  const detail = unlessAskedToStop(sentences.keeping)
  if (run.state === 'running' || started_at === null) {
    await noteRun(deps.database, run, { detail })
    if (run.state === 'running') await keepNewestList(deps, run)
    return run
  }
  await begin(deps, run, { detail, started_at })
  return { ...run, state: 'running', started_at }
}

/** The warnings of indexes may have come since the run began. */
async function keepNewestList(deps: ObserveDeps, run: RunRow): Promise<void> {
  const list = await listOf(deps, run)
  if (list) await deps.database.transaction((tx) => keepPackages(tx, run, list))
}

/** A stop may have been requested since the run was read: its sentence names the person and stays until the end. */
function unlessAskedToStop(sentence: string): SQL {
  return sql`case when ${runs.stop_requested_at} is null then ${sentence} else ${runs.detail} end`
}

async function lose(deps: ObserveDeps, run: RunRow): Promise<void> {
  await finishRun(deps, run, {
    outcome: 'lost',
    reason: 'The engine no longer knows this run: start it again.',
    raw: { phase: 'absent' },
  })
}

/**
 * Ends the run once its files are in the bucket, except for those that come later. Only then the engine forgets it.
 */
async function end(deps: ObserveDeps, seenRun: RunRow, seen: Ended, tries: Tries): Promise<void> {
  const run = tries.failures === 0 ? await noteEnded(deps, seenRun, seen) : seenRun
  const collected = seen.is_sending ? STILL_SENT : await collect(deps, run, seen, tries)
  const ending = seen.is_sending ? seen : await withFailure(deps, run, seen)
  if (!(await finishRun(deps, run, { ...ending, collected }))) return
  if (collected.may_keep_later) deps.keepLater(run)
  else await forgetRun(deps.database, deps.engine, run)
}

async function collect(deps: ObserveDeps, run: RunRow, seen: Ended, tries: Tries): Promise<Collected> {
  const { failures, kept } = tries
  const patience = run.stop_requested_at === null ? MAX_FAILURES : MAX_FAILURES_OF_STOPPED
  const mayGoOn = () => mayKeepOn(deps, run, seen, tries)
  const everyError = failures >= patience || !(await mayGoOn())
  const readFigures = () => deps.series.finish(run)
  const collected = await collectRun(deps, run, seen.outcome, readFigures, {
    everyError,
    mayGoOn,
    kept,
  })
  await putArchive(deps, run, seen.ended_at, everyError)
  return collected
}

export async function putArchive(
  deps: CollectDeps,
  run: RunRow,
  endedAt: string | null,
  everyError: boolean,
): Promise<void> {
  await putVersionArchive(deps, run, endedAt).catch((error) => {
    // a name that the store refuses now it refuses for ever
    if (!everyError && !(error instanceof BadObjectName)) throw error
    deps.log.warn({ err: error, run: run.id }, 'The archive of a run is not below its version.')
  })
}

/**
 * A program may take minutes to end after its run was stopped, so its files have their time from its end on. A store that has
 * failed gets no more than the time since the program ended, because a pod may have waited for it before.
 */
async function mayKeepOn(
  { database }: ObserveDeps,
  run: RunRow,
  { ended_at }: Ended,
  { failures, since }: Tries,
): Promise<boolean> {
  const lasted = performance.now() - since
  if (lasted < STOP_SECONDS * 1000) return true
  const waited = failures > 0 ? Date.now() - Date.parse(ended_at) : 0
  return Math.max(lasted, waited) < LONGEST_MS && !(await isStopOverdue(database, run))
}

/** Returns how the run ended, with what its logs tell of why it failed. */
export async function withFailure<T extends Extract<Observation, { phase: 'ended' }>>(
  deps: CollectDeps,
  run: RunRow,
  seen: T,
): Promise<T & Pick<Ending, 'failed'>> {
  if (seen.outcome !== 'failed') return seen
  const failed = await whatFailed(deps, run, seen)
  return { ...seen, reason: sentenceWith(seen, failed), failed }
}

/** A log that cannot be read keeps no run from its end: then its sentence tells. */
function whatFailed(
  deps: CollectDeps,
  run: RunRow,
  seen: Parameters<typeof readFailure>[2],
): Promise<StoredFailure> {
  return readFailure(deps, run, seen).catch((error) => {
    deps.log.warn(
      { err: error, run: run.id },
      'The logs of a failed run could not be searched for the reason.',
    )
    return failureIn(seen.reason)
  })
}
