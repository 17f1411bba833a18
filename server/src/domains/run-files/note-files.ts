import { RETAINED_KINDS } from '@podium/contract/calls/retention.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { RunRow } from '../run-records/run-row.ts'
import { keepFromTrash } from './lock-retention.ts'
import type { BytesByKind } from './measure.ts'

/** The present instant, truncated so that it is never in the future: later records have a later or equal time. */
export const MOMENT = sql`date_trunc('milliseconds', clock_timestamp())`

/**
 * Records the stored files of a run in the transaction that ends it.
 * @param bytes null if unknown: a sweep measures them later
 */
export async function noteFiles(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'workspace_id'>,
  bytes: BytesByKind | null,
): Promise<void> {
  await keepFromTrash(tx, run.workspace_id)
  const { logs, artifacts } = bytes ?? { logs: 0, artifacts: 0 }
  await tx.execute(sql`
    insert into run_files (run_id, kind, workspace_id, stream_id, account_id, ended_at, bytes, measured, recorded_at, free_since)
    select r.id, kinds.kind, r.workspace_id, r.stream_id, r.created_by, r.ended_at, kinds.bytes, ${bytes !== null}, at, at
    from runs r cross join unnest(${sql.param([...RETAINED_KINDS])}::text[], ${sql.param([logs, artifacts])}::bigint[]) as kinds (kind, bytes)
      cross join ${MOMENT} as at
    where r.id = ${run.id}::uuid`)
}

/** Lets a sweep measure again what lies in the store. */
export async function measureAgain(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`update run_files set measured = false where run_id = ${runId}::uuid`)
}

/** Writes what was measured of a run from before sizes were kept. */
export async function writeMeasured(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'workspace_id'>,
  { logs, artifacts }: BytesByKind,
): Promise<void> {
  await keepFromTrash(tx, run.workspace_id)
  await tx.execute(sql`
    update run_files set measured = true, free_since = ${MOMENT},
      bytes = case kind when 'logs' then ${logs}::bigint else ${artifacts}::bigint end
    where run_id = ${run.id}::uuid and not measured`)
}

/** Subtracts the bytes of a deleted model from the run's artifacts. */
export async function takeArtifactBytes(tx: Transaction, runId: string, bytes: number): Promise<void> {
  await tx.execute(sql`
    update run_files set bytes = greatest(bytes - ${bytes}::bigint, 0)
    where run_id = ${runId}::uuid and kind = 'artifacts'`)
}

export interface FileMarks {
  logs_trashed_at: string | null
  artifacts_trashed_at: string | null
  logs_removed_at: string | null
  artifacts_removed_at: string | null
}

/** Reads since when the files of a run are in the trash, or removed. */
export async function readFileMarks(db: Handle, runId: string): Promise<FileMarks> {
  const marks = await query(db).first<FileMarks>(sql`
    select max(trashed_at) filter (where kind = 'logs' and removed_at is null) as logs_trashed_at,
      max(trashed_at) filter (where kind = 'artifacts' and removed_at is null) as artifacts_trashed_at,
      max(removed_at) filter (where kind = 'logs') as logs_removed_at,
      max(removed_at) filter (where kind = 'artifacts') as artifacts_removed_at
    from run_files where run_id = ${runId}::uuid`)
  if (!marks) throw new Error('the marks of a run were not read')
  return marks
}
