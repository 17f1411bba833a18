import type { GapKind, Series, SeriesKind } from '@podium/contract/calls/run-series.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import { query, type ReplyColumns, selectRows } from '../rows.ts'

export type SeriesHead = Omit<Series, 'points'>

export interface SeriesWithPoints extends SeriesHead {
  points: Buffer
}

const HEAD: ReplyColumns<SeriesHead> = {
  name: sql`s.name`,
  kind: sql`s.kind`,
  unit: sql`s.unit`,
  count: sql`s.count`,
  last: sql`s.last`,
  gaps: sql`s.gaps`,
}
const IN_ORDER = sql`order by s.kind, s.name`

/** Reads the series of a run without their points, figures first. */
export function readHeads(db: Handle, run: string): Promise<SeriesHead[]> {
  return selectRows<SeriesHead>(db, HEAD, sql`from run_series s where s.run_id = ${run}::uuid ${IN_ORDER}`)
}

/** Reads series with their points, some at a time. @param names comma-separated, or all series if missing */
export async function* readPoints(
  db: Handle,
  run: string,
  names?: string,
): AsyncGenerator<SeriesWithPoints[]> {
  const wanted = (await readHeads(db, run)).filter(({ name }) => names === undefined || isAmong(names, name))
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = JSON.stringify(wanted.slice(from, from + AT_ONCE).map(({ kind, name }) => ({ kind, name })))
    yield selectRows<SeriesWithPoints>(
      db,
      { ...HEAD, points: sql`s.points` },
      sql`from run_series s
      join json_to_recordset(${some}::json) as wanted (kind text, name text) using (kind, name)
      where s.run_id = ${run}::uuid ${IN_ORDER}`,
    )
  }
}

/** The number of series whose points are in memory at one time, which is some megabytes. */
const AT_ONCE = 50

/** A name may contain commas, so the whole name is searched between commas. */
function isAmong(names: string, name: string): boolean {
  return `,${names},`.includes(`,${name},`)
}

/** The figures of a row of `runs` whose newest value is not a number, unless the run reports another final value. */
export const endedIn = sql<Record<string, GapKind>>`(
  select coalesce(json_object_agg(name, gaps -> -1 ->> 'kind'), '{}') from run_series
  where run_id = ${runs}.id and kind = 'figure' and (gaps -> -1 ->> 'after')::integer = count
    and last is not distinct from (${runs}.metrics ->> name)::double precision)`

/** Reads the sentences about files of the run that could not be read. */
export async function readWarnings(db: Handle, run: string): Promise<string[]> {
  const found = await query(db).first<{ warnings: string[] | null }>(
    sql`select raw -> 'warnings' as warnings from runs where id = ${run}::uuid`,
  )
  return found?.warnings ?? []
}

/** Reads the state of each series of a run, by kind and name; null if the run was deleted. */
export async function readMarks(
  db: Handle,
  run: string,
): Promise<{ series: (Pick<SeriesHead, 'name' | 'kind'> & { mark: string })[]; has_ended: boolean } | null> {
  const rows = await query(db).rows<{
    has_ended: boolean
    name: string | null
    kind: SeriesKind
    mark: string
  }>(
    sql`select runs.ended_at is not null as has_ended, s.name, s.kind,
          concat_ws(' ', s.count, s.last, s.gaps -> -1) as mark
        from runs left join run_series s on s.run_id = runs.id where runs.id = ${run}::uuid ${IN_ORDER}`,
  )
  const [first] = rows
  if (!first) return null
  const series = rows.flatMap(({ name, kind, mark }) => (name === null ? [] : [{ name, kind, mark }]))
  return { series, has_ended: first.has_ended }
}
