import type { Handle } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { ScopedObject } from '../../http/call.ts'
import { query } from '../rows.ts'

/**
 * What the files of a workspace take. Versions and data sets are counted from their rows and what runs left is kept beside them, as for
 * usage; folders of data and uploads have none and are looked at in the bucket.
 */
export async function readStorageUse(
  { database, objects }: Pick<Deps, 'database' | 'objects'>,
  { workspace_id, s3_bucket_name: bucket }: ScopedObject,
) {
  const [sums, folders, uploads] = await Promise.all([
    sumRows(database, workspace_id),
    bytesBelow(objects, bucket, 'datasets/'),
    bytesBelow(objects, bucket, 'uploads/'),
  ])
  const kinds = ['solutions', 'datasets', 'uploads', 'runs'] as const
  return kinds.map((kind) => ({ kind, bytes: { ...sums, datasets: sums.datasets + folders, uploads }[kind] }))
}

export async function bytesBelow(objects: ObjectStore, bucket: string, prefix: string): Promise<number> {
  let bytes = 0
  for await (const { size } of objects.list(bucket, prefix)) bytes += size
  return bytes
}

type Counted = 'solutions' | 'datasets' | 'runs'

async function sumRows(db: Handle, workspaceId: string): Promise<Record<Counted, number>> {
  const sums = await query(db).first<Record<Counted, number>>(sql`
    select
    (select coalesce(sum(size), 0)::float8 from solution_versions where workspace_id = ${workspaceId}::uuid) as solutions,
    (select coalesce(sum(size), 0)::float8 from data_set_contents where workspace_id = ${workspaceId}::uuid and gone_at is null) as datasets,
    (select coalesce(sum(bytes), 0)::float8 from run_file_totals where workspace_id = ${workspaceId}::uuid) as runs`)
  return sums ?? { solutions: 0, datasets: 0, runs: 0 }
}
