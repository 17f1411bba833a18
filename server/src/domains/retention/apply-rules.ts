import { RETAINED_KINDS } from '@podium/contract/calls/retention.ts'
import { failField } from '@podium/contract/rules/errors.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { type Actor, namedObject, record } from '../audit/audit.ts'
import { groupBy, query } from '../rows.ts'
import { lockRetention } from '../run-files/lock-retention.ts'
import { MOMENT } from '../run-files/note-files.ts'
import { BATCH, type File, markTrashed } from '../run-files/trash-marks.ts'
import { freeFiles, isFree, type Look } from './free-files-reads.ts'
import { holdRules, type RetentionRow } from './retention-repository.ts'
import { checkActor } from './still-allowed.ts'

export interface Moved {
  runs: number
  logs_bytes: number
  artifacts_bytes: number
}

export type NamedWorkspace = Parameters<typeof namedObject>[1]

/** Runs found by one query, because finding them scans all runs of the workspace. */
const FOUND_AT_ONCE = 20_000

/**
 * Returns the present instant. It waits for everybody who is just recording something, so that everything recorded
 * before the instant is visible, and later records have a later time.
 */
export function presentInstant(database: Database, workspaceId: string): Promise<string> {
  return database.transaction(async (tx) => {
    await lockRetention(tx, workspaceId)
    const found = await query(tx).first<{ at: string }>(sql`select ${MOMENT} as at`)
    if (!found) throw new Error('the clock of the database was not read')
    return found.at
  })
}

/** Returns the named instant, or the present one. */
export async function instantOf(
  database: Database,
  workspaceId: string,
  named: string | undefined,
): Promise<string> {
  const now = await presentInstant(database, workspaceId)
  if (named === undefined) return now
  const at = new Date(named)
  if (Number.isNaN(at.getTime()) || at > new Date(now))
    failField(
      'as_of',
      'as_of cannot be in the future. Send the one that the last answer gave, or leave it out.',
    )
  return at.toISOString()
}

/**
 * Moves to the trash the files that the rules do not keep, of runs whose files were recorded before the instant. Each
 * transaction moves some runs and records its own event.
 * @returns null if the rules have another revision by now; files that were already moved stay in the trash
 */
export async function applyRules(
  database: Database,
  actor: Actor | Caller,
  workspace: NamedWorkspace,
  rules: RetentionRow,
  as_of: string,
): Promise<Moved | null> {
  const look: Look = { workspace_id: workspace.id, rules, as_of }
  const all: Moved = { runs: 0, logs_bytes: 0, artifacts_bytes: 0 }
  for (;;) {
    const batches = await findBatches(database, look)
    const before = all.runs
    for (const files of batches) {
      const moved = await database.transaction((tx) =>
        moveBatch(tx, { actor, workspace, rules, look }, files),
      )
      if (moved === null) return null
      add(all, moved)
    }
    // the remaining files have become protected since
    if (all.runs === before || batches.length < FOUND_AT_ONCE / BATCH) return all
  }
}

async function findBatches(db: Handle, look: Look): Promise<File[][]> {
  const files = await query(db).rows<File>(sql`
    with free as materialized (${freeFiles(look)})
    select run_id, kind, bytes from free
    where run_id in (select run_id from free group by run_id order by run_id limit ${FOUND_AT_ONCE}) order by run_id`)
  const runs = [...groupBy(files, ({ run_id }) => run_id).values()]
  const starts = Array.from({ length: Math.ceil(runs.length / BATCH) }, (_, at) => at * BATCH)
  return starts.map((start) => runs.slice(start, start + BATCH).flat())
}

interface Application {
  actor: Actor | Caller
  workspace: NamedWorkspace
  rules: RetentionRow
  look: Look
}

/** Returns null if the rules have changed. */
async function moveBatch(
  tx: Transaction,
  { actor, workspace, rules, look }: Application,
  files: File[],
): Promise<Moved | null> {
  await checkActor(tx, actor, workspace.id)
  await lockRetention(tx, workspace.id)
  if (!(await holdRules(tx, rules))) return null
  const free = RETAINED_KINDS.map((kind) => isFree(look, kind))
  const moved = await markTrashed(tx, files, sql.join(free, sql` or `))
  await recordMoved(tx, actor, workspace, 'retention.apply', moved)
  return summed(moved)
}

/** An event names at most this many runs, because a list of events shows many. */
const MAX_NAMES = 20

/** Records what was done to files of runs, if anything: the names of the first runs and the sums of all. */
export async function recordMoved(
  tx: Transaction,
  actor: Actor,
  workspace: NamedWorkspace,
  action: string,
  files: readonly File[],
): Promise<void> {
  if (files.length === 0) return
  const named = await query(tx).rows<{ name: string }>(sql`
    select name from runs where id = any(${sql.param(files.map(({ run_id }) => run_id))}::uuid[])
    order by name, id limit ${MAX_NAMES}`)
  const run_names = named.map(({ name }) => name)
  await record(tx, actor, {
    action,
    ...namedObject('retention', workspace),
    after: { ...summed(files), run_names },
  })
}

export function summed(files: readonly File[]): Moved {
  const bytesOf = (ofKind: File['kind']) =>
    files.reduce((sum, { kind, bytes }) => sum + (kind === ofKind ? bytes : 0), 0)
  return {
    runs: new Set(files.map(({ run_id }) => run_id)).size,
    logs_bytes: bytesOf('logs'),
    artifacts_bytes: bytesOf('artifacts'),
  }
}

export function add(all: Moved, more: Moved): void {
  all.runs += more.runs
  all.logs_bytes += more.logs_bytes
  all.artifacts_bytes += more.artifacts_bytes
}
