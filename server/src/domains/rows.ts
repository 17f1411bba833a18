import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { pageOf } from '../http/list.ts'

/** The rows that a statement answers; `T` is what their columns hold. */
export async function rowsOf<T>(db: Handle, statement: SQL): Promise<T[]> {
  const { rows } = await db.execute(statement)
  return rows as T[]
}

export async function firstRow<T>(db: Handle, statement: SQL): Promise<T | null> {
  const [row] = await rowsOf<T>(db, statement)
  return row ?? null
}

/** Whether the statement finds, or changes, any row. */
export async function hasRow(db: Handle, statement: SQL): Promise<boolean> {
  const { rowCount } = await db.execute(statement)
  return (rowCount ?? 0) > 0
}

export interface List {
  columns: SQL
  from: SQL
  where: SQL
  order: SQL
  page: { page: number; page_size: number }
}

/** One page of a list, and how many rows there are on all pages. */
export async function listRows<T>(db: Handle, { columns, from, where, order, page }: List) {
  const [rows, total] = await Promise.all([
    rowsOf<T>(db, sql`select ${columns} from ${from} where ${where} order by ${order} ${pageOf(page)}`),
    countRows(db, from, where),
  ])
  return { rows, total }
}

export async function countRows(db: Handle, from: SQL, where: SQL): Promise<number> {
  const counted = await firstRow<{ total: number }>(
    db,
    sql`select count(*)::int as total from ${from} where ${where}`,
  )
  return counted?.total ?? 0
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
