import type { Transaction } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq, sql } from 'drizzle-orm'
import { type CollectDeps, type Collected, collectRun } from '../run-files/collect.ts'
import type { LeftOutOptions } from '../run-files/left-out.ts'
import { noteRun } from '../run-records/move.ts'
import { keyOf, type RunRow } from '../run-records/run-row.ts'
import { numberModel, withLeftOut } from './finish.ts'
import { forgetRun } from './forget.ts'
import type { Tries } from './observe.ts'

/** Files that the store did not take lie with the engine for so long after the end of their run. */
const LONGEST_MS = 7 * 24 * 3_600_000

/** After so many failures in a row the run settles for what can be kept, until there is more. */
const FAILURES_BEFORE_SETTLING = 12

/**
 * Keeps what the store did not take when the run ended, and lets the engine forget the run. Throws when it is worth trying
 * again: then what could be kept by now is noted. After seven days the rest is lost.
 */
export async function keepLater(
  deps: CollectDeps,
  { id, owner, ...ended }: RunRow,
  tries: Pick<Tries, 'failures' | 'kept'>,
): Promise<void> {
  const { database, engine } = deps
  const [run] = await database.select().from(runs).where(eq(runs.id, id))
  if (run && run.owner !== owner) return
  if (run) await keepRest(deps, run, tries)
  await forgetRun(database, engine, { id, ...ended })
}

async function keepRest(
  deps: CollectDeps,
  run: RunRow,
  { failures, kept }: Pick<Tries, 'failures' | 'kept'>,
): Promise<void> {
  const [seen] = await deps.engine.inspect([keyOf(run)])
  if (seen?.phase !== 'ended') return loseRest(deps, run)
  const keep = async (rules: Pick<LeftOutOptions, 'everyError' | 'everyFile' | 'isLast'>) => {
    // its figures are in the database already
    const readFigures = async () => null
    const all = { ...rules, mayGoOn: async () => true, kept }
    const collected = await collectRun(deps, run, seen.outcome, readFigures, all)
    const isOver = !rules.everyError || rules.isLast === true
    await deps.database.transaction((tx) => noteKept(tx, run, collected, isOver))
  }
  const isInTime = Date.now() - Date.parse(run.ended_at ?? '') < LONGEST_MS
  if (!isInTime) return keep({ everyError: true, everyFile: true, isLast: true })
  const before = kept.size
  try {
    await keep({ everyError: false })
  } catch (error) {
    if (kept.size > before || failures === FAILURES_BEFORE_SETTLING)
      await keep({ everyError: true, everyFile: true })
    throw error
  }
}

async function loseRest({ database, log }: CollectDeps, run: RunRow): Promise<void> {
  log.warn({ run: run.id }, 'Files of a run are lost.')
  const warnings = ['Some of its files were lost: the engine no longer has them.']
  const nothing = { warnings, is_partial: true, artifact_bytes: 0, has_model: false }
  await database.transaction((tx) => noteKept(tx, run, nothing, true))
}

type Noted = Pick<Collected, 'warnings' | 'is_partial' | 'artifact_bytes' | 'has_model'>

/** @param isOver nothing will be kept after this */
async function noteKept(tx: Transaction, run: RunRow, collected: Noted, isOver: boolean): Promise<void> {
  const { warnings: _, kept_later, figure_warnings = [], ...raw } = run.raw ?? {}
  const warnings = [...collected.warnings, ...(figure_warnings as string[])]
  const noted = await noteRun(tx, run, {
    ...(run.state !== 'stopped' && { detail: withLeftOut({ reason: String(kept_later), collected }) }),
    raw: {
      ...raw,
      ...(warnings.length > 0 && { warnings }),
      ...(!isOver && { kept_later, figure_warnings }),
    },
    artifact_bytes: Math.max(run.artifact_bytes ?? 0, collected.artifact_bytes),
  })
  if (!noted) throw new Error(`Another server keeps the files of the run ${run.id}.`)
  // a sweep measures what lies there now
  await tx.execute(sql`update run_files set measured = false where run_id = ${run.id}::uuid`)
  if (collected.has_model && run.model_number === null) await numberModel(tx, run)
}
