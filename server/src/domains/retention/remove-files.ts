import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { FastifyBaseLogger } from 'fastify'
import { kindOfFile } from '../objects/run-places.ts'
import { type MarkedFile, nextRemoving, noteRemoved } from '../run-files/trash-marks.ts'
import { attemptPrefix, runPrefix } from '../solutions/object-paths.ts'

export interface RemovalDeps {
  database: Database
  objects: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Removes the objects of all files marked for removal, in all workspaces or in one. Failures are retried next time.
 * Repeating it is safe, because nothing is written below these paths any more.
 */
export async function removeEvicted(
  deps: RemovalDeps,
  workspaceId: string | null,
  ending?: AbortSignal,
): Promise<void> {
  let file: MarkedFile | null = null
  while (!ending?.aborted) {
    file = await nextRemoving(deps.database, file, workspaceId)
    if (!file) return
    try {
      await removeObjects(deps.objects, file)
      await noteRemoved(deps.database, file)
    } catch (error) {
      deps.log.warn({ err: error, run: file.run_id }, `${file.kind} of a run could not be removed yet`)
    }
  }
}

async function removeObjects(objects: ObjectStore, file: MarkedFile): Promise<void> {
  const { run_id: id, stream_id, kind, bucket } = file
  if (kind === 'artifacts')
    for (let attempt = 1; attempt <= file.attempt; attempt++)
      await objects.removeAll(bucket, `${attemptPrefix({ id, stream_id, attempt })}artifacts/`)
  const paths: string[] = []
  for await (const { path } of objects.list(bucket, runPrefix({ id, stream_id })))
    if (kindOfFile(path)?.kind === kind) paths.push(path)
  for (const path of paths) await objects.remove(bucket, path)
}
