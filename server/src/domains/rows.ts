import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { pageOf } from '../http/list.ts'

/** Runs statements of which the rows matter; `T` is what their columns hold. */
export function query(db: Handle) {
  const run = (statement: SQL) => db.execute(statement)
  return {
    rows: async <T>(statement: SQL) => (await run(statement)).rows as T[],
    first: async <T>(statement: SQL) => ((await run(statement)).rows[0] as T | undefined) ?? null,
    /** Whether the statement finds, or changes, any row. */
    any: async (statement: SQL) => ((await run(statement)).rowCount ?? 0) > 0,
  }
}

export interface List {
  columns: SQL
  from: SQL
  where: SQL
  order: SQL
  page: { page: number; page_size: number }
}

/** One page of a list, and how many rows there are on all pages. */
export async function listRows<T>(db: Handle, list: List) {
  const [rows, total] = await Promise.all([pageRows<T>(db, list), countRows(db, list.from, list.where)])
  return { rows, total }
}

/** One page of a list. */
export function pageRows<T>(db: Handle, { columns, from, where, order, page }: List): Promise<T[]> {
  return query(db).rows<T>(
    sql`select ${columns} from ${from} where ${where} order by ${order} ${pageOf(page)}`,
  )
}

export async function countRows(db: Handle, from: SQL, where: SQL): Promise<number> {
  const counting = sql`select count(*)::int as total from ${from} where ${where}`
  return (await query(db).first<{ total: number }>(counting))?.total ?? 0
}

/** The items of each key, in their order. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
