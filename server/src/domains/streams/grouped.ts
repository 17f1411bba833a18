import type { Stream } from '@podium/contract/streams.ts'
import type { Database } from '@podium/database/connect.ts'
import { streams } from '@podium/database/schema/solutions.ts'
import { sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import type { InstanceQuery } from '../instances/list.ts'
import type { createInstanceReads } from '../instances/reads.ts'
import { selectStreams } from './reads.ts'

/** An instance in a grouped list carries at most this many streams. */
const NEWEST_STREAMS = 100

/** A page of instances, each with its newest streams; statements are prepared once and kept. */
export function createStreamGroups(
  database: Database,
  instanceReads: ReturnType<typeof createInstanceReads>,
) {
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
    const { instances, total } = await instanceReads.list(workspace, query)
    const byInstance = new Map<string | null, Sent<Stream>[]>(instances.map(({ id }) => [id, []]))
    const ids = [...byInstance.keys()]
    for (const stream of ids.length > 0 ? await newestStreams.execute({ ids }) : [])
      byInstance.get(stream.instance_id)?.push(stream)
    return {
      instances: instances.map((instance) => ({
        instance_id: instance.id,
        instance_name: instance.name,
        solution_id: instance.solution_id,
        solution_name: instance.solution_name,
        version_num: instance.version_num,
        coupled: instance.coupled,
        draft: instance.draft,
        operation_status: instance.operation_status,
        created_by: instance.created_by,
        streams: byInstance.get(instance.id) ?? [],
      })),
      total,
    }
  }
}
