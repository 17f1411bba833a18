import {
  listTrash as listRoute,
  type Retention,
  retentionLimits,
  type TrashedRun,
} from '@podium/contract/calls/retention.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Call, Sent } from '../../http/call.ts'
import { matches, orderOf, type SortColumns } from '../../http/list.ts'
import { pageRows, query, selectFirst } from '../rows.ts'
import { cameBy, isInTrash } from '../run-files/in-trash-reads.ts'
import { BYTES_BY_KIND, RUN_COLUMNS } from './preview-reads.ts'

/** Reads the rules. By default everything is kept. */
export async function readRetention(db: Handle, workspaceId: string): Promise<Retention> {
  const found = await selectFirst<Retention>(
    db,
    {
      logs: sql`r.logs`,
      artifacts: sql`r.artifacts`,
      trash_days: sql`coalesce(r.trash_days, ${retentionLimits.trash_days}::int)`,
      revision: sql`coalesce(r.revision, 1)`,
      updated_by: sql`case when r.updated_at is null then '' else coalesce(a.display_name, 'host') end`,
      updated_at: sql`r.updated_at`,
      next_at: sql`case when r.logs is not null or r.artifacts is not null
        then coalesce(r.applied_at + interval '1 hour', now()) end`,
    },
    sql`from workspaces w left join retention r on r.workspace_id = w.id left join accounts a on a.id = r.updated_by
    where w.id = ${workspaceId}::uuid`,
  )
  if (!found) throw new Error('the workspace is gone')
  return found
}

const SORTS: SortColumns<typeof listRoute> = {
  run_name: sql`lower(r.name)`,
  trashed_at: sql`t.trashed_at`,
  bytes: sql`t.logs_bytes + t.artifacts_bytes`,
}

/** Reads a page of the trash as it was at an instant. */
export async function listTrash(
  db: Handle,
  workspaceId: string,
  asked: Call<typeof listRoute>['query'],
  as_of: string,
) {
  const from = sql`(
    select f.run_id, min(f.trashed_at) as trashed_at, ${BYTES_BY_KIND}
    from run_files f where ${isInTrash(workspaceId)} and ${cameBy(as_of)} group by f.run_id
  ) t join runs r on r.id = t.run_id join retention k on k.workspace_id = r.workspace_id`
  const where = matches(asked.q, [sql`r.search_text`])
  const columns = {
    ...RUN_COLUMNS,
    logs_bytes: sql`t.logs_bytes`,
    artifacts_bytes: sql`t.artifacts_bytes`,
    trashed_at: sql`t.trashed_at`,
    removed_at: sql`t.trashed_at + make_interval(days => k.trash_days)`,
  }
  const order = orderOf(listRoute, asked.sort, SORTS, sql`r.id`, listRoute.list.sorts)
  const [trashed, sums] = await Promise.all([
    pageRows<Sent<TrashedRun>>(db, { columns, from, where, order, page: asked }),
    query(db).first<{ total: number; logs_bytes: number; artifacts_bytes: number }>(sql`
      select count(*)::int as total, coalesce(sum(t.logs_bytes), 0)::float8 as logs_bytes,
        coalesce(sum(t.artifacts_bytes), 0)::float8 as artifacts_bytes from ${from} where ${where}`),
  ])
  const { total = 0, logs_bytes = 0, artifacts_bytes = 0 } = sums ?? {}
  return { trashed, total, logs_bytes, artifacts_bytes }
}
