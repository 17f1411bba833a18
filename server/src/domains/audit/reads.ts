import type { AuditEvent, exportAuditCsv, listAudit as listRoute } from '@podium/contract/audit.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call, Sent } from '../../http/call.ts'
import { matches, orderOf } from '../../http/list.ts'
import { listRows, rowsOf } from '../rows.ts'
import { readTimeSpan } from './time-span.ts'

export type ReadEvent = Sent<AuditEvent>

type Filter = Call<typeof exportAuditCsv>['query']

const COLUMNS = sql`e.id, e.at, e.actor_id, e.actor_name, e.address, e.request_id, e.action, e.object_kind,
  e.object_id, e.object_name, e.workspace_id, w.name as workspace_name, e.before, e.after`
const SOURCE = sql`audit_events e left join workspaces w on w.id = e.workspace_id`

const SORTS: Record<string, SQL> = {
  at: sql`e.at`,
  actor_name: sql`lower(e.actor_name)`,
  action: sql`e.action`,
  object_name: sql`lower(e.object_name)`,
}
const SEARCHED = [
  sql`e.actor_name`,
  sql`e.action`,
  sql`e.object_name`,
  sql`e.object_id`,
  sql`e.address`,
  sql`e.request_id`,
]

/** @param workspace null: of all of them, and of what belongs to none */
export async function listAudit(
  db: Handle,
  workspace: string | null,
  asked: Call<typeof listRoute>['query'],
): Promise<{ events: ReadEvent[]; total: number }> {
  const { rows, total } = await listRows<ReadEvent>(db, {
    columns: COLUMNS,
    from: SOURCE,
    where: wantedBy(workspace, asked),
    order: orderOf(asked.sort, SORTS, { by: 'at', descending: true }, sql`e.id`),
    page: asked,
  })
  return { events: rows, total }
}

const AT_ONCE = 500

/**
 * All of it, the newest first, a few hundred at a time: neither the rows nor a transaction are held for as long as
 * a download takes. Rows are only ever added, so none is missed and none comes twice.
 */
export async function* allAudit(
  db: Handle,
  workspace: string | null,
  asked: Filter,
): AsyncGenerator<ReadEvent[]> {
  const wanted = wantedBy(workspace, asked)
  let older = sql`true`
  for (;;) {
    const rows = await rowsOf<ReadEvent>(
      db,
      sql`select ${COLUMNS} from ${SOURCE} where ${wanted} and ${older} order by e.id desc limit ${AT_ONCE}`,
    )
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < AT_ONCE) return
    older = sql`e.id < ${last.id}`
  }
}

function wantedBy(workspace: string | null, asked: Filter): SQL {
  const { from, before } = readTimeSpan(asked)
  const equal = (column: SQL, value: string | undefined) =>
    value === undefined ? [] : [sql`${column} = ${value.replaceAll('\0', '')}`]
  return sql.join(
    [
      matches(asked.q, SEARCHED),
      ...(workspace === null ? [] : [sql`e.workspace_id = ${workspace}::uuid`]),
      ...equal(sql`e.action`, asked.action),
      ...equal(sql`e.object_kind`, asked.object_kind),
      ...equal(sql`e.object_id`, asked.object_id),
      ...equal(sql`lower(e.actor_name)`, asked.actor?.toLowerCase()),
      ...(from === null ? [] : [sql`e.at >= ${from}::timestamptz`]),
      ...(before === null ? [] : [sql`e.at < ${before}::timestamptz`]),
    ],
    sql` and `,
  )
}
