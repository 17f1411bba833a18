import type { listStreamsWithRuns } from '@podium/contract/calls/run-list.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { createStreamGroups } from '../../streams/reads.ts'
import { type Reading, readFilter, type Wanted } from './run-filter.ts'
import { type Chosen, chooseRuns } from './run-page.ts'

/** Up to this many matches, their streams are collected. Above it, each stream is checked for a matching run. */
const FEW = 2_000

type Asked = Omit<QueryOf<typeof listStreamsWithRuns>, 'workspace_id' | 'workspace_name'>

/** Lists the instances with a matching run, each with its streams that have one. */
export async function listMatchingStreams(
  db: Database,
  listByInstance: ReturnType<typeof createStreamGroups>,
  reading: Reading,
  { page, page_size, sort, q, ...filters }: Asked,
) {
  const has = await readHasRun(db, await readFilter(db, reading, filters))
  const having = has('instance_id', sql`instances.id`)
  const found = await listByInstance(reading.workspace_id, { page, page_size, sort, q, having })
  const ids = found.instances.flatMap(({ streams }) => streams.map(({ id }) => id))
  const matching = await query(db).rows<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::uuid[]) as shown (id) where ${has('stream_id', sql`shown.id`)}`)
  const shown = new Set<string | null>(matching.map(({ id }) => id))
  const instances = found.instances.map((instance) => ({
    ...instance,
    streams: instance.streams.filter(({ id }) => shown.has(id)),
  }))
  return { instances, total: found.total }
}

/** The condition that the instance or stream with that id has a matching run. */
type HasRun = (kind: 'instance_id' | 'stream_id', id: SQL) => SQL

async function readHasRun(db: Database, wanted: Wanted): Promise<HasRun> {
  const [told, ...others] = [...wanted.beside, ...wanted.scopes, ...wanted.own]
  if (told && 'hasRunOf' in told && others.length === 0) return (kind, id) => ofKind(kind, id, told.hasRunOf)
  const chosen = await chooseRuns(db, wanted)
  return (await chosen.total()) > FEW ? each(chosen) : gathered(db, chosen)
}

/** Uses the side table, which has the streams of its runs. */
function ofKind(kind: 'instance_id' | 'stream_id', id: SQL, hasRunOf: (stream: SQL) => SQL): SQL {
  if (kind === 'stream_id') return hasRunOf(id)
  return sql`exists (select from streams where streams.instance_id = ${id} and ${hasRunOf(sql`streams.id`)})`
}

/** Uses the matching runs themselves. */
async function gathered(db: Database, { condition }: Chosen): Promise<HasRun> {
  const found = await query(db).rows<Record<'instance_id' | 'stream_id', string>>(sql`
    select distinct instance_id, stream_id from runs where ${condition}`)
  return (kind, id) => sql`${id} = any(${sql.param([...new Set(found.map((run) => run[kind]))])}::uuid[])`
}

function each({ condition }: Chosen): HasRun {
  return (kind, id) => sql`exists (select from runs where runs.${sql.raw(kind)} = ${id} and ${condition})`
}
