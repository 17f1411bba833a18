import { type SQL, sql } from 'drizzle-orm'
import { containing, matchesText, spellingsOf } from '../../http/list.ts'

const MAX_STREAMS = sql.raw('50')
const MAX_OF_A_STREAM = sql.raw('6')
/** Newest models per stream whose version is compared; older ones are found only by their whole number. */
const MAX_READ = sql.raw('200')
/** matches 'line-3 v 4.1', the beginning of 'line-3 v 4.11' */
const WITH_VERSION = /^(.*\S)\s+v\s*(\d+(?:\.(\d*))?)$/is

/**
 * The ids of the models of `mine` whose names match the text: by their streams, whose names are the first part, the
 * newest of each, and by their aliases.
 */
export function modelIds(text: string): SQL {
  const [, stream = text, version = '', number = ''] = WITH_VERSION.exec(text) ?? []
  const isOfStream = spellingsOf(stream).map(
    (spelling) =>
      sql`lower(streams.name) like lower(${version === '' ? containing(spelling) : ending(spelling)})`,
  )
  const exact = sql`${wholeNumber(number)}::integer`
  const most = version === '' ? MAX_OF_A_STREAM : MAX_READ
  const models = sql`select id, solution_version_id, model_number from runs where stream_id = named.id`
  return sql`
    select models.id from (
      select streams.id from mine join streams on streams.workspace_id = mine.id
      where ${sql.join(isOfStream, sql` or `)}
      order by mine.here desc, length(streams.name), streams.updated_at desc, streams.id limit ${MAX_STREAMS}
    ) named cross join lateral (
      select read.id from (
        (${models} and model_number is not null order by model_number desc limit ${most})
        union (${models} and model_number = ${exact})
      ) read
      where (select version_num from solution_versions where id = read.solution_version_id)
        || '.' || read.model_number like ${`${version}%`}
      order by read.model_number is not distinct from ${exact} desc, read.model_number desc limit ${MAX_OF_A_STREAM}
    ) models
    union all
    select model_aliases.run_id from mine join solutions on solutions.workspace_id = mine.id
      join model_aliases on model_aliases.solution_id = solutions.id
    where ${matchesText(text, sql`model_aliases.name`)}`
}

/** A LIKE pattern that finds the text at the end. */
function ending(text: string): string {
  return containing(text).slice(0, -1)
}

/** null if it is not a model's number */
function wholeNumber(digits: string): number | null {
  return digits !== '' && Number(digits) < 2 ** 31 ? Number(digits) : null
}
