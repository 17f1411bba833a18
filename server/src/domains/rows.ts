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

/** The columns that a read selects for a reply, one for each field, so that a field without a column does not compile. */
export type ReplyColumns<T> = Record<keyof T, SQL>

/** The select list of a reply: each column under the name of its field. */
export function columnsOf<T>(columns: ReplyColumns<T>): SQL {
  const named = Object.entries<SQL>(columns).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  return sql.join(named, sql`, `)
}

/** The rows of a reply. `rest` is the statement from its FROM on. */
export function selectRows<T>(db: Handle, columns: ReplyColumns<T>, rest: SQL): Promise<T[]> {
  return query(db).rows<T>(sql`select ${columnsOf<T>(columns)} ${rest}`)
}

/** The first row of a reply, or null. `rest` is the statement from its FROM on. */
export function selectFirst<T>(db: Handle, columns: ReplyColumns<T>, rest: SQL): Promise<T | null> {
  return query(db).first<T>(sql`select ${columnsOf<T>(columns)} ${rest}`)
}

export interface List<T> {
  columns: ReplyColumns<T>
  from: SQL
  where: SQL
  order: SQL
  page: { page: number; page_size: number }
}

/** One page of a list, and how many rows there are on all pages. */
export async function listRows<T>(db: Handle, list: List<T>) {
  const [rows, total] = await Promise.all([pageRows<T>(db, list), countRows(db, list.from, list.where)])
  return { rows, total }
}

/** One page of a list. */
export function pageRows<T>(db: Handle, { columns, from, where, order, page }: List<T>): Promise<T[]> {
  return selectRows<T>(db, columns, sql`from ${from} where ${where} order by ${order} ${pageOf(page)}`)
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
