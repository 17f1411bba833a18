import { Failure } from '@podium/contract/errors.ts'
import { LIVE_STATES } from '@podium/contract/run-state.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ScopedObject } from '../../http/call.ts'
import { bytesBelow } from '../workspaces/storage-use.ts'
import { bytesOfStreams } from './stream-bytes.ts'

type Kind = 'solution' | 'version' | 'instance' | 'stream'

/** As many names as a dialog shows. */
const NAMED = 10

const NONE = sql`null::uuid`

/** By which column the rows of each table lie below an object of that kind. */
const BELOW: Record<Kind, { versions: SQL; instances: SQL; streams: SQL; runs: SQL }> = {
  solution: {
    versions: sql`solution_id`,
    instances: sql`solution_id`,
    streams: sql`instance.solution_id`,
    runs: sql`solution_id`,
  },
  version: {
    versions: NONE,
    instances: sql`solution_version_id`,
    streams: sql`instance.solution_version_id`,
    runs: sql`solution_version_id`,
  },
  instance: { versions: NONE, instances: NONE, streams: sql`instance.id`, runs: sql`instance_id` },
  stream: { versions: NONE, instances: NONE, streams: NONE, runs: sql`stream_id` },
}

const liveStates = sql.raw(LIVE_STATES.map((state) => `'${state}'`).join(', '))

/** What stands against a deletion and what goes with it, beside what follows from the object itself. */
interface Beside {
  /** prefixes of the bucket that belong to the object itself */
  prefixes: string[]
  /** sentences that stand against it, whatever is under way below it */
  reasons?: string[]
}

/** Whether the object may be deleted now, and what would go with it. */
export async function consequencesOf(
  { database, objects }: { database: Database; objects: ObjectStore },
  kind: Kind,
  { id, workspace_id, s3_bucket_name }: ScopedObject,
  { prefixes, reasons = [] }: Beside,
): Promise<Consequences> {
  const below = await whatLiesBelow(database, kind, id, workspace_id)
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
      bytes: own.reduce((sum, bytes) => sum + bytes, ofStreams),
    },
    names: { instances: below.named, streams: streams.slice(0, NAMED).map((stream) => stream.name) },
  }
}

interface Below {
  versions: number
  instances: number
  runs: number
  live: number
  /** of the instances, the first ones */
  named: string[]
  streams: { id: string; name: string }[]
  /** in the whole workspace */
  workspace_streams: number
}

async function whatLiesBelow(
  database: Database,
  kind: Kind,
  id: string,
  workspaceId: string,
): Promise<Below> {
  const below = BELOW[kind]
  const found = await database.execute<Below & Record<string, unknown>>(sql`
    select
      (select count(*) from solution_versions where ${below.versions} = ${id}) as versions,
      (select count(*) from instances where ${below.instances} = ${id}) as instances,
      (select count(*) from runs where ${below.runs} = ${id}) as runs,
      (select count(*) from streams where workspace_id = ${workspaceId}) as workspace_streams,
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
  const [row] = found.rows
  if (!row) throw new Error('The database counted nothing.')
  return row
}
