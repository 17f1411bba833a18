import type { Gap, SeriesKind } from '@podium/contract/calls/run-series.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { Seen } from '../run-records/move.ts'

export interface SeriesRow {
  name: string
  kind: SeriesKind
  unit: string
  count: number
  /** null if no value was a number */
  last: number | null
  gaps: readonly Gap[]
  /** step, time and value of each point as doubles */
  points: Buffer
}

/** Bytes of points in one statement; more would block other work of this server. */
const MAX_BYTES = 2 ** 20
const BYTES_A_GAP = 150

/** Replaces whole series of a run, as long as the run belongs to this server. */
export async function keepSeries(db: Handle, seen: Seen, rows: Iterable<SeriesRow>): Promise<void> {
  let batch: SeriesRow[] = []
  let bytes = 0
  for (const row of rows) {
    const size = row.points.length + row.gaps.length * BYTES_A_GAP
    if (bytes + size > MAX_BYTES && batch.length > 0) {
      await keepBatch(db, seen, batch)
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
  }
  if (batch.length > 0) await keepBatch(db, seen, batch)
}

async function keepBatch(db: Handle, seen: Seen, rows: readonly SeriesRow[]): Promise<void> {
  const values = sql.join(
    rows.map(
      ({ name, kind, unit, count, last, gaps, points }) =>
        sql`(${name}, ${kind}, ${unit}, ${count}::integer, ${last}::double precision, ${JSON.stringify(gaps)}::json,
          ${points}::bytea)`,
    ),
    sql`, `,
  )
  await db.execute(sql`insert into run_series (run_id, name, kind, unit, count, last, gaps, points)
    select runs.id, given.* from (values ${values}) as given (name, kind, unit, count, last, gaps, points), runs
    where ${isOurs(seen)}
    on conflict (run_id, kind, name) do update
    set unit = excluded.unit, count = excluded.count, last = excluded.last, gaps = excluded.gaps,
      points = excluded.points`)
}

/** Removes all series of a run that begins anew. */
export async function dropSeries(tx: Handle, runId: string): Promise<void> {
  await tx.execute(sql`delete from run_series where run_id = ${runId}::uuid`)
}

/** Removes figures that the run has written anew under other names. */
export async function dropFigures(db: Handle, seen: Seen, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await query(db).any(sql`delete from run_series using runs
    where run_id = runs.id and ${isOurs(seen)} and kind = 'figure'
      and name in (select json_array_elements_text(${JSON.stringify(names)}::json))`)
}

function isOurs({ id, owner, attempt }: Seen) {
  return sql`runs.id = ${id}::uuid and runs.owner = ${owner} and runs.attempt = ${attempt}`
}
