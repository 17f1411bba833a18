import type { Transaction } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { Observation } from '@podium/engines/engine.ts'
import { eq } from 'drizzle-orm'
import type { StoredFailure } from '../logs/failure/failure.ts'
import { type CollectDeps, type Collected, collectRun, NOTHING_KEPT } from '../run-files/collect.ts'
import type { LeftOutOptions } from '../run-files/left-out.ts'
import { measureAgain } from '../run-files/note-files.ts'
import { noteRun } from '../run-records/move.ts'
import { keyOf, type RunRow } from '../run-records/run-row.ts'
import { endedSentence, numberModel, reportedWords } from './finish.ts'
import { forgetRun } from './forget.ts'
import { type ObserveDeps, putArchive, type Tries, withFailure } from './observe.ts'

/** Files that the store did not take lie with the engine for so long after the end of their run. */
const LONGEST_MS = 7 * 24 * 3_600_000

/** Each time that so many tries have failed, the run settles for what can be kept, until there is more. */
const FAILURES_BEFORE_SETTLING = 12

type LaterDeps = CollectDeps & Pick<ObserveDeps, 'series'>

/**
 * Keeps what the store did not take when the run ended, or what was still being sent then, and lets the engine forget the
 * run, also if nothing was left to keep or the run was deleted. Throws when it is worth trying again: then what could be
 * kept by now is noted. After seven days the rest is lost.
 * @returns false while it is still being sent
 */
export async function keepLater(
  deps: LaterDeps,
  { id, owner, ...ended }: RunRow,
  tries: Pick<Tries, 'failures' | 'kept'>,
): Promise<boolean> {
  const { database, engine } = deps
  const [run] = await database.select().from(runs).where(eq(runs.id, id))
  if (run && run.owner !== owner) return true
  if (run?.raw?.kept_later !== undefined) {
    const [seen] = await engine.inspect([keyOf(run)])
    if (seen?.phase !== 'ended') await loseRest(deps, run)
    else if (seen.is_sending) return false
    else await keepRest(deps, run, seen, tries)
  }
  await forgetRun(database, engine, { id, ...ended })
  return true
}

async function keepRest(
  deps: LaterDeps,
  run: RunRow,
  seen: Extract<Observation, { phase: 'ended' }>,
  { failures, kept }: Pick<Tries, 'failures' | 'kept'>,
): Promise<void> {
  // figures that were sent after the end of the run are still unread
  const isUnread = run.raw?.figure_warnings === undefined
  const readFigures = async () => (isUnread ? deps.series.finish(run) : null)
  const keep = async (rules: Pick<LeftOutOptions, 'everyError' | 'everyFile' | 'isLast'>) => {
    const all = { ...rules, mayGoOn: async () => true, kept }
    const collected = await collectRun(deps, run, seen.outcome, readFigures, all)
    const { reason, failed } = isUnread ? await withFailure(deps, run, seen) : failureOf(run)
    const isOver = !rules.everyError || rules.isLast === true
    if (isOver) await putArchive(deps, run, run.ended_at, rules.everyError)
    await deps.database.transaction((tx) => noteKept(tx, run, { ...collected, reason, failed, isOver }))
  }
  const isInTime = Date.now() - Date.parse(run.ended_at ?? '') < LONGEST_MS
  if (!isInTime) return keep({ everyError: true, everyFile: true, isLast: true })
  const before = kept.size
  try {
    await keep({ everyError: false })
  } catch (error) {
    if (kept.size > before || (failures > 0 && failures % FAILURES_BEFORE_SETTLING === 0))
      await keep({ everyError: true, everyFile: true })
    throw error
  }
}

async function loseRest({ database, log }: CollectDeps, run: RunRow): Promise<void> {
  log.warn({ run: run.id }, 'Files of a run are lost.')
  const warnings = ['Some of its files were lost: the engine no longer has them.']
  const lost = { ...NOTHING_KEPT, warnings, ...failureOf(run), isOver: true }
  await database.transaction((tx) => noteKept(tx, run, lost))
}

/** Returns the sentence of the run as it was when it ended. */
function failureOf(run: RunRow): Pick<Later, 'reason' | 'failed'> {
  return { reason: String(run.raw?.kept_later), failed: undefined }
}

interface Later extends Collected {
  /** the sentence of the run without its gaps */
  reason: string
  /** undefined where that was told when the run ended */
  failed?: StoredFailure | undefined
  /** nothing will be kept after this */
  isOver: boolean
}

async function noteKept(tx: Transaction, run: RunRow, collected: Later): Promise<void> {
  const { reported, reason, failed, isOver } = collected
  const { warnings: _, kept_later: __, figure_warnings = [], ...raw } = run.raw ?? {}
  const lines = reported ? [] : (figure_warnings as string[])
  const noted = await noteRun(tx, run, {
    ...(run.state !== 'stopped' && { detail: endedSentence(run, { reason, collected }) }),
    raw: {
      ...raw,
      ...reportedWords({ reported, warnings: [...collected.warnings, ...lines] }),
      ...(!isOver && { kept_later: reason, figure_warnings: reported?.warnings ?? run.raw?.figure_warnings }),
    },
    ...(reported && { metrics: reported.metrics }),
    ...failed,
    artifact_bytes: Math.max(run.artifact_bytes ?? 0, collected.artifact_bytes),
  })
  if (!noted) throw new Error(`Another server keeps the files of the run ${run.id}.`)
  await measureAgain(tx, run.id)
  if (collected.has_model && run.model_number === null) await numberModel(tx, run)
}
