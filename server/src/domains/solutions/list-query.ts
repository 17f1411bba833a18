import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm'

/** The query that every list takes (contract/shapes.ts, listQuery). */
export interface ListQuery {
  page: number
  page_size: number
  sort?: string | undefined
  q?: string | undefined
}

type Sorts = Record<string, AnyColumn | SQL>

/** The rows of the asked page. */
export function pageOf(query: ListQuery): { limit: number; offset: number } {
  return { limit: query.page_size, offset: (query.page - 1) * query.page_size }
}

/** What was typed as a LIKE pattern that finds it anywhere; everything where nothing was typed. */
export function likePattern(q: string | undefined): string {
  const typed = (q ?? '').replaceAll('\0', '').replaceAll(/[\\%_]/g, '\\$&')
  return `%${typed}%`
}

/** `sort` as the contract has it: a name of `sorts`, with '-' before it for the other direction. Then by id. */
export function inOrder(sorts: Sorts, sort: string, id: AnyColumn | SQL): SQL[] {
  const column = sorts[sort.replace('-', '')]
  if (column === undefined) throw new Error(`There is no order by ${sort}.`)
  return sort.startsWith('-') ? [desc(column), desc(id)] : [asc(column), asc(id)]
}

/** One made thing per key, made when it is first asked for: prepared statements of a list, one per order. */
export function madeOnce<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
