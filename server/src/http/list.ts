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

/** A LIKE pattern that finds the text anywhere, with special characters escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** The text in NFC and in NFD, because file names on macOS decompose umlauts. Only one if both are equal. */
export function spellingsOf(q: string): string[] {
  const text = q.replaceAll('\0', '')
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

/** True if one of the columns contains the text, ignoring case; true without a search. */
export function matches(q: string | undefined, columns: SQL[]): SQL {
  if (q === undefined) return sql`true`
  const patterns = spellingsOf(q).map(containing)
  const each = columns.flatMap((column) => patterns.map((pattern) => sql`${column} ilike ${pattern}`))
  return sql`(${sql.join(each, sql` or `)})`
}

/** True if a lower-case text contains the search; true without a search. */
export function matchesText(q: string | undefined, text: SQL): SQL {
  if (q === undefined) return sql`true`
  const each = spellingsOf(q).map((spelling) => sql`${text} like lower(${containing(spelling)})`)
  return sql`(${sql.join(each, sql` or `)})`
}

interface Sorted {
  list: ListRules
}

type SortOf<R extends Sorted> = R['list']['sorts'][number]

/** The sort columns of a list, one for each sort that its route declares. Text columns are given as lower(…). */
export type SortColumns<R extends Sorted> = Record<SortOf<R>, SQL>

/**
 * The requested order of a list, else its route's default: by a column, '-' for descending, and by id for equal values,
 * so that pages neither repeat nor miss a row.
 * @param filled sorts whose columns are never null, so that a plain index gives their order
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

/** The requested page of a list. */
export function pageOf({ page, page_size }: { page: number; page_size: number }): SQL {
  return sql`limit ${page_size} offset ${(page - 1) * page_size}`
}

/** The ids of a page, in the placeholder `ids`, as a table to join by page.id and order by page.place. */
export const idsAsPage = sql`unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as page (id, place)`

/** True if a column of ids contains the sent one; false for text that is no id. */
export function hasId(column: SQL, id: string): SQL {
  return isUuid(id) ? sql`${column} = ${id}::uuid` : sql`false`
}

/**
 * The ids of the requested page in order, and the total. Planned with its values each time, because a generic plan
 * reads everything.
 * @param columns the sort columns of the list; none is ever null
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
