import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'

type Kept = Awaited<ReturnType<ObjectStore['keepsRemoved']>>

const BY = { versions: 'keeps old versions of its files', lock: 'locks its files (object lock)' }

/** The sentence about the bucket of a workspace that is deleted. */
export function fateOf(bucket: string, retained: Kept): string {
  return retained === null
    ? `The bucket ${bucket} is emptied and removed last.`
    : `The bucket ${retained.bucket} ${BY[retained.by]}: the files of the workspace stay there until they are removed in the object store.`
}

/** Logs the buckets in which removed files are retained. If a store gives no answer now, the next start asks. */
export async function warnOfKeptFiles({
  database,
  objects,
  log,
}: Pick<Deps, 'database' | 'objects' | 'log'>) {
  const found = await database.select({ bucket: workspaces.s3_bucket_name }).from(workspaces)
  const named = new Set<string>()
  for (const { bucket } of found) {
    const retained = await objects.keepsRemoved(bucket).catch(() => null)
    if (retained === null || named.has(retained.bucket)) continue
    named.add(retained.bucket)
    log.warn(
      `The bucket ${retained.bucket} ${BY[retained.by]}: what Podium removes stays there. Turn that off, or let a rule of the object store remove it.`,
    )
  }
}
