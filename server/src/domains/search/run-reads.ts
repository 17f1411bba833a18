import { type SQL, sql } from 'drizzle-orm'
import { containing, matchesText, spellingsOf } from '../../http/list.ts'

/** Newest runs that contain the text; nearer names are found separately. */
const MAX_NEWEST = sql.raw('50')
const MAX_BY_NAME = sql.raw('6')
/** The trigram index needs three letters. For fewer, only this many runs are read. */
const LEAST_LETTERS = 3
const MAX_READ = sql.raw('2000')

/**
 * The ids of runs by name: in each workspace of `mine` those that begin with the text, and in the current one the
 * newest whose name or solution contains it. Takes as long among a million runs as among a thousand.
 */
export function runIds(text: string, workspace_id: string): SQL {
  const parts = [...spellingsOf(text).map(beginningWith), sql`(${newest(text, workspace_id)})`]
  return sql.join(parts, sql` union all `)
}

/** Reads the next names in index order, which one search for two spellings could not do. */
function beginningWith(text: string): SQL {
  return sql`
    select named.id from mine cross join lateral (
      select id, name from runs where workspace_id = mine.id and lower(name) >= lower(${text})
      order by lower(name), id limit ${MAX_BY_NAME}
    ) named where lower(named.name) like lower(${containing(text).slice(1)})`
}

/** Planned with the actual workspace, because a generic plan reads everything. */
function newest(text: string, workspace_id: string): SQL {
  const ofWorkspace = sql`from runs where workspace_id = ${workspace_id}::uuid`
  const inOrder = sql`order by created_at desc, id desc`
  const isNamed = matchesText(text, sql`search_text`)
  if ([...text].length >= LEAST_LETTERS)
    return sql`select id ${ofWorkspace} and ${isNamed} ${inOrder} limit ${MAX_NEWEST}`
  return sql`select id from (select id, search_text ${ofWorkspace} ${inOrder} limit ${MAX_READ}) last
    where ${isNamed} limit ${MAX_NEWEST}`
}
