import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { Wanted } from './run-filter.ts'
import { after, isByCreation, keyColumns, newestFirst, type Order, orderBy } from './run-order.ts'

/** Lists count to here, and say that there are more. */
export const MOST_COUNTED = 10_000

/**
 * Of so many runs or fewer, all are found first and the page among them. Of more, one is met soon among the runs in the
 * order of the list, which is then read instead.
 */
const FEW = 5_000

/** Filters with how many runs match them. */
export interface Chosen {
  /** of more than MOST_COUNTED, that number and one; counted when it is asked for, where the page does not depend on it */
  total: () => Promise<number>
  /** known to be none */
  isNone: boolean
  /** the condition on `runs` that all of it is, written for how many it leaves */
  condition: SQL
  /** all runs that match, each with `id` and `created_at`, where they are found first */
  found: SQL | null
}

/** @param known how many runs match, where that was found out before */
export async function chooseRuns(db: Handle, wanted: Wanted, known?: number): Promise<Chosen> {
  const { workspace, scopes, own, beside } = wanted
  const inOrder = allOf([workspace, ...scopes, ...own, ...beside.map(({ hasRun }) => hasRun)])
  const count = async () => known ?? countMatching(db, wanted)
  // One condition alone has an index in the order of the list.
  if (beside.length === 0 && scopes.length + own.length <= 1)
    return { total: count, isNone: false, condition: inOrder, found: null }
  const counted = await count()
  const chosen = { total: async () => counted, isNone: counted === 0 }
  if (counted > FEW) return { ...chosen, condition: inOrder, found: null }
  const found = matching(wanted)
  return { ...chosen, condition: sql`${runs.id} = any(array(select id from (${found}) as found))`, found }
}

const allOf = (conditions: SQL[]): SQL => sql.join(conditions, sql` and `)

/** The runs that match, each with its `id` and `created_at`: by the tables beside them alone where these tell all. */
function matching({ workspace, scopes, own, beside }: Wanted): SQL {
  const tables = beside.map(({ rows }, at) => ({
    name: sql.identifier(`beside_${at}`),
    rows: sql`(select run_id, run_created_at from ${rows})`,
  }))
  const joined = (those: typeof tables, id: SQL) =>
    sql.join(those.map(({ name, rows }) => sql` join ${rows} as ${name} on ${name}.run_id = ${id}`))
  const [first, ...others] = tables
  if (first && scopes.length + own.length === 0)
    return sql`select ${first.name}.run_id as id, ${first.name}.run_created_at as created_at
      from ${first.rows} as ${first.name}${joined(others, sql`${first.name}.run_id`)}`
  // a place is one of the workspace, so its index alone tells
  const conditions = [...(scopes.length > 0 ? scopes : [workspace]), ...own]
  return sql`select ${runs.id} as id, ${runs.created_at} as created_at
    from runs${joined(tables, sql`${runs.id}`)} where ${allOf(conditions)}`
}

/** How many there are; of more than MOST_COUNTED, that number and one. */
async function countMatching(db: Handle, wanted: Wanted): Promise<number> {
  const { counted } = wanted
  const counting =
    counted === null
      ? sql`select count(*) as total from (${matching(wanted)} limit ${MOST_COUNTED + 1}) counted`
      : sql`select least(coalesce(sum(runs), 0), ${MOST_COUNTED + 1})::float8 as total
          from run_totals where ${allOf(counted)}`
  return (await query(db).first<{ total: number }>(counting))?.total ?? 0
}

/** A run's id with the values of the keys of the order it was found in. */
interface Position {
  id: string
  values: (string | number)[]
  has: boolean
}

export interface PageAsked {
  size: number
  /** how many runs come before it, or after which of them it begins */
  start: number | Pick<Position, 'has' | 'values'>
}

/** The runs of a page in their order, and one more where there is one. */
export async function readPositions(
  db: Handle,
  chosen: Chosen,
  order: Order,
  { size, start }: PageAsked,
): Promise<Position[]> {
  if (chosen.isNone) return []
  const wanted = size + 1
  if (order.has === null) return readPart(db, chosen, order, true, start, wanted)
  const isPast = typeof start === 'object' && !start.has
  const first = isPast ? [] : await readPart(db, chosen, order, true, start, wanted)
  if (first.length === wanted) return first
  const rest = typeof start === 'number' ? await leftOf(db, chosen, order, start, first.length) : start
  const begin = isPast ? start : typeof rest === 'number' ? rest : 0
  const last = await readPart(db, chosen, order, false, begin, wanted - first.length)
  return [...first, ...last]
}

/** How many of the others come before the page, where so many runs do in all. */
async function leftOf(
  db: Handle,
  chosen: Chosen,
  order: Order,
  start: number,
  found: number,
): Promise<number> {
  if (found > 0 || start === 0) return 0
  const where = allOf([chosen.condition, order.has ?? sql`true`])
  const before = await query(db).first<{ n: number }>(sql`
    select count(*) as n from (select from ${order.from} where ${where} limit ${start}) before`)
  return start - (before?.n ?? 0)
}

async function readPart(
  db: Handle,
  chosen: Chosen,
  whole: Order,
  has: boolean,
  start: PageAsked['start'],
  limit: number,
): Promise<Position[]> {
  const order = has ? whole : newestFirst(whole)
  const isOfFound = chosen.found !== null && isByCreation(order) && has
  const where = allOf([
    isOfFound ? sql`true` : chosen.condition,
    ...(has ? [] : [whole.hasNot]),
    ...(order.has ? [order.has] : []),
    ...(typeof start === 'object' ? [after(order, start.values)] : []),
  ])
  const skipped = typeof start === 'number' && start > 0 ? sql`offset ${start}` : sql``
  const rows = await query(db).rows<Record<string, string | number>>(sql`
    select ${runs.id}, ${keyColumns(order)} from ${isOfFound ? sql`(${chosen.found}) as runs` : order.from} where ${where}
    order by ${orderBy(order)} limit ${limit} ${skipped}`)
  return rows.map((row) => ({
    id: String(row.id),
    values: order.keys.map((_, at) => row[`key_${at}`] ?? ''),
    has,
  }))
}
