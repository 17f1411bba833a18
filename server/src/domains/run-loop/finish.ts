import type { EndedState } from '@podium/contract/rules/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import type { Outcome, Progress } from '@podium/engines/engine.ts'
import { eq, sql } from 'drizzle-orm'
import { rawOf } from '../figures/series-reader.ts'
import { failureIn, type StoredFailure } from '../logs/failure/failure.ts'
import type { Collected } from '../run-files/collect.ts'
import { noteFiles } from '../run-files/note-files.ts'
import { moveRun, noteRun } from '../run-records/move.ts'
import type { RunDeps, RunRow } from '../run-records/run-row.ts'
import { nextModelNumber } from '../streams/numbers.ts'
import { endedSteps, stepsWith } from './steps.ts'

/** That of an attempt with which its run ends too. */
export type FinalOutcome = Exclude<Outcome, 'preempted' | 'deferred'>

/** How an attempt ended and what was kept of it; times are ISO-8601 UTC, null where they are not known. */
export interface Ending {
  outcome: FinalOutcome
  reason: string
  raw: Record<string, unknown>
  exit_code?: number | null
  started_at?: string | null
  ended_at?: string | null
  progress?: Progress | null
  /** the reason that its logs give for the failure; missing if there is no log to read */
  failed?: StoredFailure
  /** missing where the engine has nothing left to keep */
  collected?: Collected
}

const STATE_OF: Record<FinalOutcome, EndedState> = {
  succeeded: 'succeeded',
  failed: 'failed',
  stopped: 'stopped',
  lost: 'failed',
}

/**
 * Ends the run; a training that left a model gets the stream's next model number in the same transaction.
 * @returns false when the run is not this server's any more
 */
export async function finishRun(
  { database, metrics }: Pick<RunDeps, 'database' | 'metrics'>,
  run: RunRow,
  ending: Ending,
): Promise<boolean> {
  const { collected } = ending
  const state = STATE_OF[ending.outcome]
  const endedAt = ending.ended_at ?? new Date().toISOString()
  const isEnded = await database.transaction(async (tx) => {
    const moved = await moveRun(tx, run, state, {
      detail: await sentenceOf(tx, run, state, ending),
      raw: {
        ...ending.raw,
        ...(collected && reportedWords(collected)),
        ...(collected?.may_keep_later && {
          kept_later: ending.reason,
          figure_warnings: collected.reported?.warnings,
        }),
      },
      exit_code: ending.exit_code ?? null,
      started_at: run.started_at ?? ending.started_at ?? null,
      ended_at: ending.ended_at ?? sql`now()`,
      progress: ending.progress ?? run.progress,
      metrics: collected?.reported?.metrics ?? run.metrics,
      artifact_bytes: collected?.artifact_bytes ?? 0,
      stored: collected !== undefined,
      steps: endedSteps(stepsWith(run, ending.progress ?? null, endedAt), endedAt),
      ...(state === 'failed' && (ending.failed ?? failureIn(ending.reason))),
    })
    if (moved && collected) await noteFiles(tx, run, collected.stored_bytes)
    if (moved && collected?.has_model) await numberModel(tx, { ...run, state })
    return moved
  })
  if (isEnded) metrics?.runEnded(run.id, state)
  return isEnded
}

/** Returns the run's own warnings and words, which are stored beside the engine's record. */
export function reportedWords({
  warnings,
  reported,
}: Pick<Collected, 'warnings' | 'reported'>): Record<string, unknown> {
  return reported ? { ...rawOf({ ...reported, warnings }) } : warnings.length > 0 ? { warnings } : {}
}

/** Ends a run that was stopped before the engine knew of it. */
export async function finishStopped(db: Handle, run: RunRow): Promise<boolean> {
  return moveRun(db, run, 'stopped', {
    detail: await stoppedBy(db, run.stop_requested_by),
    ended_at: sql`now()`,
  })
}

export async function numberModel(tx: Handle, run: RunRow): Promise<void> {
  const model_number = await nextModelNumber(tx, run.stream_id)
  if (model_number !== undefined) await noteRun(tx, run, { model_number })
}

async function sentenceOf(tx: Handle, run: RunRow, state: EndedState, ending: Ending): Promise<string> {
  if (state === 'stopped' && run.stop_requested_at !== null) return stoppedBy(tx, run.stop_requested_by)
  return endedSentence({ ...run, state }, ending)
}

/** The sentence of the engine, with what was kept of the working folder and what is missing of what the run left. */
export function endedSentence(
  { state, pipeline }: Pick<RunRow, 'state' | 'pipeline'>,
  ending: EndDetails,
): string {
  if (state !== 'succeeded') return withLeftOut(ending)
  const kept = ending.collected?.work_files ?? 0
  const sentence = withLeftOut({ ...ending, reason: withKept(ending.reason, kept) })
  if (pipeline !== 'train' || !lacksModel(ending)) return sentence
  if (kept > 0) return `${sentence} To get a model, let it write to PODIUM_OUTPUT_DIR/model.`
  return `${sentence} It wrote nothing to PODIUM_OUTPUT_DIR/model, so there is no model to download.`
}

function withKept(reason: string, files: number): string {
  if (files === 0) return reason
  const counted = files === 1 ? '1 file' : `${files.toLocaleString('en')} files`
  return `${reason.replace(/[^.]$/, '$&.')} Kept ${counted} of the working folder.`
}

interface EndDetails {
  reason: string
  collected?: Pick<Collected, 'is_partial' | 'warnings' | 'has_model' | 'may_keep_later' | 'work_files'>
}

/** One that was left out is named as such. */
function lacksModel({ collected }: EndDetails): boolean {
  return !collected?.has_model && !collected?.may_keep_later
}

function withLeftOut({ reason, collected }: EndDetails): string {
  const [first, ...others] = collected?.is_partial ? collected.warnings : []
  if (first === undefined) return reason
  const named = `${reason.replace(/[^.]$/, '$&.')} ${first}`
  return others.length === 0 ? named : `${named} More files were left out.`
}

/** The sentence of a stopped run. */
export async function stoppedBy(db: Handle, account: string | null): Promise<string> {
  if (account === null) return 'Stopped on request.'
  const [who] = await db
    .select({ display_name: accounts.display_name })
    .from(accounts)
    .where(eq(accounts.id, account))
  return who ? `Stopped by ${who.display_name}.` : 'Stopped on request.'
}
