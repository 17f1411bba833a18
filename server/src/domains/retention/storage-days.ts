import type { readStorage as readStorageRoute, StoredKind } from '@podium/contract/calls/retention.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { ScopedObject } from '../../http/call.ts'
import { query, selectFirst } from '../rows.ts'
import { bytesBelow } from '../workspaces/bytes-below.ts'

type Stores = Pick<Deps, 'database' | 'objects'>
type BucketOf = Pick<ScopedObject, 'workspace_id' | 's3_bucket_name'>
export type BytesByStoredKind = Record<StoredKind, number>

const MAX_DAYS = 366

/** Reads how much a workspace stores now, and the records of the last days. */
export async function readStorage(
  stores: Stores,
  workspace: BucketOf,
  days: number,
): Promise<ReplyOf<typeof readStorageRoute>> {
  const [now, noted] = await Promise.all([
    measureStorage(stores, workspace),
    query(stores.database).rows<{ day: string; bytes: BytesByStoredKind }>(sql`
      select day::text as day, bytes from storage_days
      where workspace_id = ${workspace.workspace_id}::uuid and day > ${TODAY} - ${days}::int order by day`),
  ])
  return { now, days: noted }
}

const TODAY = sql`(now() at time zone 'UTC')::date`

/** Sums versions, data sets and files of runs from their rows; folders of data and uploads are listed in the bucket. */
async function measureStorage(
  { database, objects }: Stores,
  { workspace_id, s3_bucket_name: bucket }: BucketOf,
): Promise<BytesByStoredKind> {
  const [sums, folders, uploads] = await Promise.all([
    sumRows(database, workspace_id),
    bytesBelow(objects, bucket, 'datasets/'),
    bytesBelow(objects, bucket, 'uploads/'),
  ])
  return { ...sums, data_sets: sums.data_sets + folders, uploads }
}

type Counted = Omit<BytesByStoredKind, 'uploads'>

async function sumRows(db: Handle, workspaceId: string): Promise<Counted> {
  const id = sql`${workspaceId}::uuid`
  const sums = await selectFirst<Counted>(
    db,
    {
      artifacts: sql`coalesce(sum(bytes) filter (where kind = 'artifacts' and not in_trash), 0)::float8`,
      logs: sql`coalesce(sum(bytes) filter (where kind = 'logs' and not in_trash), 0)::float8`,
      trash: sql`coalesce(sum(bytes) filter (where in_trash), 0)::float8`,
      solutions: sql`(select coalesce(sum(size), 0)::float8 from solution_versions where workspace_id = ${id})`,
      data_sets: sql`(select coalesce(sum(size), 0)::float8 from data_set_contents
        where workspace_id = ${id} and gone_at is null)`,
    },
    sql`from run_file_totals where workspace_id = ${id}`,
  )
  return sums ?? { solutions: 0, data_sets: 0, artifacts: 0, logs: 0, trash: 0 }
}

/** Records today's storage of each workspace that was not measured for an hour; one server measures each. */
export async function noteStorage(stores: Stores, log: { warn(fields: object, message: string): void }) {
  for (;;) {
    const workspace = await claimWorkspace(stores.database)
    if (!workspace) return
    try {
      await writeDay(stores.database, workspace.workspace_id, await measureStorage(stores, workspace))
    } catch (error) {
      log.warn(
        { err: error, workspace: workspace.workspace_id },
        'what a workspace stores could not be noted',
      )
    }
  }
}

const isDue = sql`(r.noted_at is null or r.noted_at <= now() - interval '1 hour')`

async function claimWorkspace(db: Handle): Promise<BucketOf | null> {
  return query(db).first<BucketOf>(sql`
    with claimed as (
      insert into retention as r (workspace_id, noted_at)
      select w.id, now() from workspaces w left join retention r on r.workspace_id = w.id
      where ${isDue} order by r.noted_at nulls first, w.id limit 1
      on conflict (workspace_id) do update set noted_at = excluded.noted_at where ${isDue}
      returning r.workspace_id
    )
    select w.id as workspace_id, w.s3_bucket_name from claimed join workspaces w on w.id = claimed.workspace_id`)
}

async function writeDay(db: Handle, workspaceId: string, bytes: BytesByStoredKind): Promise<void> {
  await db.execute(sql`
    insert into storage_days (workspace_id, day, bytes)
    select id, ${TODAY}, ${JSON.stringify(bytes)}::jsonb from workspaces where id = ${workspaceId}::uuid
    on conflict (workspace_id, day) do update set bytes = excluded.bytes`)
  await db.execute(sql`
    delete from storage_days where workspace_id = ${workspaceId}::uuid and day <= ${TODAY} - ${MAX_DAYS}::int`)
}
