import type { ListRules } from '@podium/contract/wire/route.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUuid } from './scoped-objects.ts'

/** The query that every list takes (contract/wire/shapes.ts, listQuery). */
export interface ListQuery<S extends string> {
  page: number
  page_size: number
  sort?: S | `-${S}` | undefined
  q?: string | undefined
}

/** The text as a LIKE pattern that finds it anywhere, with nothing in it meaning anything. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/**
 * The text as it was typed, in NFC and in NFD: names of files on macOS write an umlaut as a letter and its dots. One
 * spelling alone, if they are equal.
 */
export function spellingsOf(q: string): string[] {
  const text = q.replaceAll('\0', '')
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

/** Whether one of the columns holds the text, without regard to case; true where nothing is asked for. */
export function matches(q: string | undefined, columns: SQL[]): SQL {
  if (q === undefined) return sql`true`
  const patterns = spellingsOf(q).map(containing)
  const each = columns.flatMap((column) => patterns.map((pattern) => sql`${column} ilike ${pattern}`))
  return sql`(${sql.join(each, sql` or `)})`
}

/** Whether a text that is in small letters already holds what is asked for; true where nothing is. */
export function matchesText(q: string | undefined, text: SQL): SQL {
  if (q === undefined) return sql`true`
  const each = spellingsOf(q).map((spelling) => sql`${text} like lower(${containing(spelling)})`)
  return sql`(${sql.join(each, sql` or `)})`
}

interface Sorted {
  list: ListRules
}

type SortOf<R extends Sorted> = R['list']['sorts'][number]

/** What a list is sorted by: a column for each sort that its route declares. Text columns are given as lower(…). */
export type SortColumns<R extends Sorted> = Record<SortOf<R>, SQL>

/**
 * The order a list asks for, else the one that its route declares: by a column, '-' before it for the other direction,
 * and by id where those are equal, so that pages neither repeat nor miss a row.
 * @param filled sorts whose columns are never null: named here, a plain index gives their order
 */
export function orderOf<R extends Sorted>(
  { list }: R,
  asked: string | undefined,
  columns: SortColumns<R>,
  id: SQL,
  filled: readonly SortOf<R>[] = [],
): SQL {
  const sort = asked ?? list.defaultSort
  const descending = sort.startsWith('-')
  const by = sort.replace(/^-/, '') as SortOf<R>
  const direction = descending ? sql`desc` : sql`asc`
  const nulls = filled.includes(by) ? sql`` : descending ? sql`nulls last` : sql`nulls first`
  return sql`${columns[by]} ${direction} ${nulls}, ${id} ${direction}`
}

/** The part of a list that a page shows. */
export function pageOf({ page, page_size }: { page: number; page_size: number }): SQL {
  return sql`limit ${page_size} offset ${(page - 1) * page_size}`
}

/** The ids of a page, in the placeholder `ids`, as a table to be joined by page.id and put in the order of page.place. */
export const idsAsPage = sql`unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as page (id, place)`

/** Whether a column of ids holds the one that was sent; what is no id is in none. */
export function hasId(column: SQL, id: string): SQL {
  return isUuid(id) ? sql`${column} = ${id}::uuid` : sql`false`
}

/**
 * The ids of the asked page in the asked order, and how many there are on all pages. Planned with what is asked for,
 * each time: a plan for whatever might be asked reads everything.
 * @param columns what the list can be sorted by; none of them is ever null
 */
export async function pageOfIds<R extends Sorted>(
  db: Database,
  route: R,
  table: SQL,
  columns: SortColumns<R>,
  query: ListQuery<SortOf<R>>,
  wanted: SQL[],
): Promise<{ ids: string[]; total: number }> {
  const where = sql.join(wanted, sql` and `)
  const order = orderOf(route, query.sort, columns, sql`id`, route.list.sorts)
  const [found, counted] = await Promise.all([
    db.execute<{ id: string }>(
      sql`select id from ${table} where ${where} order by ${order} ${pageOf(query)}`,
    ),
    db.execute<{ total: number }>(sql`select count(*) as total from ${table} where ${where}`),
  ])
  return { ids: found.rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 }
}
