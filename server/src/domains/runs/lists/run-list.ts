import type { listRuns } from '@podium/contract/calls/run-list.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { selectRows } from '../../rows.ts'
import { prepareRunRows } from '../../run-records/reads.ts'
import { argumentOf } from './parameter-names.ts'
import { readCursor, writeCursor } from './run-cursor.ts'
import { type Reading, readFilter } from './run-filter.ts'
import { newestFirst, readOrder } from './run-order.ts'
import { chooseRuns, MAX_COUNTED, readPositions } from './run-page.ts'

type Asked = Omit<QueryOf<typeof listRuns>, 'workspace_id' | 'workspace_name'>

export type RunList = ReturnType<typeof createRunList>

/** Lists runs, newest first unless sorted otherwise. It finds the page's ids first, and then reads their rows. */
export function createRunList(db: Database) {
  const readRows = prepareRunRows(db)

  return async function listRuns(reading: Reading, query: Asked) {
    const order = await readOrder(db, reading.workspace_id, query.sort)
    const cursor = query.cursor
      ? readCursor(query.cursor, order.sort, (has) => (has ? order : newestFirst(order)))
      : null
    const chosen = await chooseRuns(db, await readFilter(db, reading, query), cursor?.total)
    const size = query.page_size
    const start = cursor ?? (query.page - 1) * size
    const [counted, positions] = await Promise.all([
      chosen.total(),
      readPositions(db, chosen, order, { size, start }),
    ])
    const { total, total_is_capped } = cursor ?? {
      total: Math.min(counted, MAX_COUNTED),
      total_is_capped: counted > MAX_COUNTED,
    }
    const last = positions.length > size ? positions[size - 1] : undefined
    return {
      stream_histories: await readRows(positions.slice(0, size).map(({ id }) => id)),
      total,
      total_is_capped,
      next_cursor: last
        ? writeCursor({ sort: order.sort, has: last.has, values: last.values, total, total_is_capped })
        : null,
    }
  }
}

/** Additional fields of a listed run: the caller's star, and the requested figures and parameters. */
export interface Extras {
  star: boolean
  figures: Record<string, number>
  parameters: Record<string, unknown>
}

/** Adds the additional fields to each run. */
export async function withExtras<R extends { id: string }>(
  db: Database,
  accountId: string | null,
  runs: readonly R[],
  query: { figures: string[]; parameters: string[] },
): Promise<(R & Extras)[]> {
  const found = await selectRows<Extras & { id: string }>(
    db,
    {
      id: sql`id`,
      star: sql`exists (select from run_stars where run_id = id and account_id = ${accountId}::uuid)`,
      figures: sql`coalesce((select json_object_agg(name, value) from run_figures
        where run_id = id and name = any(${sql.param(query.figures)}::text[])), '{}')`,
      parameters: sql`coalesce((select json_object_agg(asked, found.value)
        from unnest(${sql.param(query.parameters)}::text[]) as asked join lateral (
          select coalesce(to_json(number), to_json(value)) as value from run_parameters
          where run_id = id and (name = asked or ${argumentOf(sql`name`)} = asked)
          order by name <> asked, name limit 1
        ) found on true), '{}')`,
    },
    sql`from unnest(${sql.param(runs.map(({ id }) => id))}::uuid[]) as id`,
  )
  const byId = new Map(found.map(({ id, ...extras }) => [id, extras]))
  const none: Extras = { star: false, figures: {}, parameters: {} }
  return runs.map((run) => ({ ...run, ...(byId.get(run.id) ?? none) }))
}
