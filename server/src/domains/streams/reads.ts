import { listStreams, type Stream } from '@podium/contract/calls/streams.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { hasId, idsAsPage, matches, pageOfIds } from '../../http/list.ts'
import { madeBy } from '../accounts/maker.ts'
import type { createInstanceList, InstanceQuery } from '../instances/reads.ts'

const SHOWN_STATES = 10

const ofStream = sql`from ${runs} where stream_id = ${streams}.id`
const newestFirst = sql`order by created_at desc, id desc`

const newestModel = sql<string>`coalesce((
  select ${solutionVersions.version_num} || '.' || model_number
  ${ofStream} and model_number is not null order by model_number desc limit 1
), '')`

const lastStates = sql<string[]>`coalesce((
  select array_agg(state order by created_at, id)
  from (select state, created_at, id ${ofStream} ${newestFirst} limit ${sql.raw(String(SHOWN_STATES))}) as last
), '{}')`

/** The version of the instance; the stream of a folder goes on with the version of its newest run. */
const versionNumber = sql<number>`coalesce((
  select version.version_num from (select solution_version_id as id ${ofStream} ${newestFirst} limit 1) as newest
  join ${solutionVersions} as version on version.id = newest.id
  where newest.id <> ${instances.solution_version_id}
    and json_typeof(${solutionVersions.metadata_json} -> 'folder') = 'object'
), ${solutionVersions.version_num})`

const streamColumns = {
  id: streams.id,
  name: streams.name,
  instance_id: streams.instance_id,
  instance_name: instances.name,
  solution_id: instances.solution_id,
  solution_name: solutions.name,
  version_num: versionNumber,
  workspace_id: streams.workspace_id,
  workspace_name: workspaces.name,
  parameters: sql<Stream['parameters']>`${streams.parameters}`,
  run_count: sql<number>`(
    select coalesce(sum(runs), 0)::int from stream_totals where stream_id = ${streams}.id
  )`,
  newest_model: newestModel,
  last_states: lastStates,
  last_run_at: sql<string | null>`(select created_at ${ofStream} ${newestFirst} limit 1)`,
  created_by: madeBy,
  created_at: streams.created_at,
  updated_at: streams.updated_at,
  revision: streams.revision,
}

/** Creates the lists of streams; the statement is prepared once. */
export function createStreamReads(database: Database) {
  const rows = selectStreams(database)
    .innerJoin(idsAsPage, sql`page.id = ${streams.id}`)
    .orderBy(sql`page.place`)
    .prepare('streams_of_page')

  return {
    async list(workspace: string, query: StreamQuery): Promise<{ streams: Sent<Stream>[]; total: number }> {
      const wanted = wantedOf(workspace, query)
      const { ids, total } = await pageOfIds(database, listStreams, sql`streams`, SORTS, query, wanted)
      return { streams: ids.length > 0 ? await rows.execute({ ids }) : [], total }
    },
  }
}

/** @throws Failure NOT.FOUND */
export async function readStream(db: Handle, id: string): Promise<Sent<Stream>> {
  const [row] = await selectStreams(db).where(eq(streams.id, id))
  return row ?? fail('NOT.FOUND')
}

function selectStreams(db: Handle) {
  return db
    .select(streamColumns)
    .from(streams)
    .innerJoin(workspaces, eq(workspaces.id, streams.workspace_id))
    .innerJoin(instances, eq(instances.id, streams.instance_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .leftJoin(accounts, eq(accounts.id, streams.created_by))
}

const SORTS = { name: sql`lower(name)`, created_at: sql`created_at`, updated_at: sql`updated_at` }

type StreamQuery = QueryOf<typeof listStreams>

function wantedOf(workspace: string, { instance_id, solution_id, q }: StreamQuery): SQL[] {
  const wanted = [sql`workspace_id = ${workspace}::uuid`, matches(q, [sql`name`])]
  if (instance_id !== undefined) wanted.push(hasId(sql`instance_id`, instance_id))
  if (solution_id !== undefined)
    wanted.push(sql`instance_id in (select id from instances where ${hasId(sql`solution_id`, solution_id)})`)
  return wanted
}

/** An instance in a grouped list has at most this many streams. */
const NEWEST_STREAMS = 100

/** Creates the read of a page of instances, each with its newest streams; its statements are prepared once. */
export function createStreamGroups(database: Database, listInstances: ReturnType<typeof createInstanceList>) {
  const newestStreams = selectStreams(database)
    .where(sql`${streams.id} in (
      select newest.id from unnest(${sql.placeholder('ids')}::uuid[]) as asked(id)
      join lateral (
        select stream.id from streams stream where stream.instance_id = asked.id
        order by stream.created_at desc, stream.id desc limit ${sql.raw(String(NEWEST_STREAMS))}
      ) as newest on true
    )`)
    .orderBy(sql`${streams.created_at} desc`, sql`${streams.id} desc`)
    .prepare('streams_of_instances')

  return async function listByInstance(workspace: string, query: InstanceQuery) {
    const { instances, total } = await listInstances(workspace, query)
    const byInstance = new Map<string | null, Sent<Stream>[]>(instances.map(({ id }) => [id, []]))
    const ids = [...byInstance.keys()]
    for (const stream of ids.length > 0 ? await newestStreams.execute({ ids }) : [])
      byInstance.get(stream.instance_id)?.push(stream)
    return {
      instances: instances.map((instance) => ({
        ...instance,
        instance_id: instance.id,
        instance_name: instance.name,
        streams: byInstance.get(instance.id) ?? [],
      })),
      total,
    }
  }
}
