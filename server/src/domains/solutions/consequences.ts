import { Failure } from '@podium/contract/rules/errors.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import type { Database } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { BELOW, deletableKind } from '../../http/below.ts'
import type { ScopedObject } from '../../http/call.ts'
import { query } from '../rows.ts'
import { bytesBelow } from '../workspaces/bytes-below.ts'
import { streamPrefix } from './object-paths.ts'

/** Number of names that a dialog shows. */
const NAMED = 10

/**
 * Tells if the object can be deleted now, and what would be deleted with it.
 * @param prefixes prefixes in the bucket that belong to the object itself
 * @param reasons further sentences that prevent the deletion
 */
export async function consequencesOf(
  { database, objects }: Pick<Deps, 'database' | 'objects'>,
  object: ScopedObject,
  prefixes: string[] = [],
  reasons: string[] = [],
): Promise<Consequences> {
  const { s3_bucket_name } = object
  const below = await whatLiesBelow(database, object)
  const { versions, instances, streams, runs, live } = below
  const all = live === 0 ? reasons : [...reasons, new Failure('DELETE.LIVE', { count: live }).message]
  const ids = streams.map((stream) => stream.id)
  const [own, ofStreams] = await Promise.all([
    Promise.all(prefixes.map((prefix) => bytesBelow(objects, s3_bucket_name, prefix))),
    bytesOfStreams(objects, s3_bucket_name, ids, below.workspace_streams),
  ])
  return {
    deletable: all.length === 0,
    reasons: all,
    contains: {
      versions,
      instances,
      streams: streams.length,
      runs,
      bytes: own.reduce((sum, bytes) => sum + bytes, ofStreams + below.bytes_elsewhere),
    },
    names: { instances: below.named, streams: streams.slice(0, NAMED).map((stream) => stream.name) },
    ...(below.schedules > 0 && { goes: [goingSchedules(below.schedules)] }),
  }
}

function goingSchedules(count: number): string {
  return count === 1
    ? '1 schedule goes with it and starts no more runs.'
    : `${count} schedules go with it and start no more runs.`
}

interface Below {
  versions: number
  instances: number
  runs: number
  live: number
  /** names of the first instances */
  named: string[]
  streams: { id: string; name: string }[]
  schedules: number
  /** recorded bytes of runs in streams that are not below: they have another version than the instance of their stream */
  bytes_elsewhere: number
  /** number of streams in the whole workspace */
  workspace_streams: number
}

async function whatLiesBelow(database: Database, object: ScopedObject): Promise<Below> {
  const { id, workspace_id } = object
  const kind = deletableKind(object)
  const below = BELOW[kind]
  const counted = await query(database).first<Below>(sql`
    select
      (select count(*) from solution_versions where ${below.versions} = ${id}) as versions,
      (select count(*) from instances where ${below.instances} = ${id}) as instances,
      (select count(*) from runs where ${below.runs} = ${id}) as runs,
      (select count(*)::int from schedules join streams stream on stream.id = schedules.stream_id
        join instances instance on instance.id = stream.instance_id
        where ${kind === 'stream' ? sql`stream.id` : below.streams} = ${id}) as schedules,
      (select coalesce(sum(run.artifact_bytes), 0)::float8 from runs run
        join instances instance on instance.id = run.instance_id
        where ${kind === 'version' ? sql`run.solution_version_id = ${id} and instance.solution_version_id <> ${id}` : sql`false`}
      ) as bytes_elsewhere,
      (select count(*) from streams where workspace_id = ${workspace_id}) as workspace_streams,
      (select count(*) from runs where ${below.runs} = ${id} and state in (${liveStates})) as live,
      array(
        select name from instances where ${below.instances} = ${id}
        order by lower(name) limit ${sql.raw(String(NAMED))}
      ) as named,
      coalesce((
        select json_agg(json_build_object('id', stream.id, 'name', stream.name) order by lower(stream.name))
        from streams stream join instances instance on instance.id = stream.instance_id
        where ${below.streams} = ${id}
      ), '[]') as streams`)
  if (!counted) throw new Error('The database counted nothing.')
  return counted
}

/** Number of concurrent listings. */
const AT_ONCE = 16

/**
 * Sums the bytes of streams in the bucket. If there are more than AT_ONCE, and they are at least half of all streams,
 * one listing of the whole folder needs fewer calls than one per stream, and reads few other objects.
 * @param all how many streams the workspace has
 */
export function bytesOfStreams(objects: ObjectStore, bucket: string, ids: string[], all: number) {
  const inOne = ids.length > AT_ONCE && ids.length * 2 >= all
  return inOne ? bytesInOneListing(objects, bucket, new Set(ids)) : bytesOfEach(objects, bucket, ids)
}

async function bytesInOneListing(objects: ObjectStore, bucket: string, ids: Set<string>): Promise<number> {
  let bytes = 0
  for await (const { path, size } of objects.list(bucket, 'streams/')) {
    const [, id = ''] = path.split('/', 2)
    if (ids.has(id)) bytes += size
  }
  return bytes
}

async function bytesOfEach(objects: ObjectStore, bucket: string, ids: string[]): Promise<number> {
  let bytes = 0
  const waiting = ids.values()
  const work = async () => {
    for (const id of waiting) {
      const own = await bytesBelow(objects, bucket, streamPrefix(id))
      bytes += own
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return bytes
}
