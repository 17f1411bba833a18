import type { Transaction } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq, sql } from 'drizzle-orm'
import { type CollectDeps, type Collected, collectRun, type Kept } from '../results/collect.ts'
import { keyOf, type RunRow } from '../run-row.ts'
import { numberModel, withLeftOut } from './finish.ts'
import { forgetRun } from './forget.ts'
import { noteRun } from './move.ts'

/** Files that the store did not take lie with the engine for so long after the end of their run. */
const LONGEST_MS = 7 * 24 * 3_600_000

/**
 * Keeps what the store did not take when the run ended, and lets the engine forget the run. Throws when it is worth trying
 * again.
 * @param kept what earlier tries kept
 */
export async function keepLater(
  deps: CollectDeps,
  { id, owner, ...ended }: RunRow,
  kept: Kept,
): Promise<void> {
  const { database, engine } = deps
  const [run] = await database.select().from(runs).where(eq(runs.id, id))
  if (run && run.owner !== owner) return
  const [seen] = run ? await engine.inspect([keyOf(run)]) : []
  const isInTime = Date.now() - Date.parse(run?.ended_at ?? '') < LONGEST_MS
  if (run && seen?.phase === 'ended' && isInTime) {
    // its figures are in the database already
    const collected = await collectRun(deps, run, seen.outcome, async () => null, {
      everyError: false,
      mayGoOn: async () => true,
      kept,
    })
    await database.transaction((tx) => noteKept(tx, run, collected))
  }
  await forgetRun(database, engine, { id, ...ended })
}

async function noteKept(tx: Transaction, run: RunRow, collected: Collected): Promise<void> {
  const { warnings: _, kept_later: reason, ...raw } = run.raw ?? {}
  const { warnings, artifact_bytes, has_model } = collected
  const noted = await noteRun(tx, run, {
    ...(run.state !== 'stopped' && { detail: withLeftOut({ reason: String(reason), collected }) }),
    raw: { ...raw, ...(warnings.length > 0 && { warnings }) },
    artifact_bytes,
  })
  if (!noted) throw new Error(`Another server keeps the files of the run ${run.id}.`)
  // a sweep measures what lies there now
  await tx.execute(sql`update run_files set measured = false where run_id = ${run.id}::uuid`)
  if (has_model && run.model_number === null) await numberModel(tx, run)
}
