import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { Wanted } from './run-filter.ts'
import { after, isByCreation, keyColumns, newestFirst, type Order, orderBy } from './run-order.ts'

/** Lists count up to this number, and then say that there are more. */
export const MAX_COUNTED = 10_000

/**
 * Up to this many matches, collect all ids and cut the page out of them. Above it, scan the runs in list order,
 * because a match comes up soon.
 */
const FEW = 5_000

/** Filters together with the number of matching runs. */
export interface Chosen {
  /** at most MAX_COUNTED + 1; counted on demand if the page does not depend on it */
  total: () => Promise<number>
  /** true if it is known that no run matches */
  isNone: boolean
  /** the condition on `runs`, written for the expected number of matches */
  condition: SQL
  /** the matching runs with `id` and `created_at`, if they are collected first */
  found: SQL | null
}

/** @param known number of matching runs, if it is known from an earlier page */
export async function chooseRuns(db: Handle, selection: Wanted, known?: number): Promise<Chosen> {
  const { workspace, scopes, own, beside } = selection
  const inOrder = allOf([workspace, ...scopes, ...own, ...beside.map(({ hasRun }) => hasRun)])
  const count = async () => known ?? countMatching(db, selection)
  // An index in list order supports a single condition.
  if (beside.length === 0 && scopes.length + own.length <= 1)
    return { total: count, isNone: false, condition: inOrder, found: null }
  const counted = await count()
  const chosen = { total: async () => counted, isNone: counted === 0 }
  if (counted > FEW) return { ...chosen, condition: inOrder, found: null }
  const found = matching(selection)
  return { ...chosen, condition: sql`${runs.id} = any(array(select id from (${found}) as found))`, found }
}

const allOf = (conditions: SQL[]): SQL => sql.join(conditions, sql` and `)

/** Selects `id` and `created_at` of the matching runs, from the side tables alone if these suffice. */
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
  // a scope belongs to the workspace, so its own index suffices
  const conditions = [...(scopes.length > 0 ? scopes : [workspace]), ...own]
  return sql`select ${runs.id} as id, ${runs.created_at} as created_at
    from runs${joined(tables, sql`${runs.id}`)} where ${allOf(conditions)}`
}

/** Counts the matching runs, up to MAX_COUNTED + 1. */
async function countMatching(db: Handle, selection: Wanted): Promise<number> {
  const { counted } = selection
  const counting =
    counted === null
      ? sql`select count(*) as total from (${matching(selection)} limit ${MAX_COUNTED + 1}) counted`
      : sql`select least(coalesce(sum(runs), 0), ${MAX_COUNTED + 1})::float8 as total
          from run_totals where ${allOf(counted)}`
  return (await query(db).first<{ total: number }>(counting))?.total ?? 0
}

/** A run's id with its sort keys, and if it has a value for the sort. */
interface Position {
  id: string
  values: (string | number)[]
  has: boolean
}

export interface PageAsked {
  size: number
  /** the number of runs before the page, or the position after which it begins */
  start: number | Pick<Position, 'has' | 'values'>
}

/** Reads the positions of a page in order, and one more if there is one. */
export async function readPositions(
  db: Handle,
  chosen: Chosen,
  order: Order,
  { size, start }: PageAsked,
): Promise<Position[]> {
  if (chosen.isNone) return []
  const selection = size + 1
  if (order.has === null) return readPart(db, chosen, order, true, start, selection)
  const isPast = typeof start === 'object' && !start.has
  const first = isPast ? [] : await readPart(db, chosen, order, true, start, selection)
  if (first.length === selection) return first
  const rest = typeof start === 'number' ? await leftOf(db, chosen, order, start, first.length) : start
  const begin = isPast ? start : typeof rest === 'number' ? rest : 0
  const last = await readPart(db, chosen, order, false, begin, selection - first.length)
  return [...first, ...last]
}

/** How many runs without a value come before the page, if `start` runs do in all. */
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
