import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Sweep } from '../../work/sweeps.ts'
import { podium } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { measureFiles } from '../run-files/measure.ts'
import { writeMeasured } from '../run-files/note-files.ts'
import { dropUnusedSets } from '../run-records/packages/keep-packages.ts'
import { applyRules, type NamedWorkspace, presentInstant } from './apply-rules.ts'
import { removeEvicted } from './remove-files.ts'
import { claimDueRules } from './retention-repository.ts'
import { noteStorage } from './storage-days.ts'
import { evictOld } from './trash.ts'

type SweepDeps = Pick<Deps, 'database' | 'objects' | 'log'>

export function sweepsOf(deps: SweepDeps): Sweep[] {
  return [
    { work: (ending) => applyDueRules(deps, ending), otherwise: 'rules of retention could not be applied' },
    {
      work: (ending) => evictDueTrash(deps, ending),
      otherwise: 'what lay in the trash long enough could not be given up',
    },
    { work: (ending) => removeEvicted(deps, null, ending), otherwise: 'files of runs could not be removed' },
    { work: (ending) => measureLeft(deps, ending), otherwise: 'files of runs could not be measured' },
    { work: () => dropUnusedSets(deps.database), otherwise: 'lists of packages could not be removed' },
    { work: () => noteStorage(deps, deps.log), otherwise: 'what workspaces store could not be noted' },
  ]
}

/** Each workspace is handled on its own, so that a failure in one does not stop the others. */
export async function applyDueRules({ database, log }: SweepDeps, ending?: AbortSignal): Promise<void> {
  while (!ending?.aborted) {
    const rules = await claimDueRules(database)
    if (!rules) return
    try {
      const workspace = await readWorkspace(database, rules.workspace_id)
      if (workspace)
        await applyRules(database, podium, workspace, rules, await presentInstant(database, workspace.id))
    } catch (error) {
      log.warn({ err: error, workspace: rules.workspace_id }, 'rules of retention could not be applied')
    }
  }
}

async function readWorkspace(database: Database, id: string): Promise<NamedWorkspace | null> {
  return query(database).first<NamedWorkspace>(
    sql`select id, name, id as workspace_id from workspaces where id = ${id}::uuid`,
  )
}

export async function evictDueTrash({ database, log }: SweepDeps, ending?: AbortSignal): Promise<void> {
  const due = await query(database).rows<NamedWorkspace>(sql`
    select w.id, w.name, w.id as workspace_id from workspaces w join retention r on r.workspace_id = w.id
    where exists (select from run_files f where f.workspace_id = w.id and f.trashed_at is not null
      and f.removed_at is null and f.trashed_at <= now() - make_interval(days => r.trash_days))`)
  for (const workspace of due) {
    if (ending?.aborted) return
    await evictOld(database, podium, workspace).catch((error) => {
      log.warn({ err: error, workspace: workspace.id }, 'the trash of a workspace could not be given up')
    })
  }
}

/** Runs measured in a round, in random order: each costs a listing, and failing ones must not block others. */
const MEASURED_AT_ONCE = 1_000

/** Measures runs that have no recorded sizes, each on its own. Failures of the store are retried next time. */
export async function measureLeft(
  { database, objects, log }: SweepDeps,
  ending?: AbortSignal,
): Promise<void> {
  const left = await query(database).rows<{
    id: string
    stream_id: string
    workspace_id: string
    bucket: string
  }>(sql`
    select f.run_id as id, f.stream_id, f.workspace_id, w.s3_bucket_name as bucket
    from run_files f join workspaces w on w.id = f.workspace_id
    where not f.measured and f.kind = 'logs' order by random() limit ${MEASURED_AT_ONCE}`)
  const failures: unknown[] = []
  for (const run of left) {
    if (ending?.aborted) break
    try {
      const bytes = await measureFiles(objects, run.bucket, run)
      await database.transaction((tx) => writeMeasured(tx, run, bytes))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    log.warn({ err: failures[0], runs: failures.length }, 'files of some runs could not be measured yet')
}
