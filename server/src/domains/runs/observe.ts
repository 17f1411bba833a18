import { canonicalJson } from '@podium/contract/metadata-json.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine, Observation } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { STARTING } from './claim.ts'
import { collectRun } from './collect.ts'
import { finishRun } from './finish.ts'
import { forgetRun } from './forget.ts'
import { moveRun, noteRun } from './move.ts'
import { keyOf, type RunRow } from './run-row.ts'

export interface ObserveDeps {
  database: Database
  engine: Engine
  objects: ObjectStore
}

/** What a person reads while the run is under way. */
const SENTENCES = { starting: STARTING, running: 'Running.' }

type Ended = Extract<Observation, { phase: 'ended' }>

/** Brings the run to where the engine sees it. May be repeated; throws when it is worth trying again later. */
export async function followObservation(deps: ObserveDeps, run: RunRow, seen: Observation): Promise<void> {
  if (seen.phase === 'absent') return lose(deps, run)
  if (seen.phase === 'ended') return end(deps, run, seen)
  if (run.stop_requested_at !== null) await deps.engine.stop(keyOf(run))
  const progress = seen.progress ?? run.progress
  const detail = run.stop_requested_at === null ? SENTENCES[seen.phase] : run.detail
  if (seen.phase === 'running' && run.state === 'starting')
    await moveRun(deps.database, run, 'running', { started_at: seen.started_at, detail, progress })
  else if (detail !== run.detail || canonicalJson(progress) !== canonicalJson(run.progress))
    await noteRun(deps.database, run, { detail, progress })
}

async function lose(deps: ObserveDeps, run: RunRow): Promise<void> {
  await finishRun(deps.database, run, {
    outcome: 'lost',
    reason: 'The engine knows nothing of this run any more: start it again.',
    raw: { phase: 'absent' },
    exit_code: null,
    started_at: null,
    ended_at: null,
    progress: null,
    collected: null,
  })
}

/** What the run left is in the bucket before anybody reads that it has ended; only then is it forgotten. */
async function end(deps: ObserveDeps, run: RunRow, seen: Ended): Promise<void> {
  const collected = await collectRun(deps, run, seen.outcome)
  if (await finishRun(deps.database, run, { ...seen, collected }))
    await forgetRun(deps.database, deps.engine, run)
}
