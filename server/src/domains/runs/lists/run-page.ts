import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { Beside, Wanted } from './run-filter.ts'
import { after, keyColumns, newestFirst, type Order, orderBy } from './run-order.ts'

/** Lists count to here, and say that there are more. */
export const MOST_COUNTED = 10_000

/**
 * A table beside the runs that tells of no more than so many of them is read first, and the runs after it. Of more than
 * these, one is met soon among the runs in the order of the list, which is then read instead.
 */
const FEW = 5_000

/** Filters with what was found out about them: asked for once, then used for the page and the count. */
export interface Chosen extends Wanted {
  /** the conditions of `beside`, each written for how many runs it leaves */
  among: SQL[]
}

export async function chooseRuns(db: Handle, wanted: Wanted): Promise<Chosen> {
  const { beside } = wanted
  if (beside.length === 0) return { ...wanted, among: [] }
  const counts = beside.map(
    ({ rows }, at) =>
      sql`(select count(*) from (select from ${rows} limit ${FEW + 1}) few) as ${sql.identifier(`n${at}`)}`,
  )
  const found = await query(db).first<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  const isFew = (at: number) => (found?.[`n${at}`] ?? 0) <= FEW
  return { ...wanted, among: beside.map((each, at) => (isFew(at) ? isOneOf(each) : each.hasRun)) }
}

function isOneOf({ rows }: Beside): SQL {
  return sql`${runs.id} = any(array(select run_id from ${rows}))`
}

function conditionsOf({ workspace, scopes, own, among }: Chosen): SQL[] {
  return [workspace, ...scopes, ...own, ...among]
}

/** The condition on `runs` that all of it is. */
export function isChosen(chosen: Chosen): SQL {
  return sql.join(conditionsOf(chosen), sql` and `)
}

/** How many there are; of more than MOST_COUNTED, that number and one. */
export async function countChosen(db: Handle, workspaceId: string, chosen: Chosen): Promise<number> {
  const { scopes, own, among, beside, workspace, counted } = chosen
  const total = (counting: SQL) => query(db).first<{ total: number }>(counting)
  const limited = (rows: SQL) =>
    total(sql`select count(*) as total from (select from ${rows} limit ${MOST_COUNTED + 1}) counted`)
  if (counted !== null) {
    const where = sql.join([sql`workspace_id = ${workspaceId}::uuid`, ...counted], sql` and `)
    const stored = await total(
      sql`select coalesce(sum(runs), 0)::float8 as total from run_totals where ${where}`,
    )
    return Math.min(stored?.total ?? 0, MOST_COUNTED + 1)
  }
  const [first] = beside
  if (first && beside.length + scopes.length + own.length === 1)
    return (await limited(first.rows))?.total ?? 0
  // a place is one of the workspace, so its index alone tells
  const where = sql.join([...(scopes.length > 0 ? scopes : [workspace]), ...own, ...among], sql` and `)
  return (await limited(sql`runs where ${where}`))?.total ?? 0
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
  const where = sql.join([...conditionsOf(chosen), order.has ?? sql`true`], sql` and `)
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
  const where = sql.join(
    [
      ...conditionsOf(chosen),
      ...(has ? [] : [whole.hasNot]),
      ...(order.has ? [order.has] : []),
      ...(typeof start === 'object' ? [after(order, start.values)] : []),
    ],
    sql` and `,
  )
  const skipped = typeof start === 'number' && start > 0 ? sql`offset ${start}` : sql``
  const rows = await query(db).rows<Record<string, string | number>>(sql`
    select ${runs.id}, ${keyColumns(order)} from ${order.from} where ${where}
    order by ${orderBy(order)} limit ${limit} ${skipped}`)
  return rows.map((row) => ({
    id: String(row.id),
    values: order.keys.map((_, at) => row[`key_${at}`] ?? ''),
    has,
  }))
}
