import { ARCHIVE_UPLOAD } from '@podium/contract/archive-uploads.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { podium, record } from '../audit/audit.ts'
import type { RemovalParts } from '../workspaces/removals.ts'
import { holdWorkspace } from '../workspaces/service.ts'

/** A registration takes its archive away; who needs longer than this between the two has gone. */
const KEPT_FOR = '1 day'

const isLeft = sql`path ~ ${ARCHIVE_UPLOAD.source} and stored_at < now() - ${KEPT_FOR}::interval`

interface Left extends Record<string, unknown> {
  workspace_id: string
  path: string
}

/** Removes archives that were uploaded to be registered and never were. A failing one is left for later. */
export async function removeLeftUploads({ database, objects, log }: RemovalParts): Promise<void> {
  const left = await database.execute<Left>(sql`select workspace_id, path from uploads where ${isLeft}`)
  for (const upload of left.rows)
    await database
      .transaction((tx) => removeLeft(tx, objects, upload))
      .catch((error) => log.warn({ err: error, ...upload }, 'an archive nobody registered is still there'))
}

/** Somebody may have sent it again meanwhile, or another server have removed it. */
async function removeLeft(
  tx: Transaction,
  objects: ObjectStore,
  { workspace_id, path }: Left,
): Promise<void> {
  const bucket = await holdWorkspace(tx, workspace_id)
  if (bucket === null) return
  const forgotten = await tx.execute(sql`
    delete from uploads where workspace_id = ${workspace_id} and path = ${path} and ${isLeft} returning path`)
  if (forgotten.rows.length === 0) return
  const found = await objects.stat(bucket, path)
  if (!found) return
  await record(tx, podium, {
    action: 'object.delete',
    object_kind: 'object',
    object_id: path,
    object_name: path,
    workspace_id,
    before: { size: found.size, etag: found.etag },
  })
  await objects.remove(bucket, path)
}
