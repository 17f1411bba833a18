import { type AuditEvent, type exportAuditCsv, listAudit as listRoute } from '@podium/contract/calls/audit.ts'
import { failAt } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call, Sent } from '../../http/call.ts'
import { matches, orderOf, type SortColumns } from '../../http/list.ts'
import { listRows, type ReplyColumns, selectRows } from '../rows.ts'

export type ReadEvent = Sent<AuditEvent>

type Filter = Call<typeof exportAuditCsv>['query']

const COLUMNS: ReplyColumns<AuditEvent> = {
  id: sql`e.id`,
  at: sql`e.at`,
  actor_id: sql`e.actor_id`,
  actor_name: sql`e.actor_name`,
  address: sql`e.address`,
  request_id: sql`e.request_id`,
  action: sql`e.action`,
  object_kind: sql`e.object_kind`,
  object_id: sql`e.object_id`,
  object_name: sql`e.object_name`,
  workspace_id: sql`e.workspace_id`,
  workspace_name: sql`w.name`,
  before: sql`e.before`,
  after: sql`e.after`,
}
const SOURCE = sql`audit_events e left join workspaces w on w.id = e.workspace_id`

const SORTS: SortColumns<typeof listRoute> = {
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

/** @param workspace null for all workspaces and for events of none */
export async function listAudit(
  db: Handle,
  workspace: string | null,
  query: Call<typeof listRoute>['query'],
): Promise<{ events: ReadEvent[]; total: number }> {
  const { rows, total } = await listRows<ReadEvent>(db, {
    columns: COLUMNS,
    from: SOURCE,
    where: conditionOf(workspace, query),
    order: orderOf(listRoute, query.sort, SORTS, sql`e.id`),
    page: query,
  })
  return { events: rows, total }
}

const AT_ONCE = 500

/**
 * All events, newest first, a few hundred at a time, so that neither rows nor a transaction are held for the
 * duration of a download. Rows are only added, so none is missed or repeated.
 */
export async function* allAudit(
  db: Handle,
  workspace: string | null,
  query: Filter,
): AsyncGenerator<ReadEvent[]> {
  const condition = conditionOf(workspace, query)
  let older = sql`true`
  for (;;) {
    const rows = await selectRows<ReadEvent>(
      db,
      COLUMNS,
      sql`from ${SOURCE} where ${condition} and ${older} order by e.id desc limit ${AT_ONCE}`,
    )
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < AT_ONCE) return
    older = sql`e.id < ${last.id}`
  }
}

/** The next events, oldest first; `seen_at` is the time of the read on the database's clock, in microseconds. */
export function readAuditAfter(
  db: Handle,
  id: number,
  most: number,
): Promise<(ReadEvent & { seen_at: string })[]> {
  return selectRows<ReadEvent & { seen_at: string }>(
    db,
    { ...COLUMNS, seen_at: sql`clock_timestamp()::text` },
    sql`from ${SOURCE} where e.id > ${id} order by e.id limit ${most}`,
  )
}

function conditionOf(workspace: string | null, query: Filter): SQL {
  const { from, before } = readTimeSpan(query)
  const equal = (column: SQL, value: string | undefined) =>
    value === undefined ? [] : [sql`${column} = ${value.replaceAll('\0', '')}`]
  return sql.join(
    [
      matches(query.q, SEARCHED),
      ...(workspace === null ? [] : [sql`e.workspace_id = ${workspace}::uuid`]),
      ...equal(sql`e.action`, query.action),
      ...equal(sql`e.object_kind`, query.object_kind),
      ...equal(sql`e.object_id`, query.object_id),
      ...equal(sql`lower(e.actor_name)`, query.actor?.toLowerCase()),
      ...(from === null ? [] : [sql`e.at >= ${from}::timestamptz`]),
      ...(before === null ? [] : [sql`e.at < ${before}::timestamptz`]),
    ],
    sql` and `,
  )
}

const DAY = /^\d{4}-\d\d-\d\d$/
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/
const DAY_MS = 86_400_000

/**
 * The span of two query texts, each a day or an instant: from the first instant up to but not including the second. A
 * day as the end is included as a whole.
 */
export function readTimeSpan({ from, to }: Pick<Filter, 'from' | 'to'>) {
  return {
    from: from === undefined ? null : instantOf('from', from, 0),
    before: to === undefined ? null : instantOf('to', to, DAY.test(to) ? DAY_MS : 0),
  }
}

function instantOf(name: string, text: string, later: number): string {
  const at = DAY.test(text) || INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at) || !isOnCalendar(text)) refuse(name)
  // PostgreSQL accepts a year of five digits, but no sign before it
  const instant = new Date(at + later).toISOString().replace(/^\+0*/, '')
  return /^(0000|-)/.test(instant) ? refuse(name) : instant
}

/** Date.parse reads 30 February as 2 March. */
export function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10)
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

function refuse(name: string): never {
  const msg = 'Write a day like 2026-11-20, or an instant like 2026-11-20T09:30:00Z.'
  return failAt(['query', name], msg, 'time')
}
