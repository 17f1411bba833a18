import type { RetainedRun } from '@podium/contract/calls/retention.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { pageOf } from '../../http/list.ts'
import { columnsOf, query, type ReplyColumns } from '../rows.ts'
import { freeFiles, type Look } from './free-files-reads.ts'

/** Columns that describe a run, given its row `r`. */
export const RUN_COLUMNS: ReplyColumns<Omit<RetainedRun, 'logs_bytes' | 'artifacts_bytes'>> = {
  run_id: sql`r.id`,
  run_name: sql`r.name`,
  solution_name: sql`(select name from solutions where id = r.solution_id)`,
  stream_name: sql`(select name from streams where id = r.stream_id)`,
  model_name: sql`coalesce((select name from streams where id = r.stream_id) || ' v '
    || (select version_num from solution_versions where id = r.solution_version_id) || '.' || r.model_number, '')`,
  ended_at: sql`r.ended_at`,
}

/** Sums the bytes of each kind over rows of kind and bytes. */
export const BYTES_BY_KIND = sql`coalesce(sum(bytes) filter (where kind = 'logs'), 0)::float8 as logs_bytes,
  coalesce(sum(bytes) filter (where kind = 'artifacts'), 0)::float8 as artifacts_bytes`

interface Totals {
  total: number
  logs_bytes: number
  artifacts_bytes: number
}

/** Reads a page of the runs whose files would be moved, the largest first, with the totals of all. */
export async function readFreeFiles(db: Handle, look: Look, page: { page: number; page_size: number }) {
  const rows = await query(db).rows<
    Sent<RetainedRun> & Totals & { run_logs: number; run_artifacts: number }
  >(sql`
    with free as materialized (
      select run_id, ${BYTES_BY_KIND} from (${freeFiles(look)}) files group by run_id
    ), page as (
      select row_number() over () as place, ordered.* from (
        select * from free order by logs_bytes + artifacts_bytes desc, run_id ${pageOf(page)}) ordered
    )
    select totals.*, ${columnsOf(RUN_COLUMNS)}, page.logs_bytes as run_logs, page.artifacts_bytes as run_artifacts
    from (
      select count(*)::int as total, coalesce(sum(logs_bytes), 0)::float8 as logs_bytes,
        coalesce(sum(artifacts_bytes), 0)::float8 as artifacts_bytes from free) totals
    left join page on true left join runs r on r.id = page.run_id order by page.place`)
  const { total = 0, logs_bytes = 0, artifacts_bytes = 0 } = rows[0] ?? {}
  const runs = rows
    .filter(({ run_id }) => run_id !== null)
    .map(({ run_logs, run_artifacts, ...run }) => ({
      ...run,
      logs_bytes: run_logs,
      artifacts_bytes: run_artifacts,
    }))
  return { runs, total, logs_bytes, artifacts_bytes }
}

/** Counts the runs with files that are not measured yet. */
export async function countUnmeasured(db: Handle, workspaceId: string): Promise<number> {
  const counted = await query(db).first<{ runs: number }>(sql`
    select count(distinct run_id)::int as runs from run_files
    where workspace_id = ${workspaceId}::uuid and not measured`)
  return counted?.runs ?? 0
}
