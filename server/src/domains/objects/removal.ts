import { fail } from '@podium/contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { forgetUpload } from '../workspaces/uploads.ts'
import { checkOvertaken, checkPlace, tellingWhy } from './upload.ts'

/**
 * Removes a file from the workspace's bucket. The audit row is kept only if the file is gone, and the file goes only
 * if the row can be kept.
 * @throws Failure OBJECT.PLACE, OBJECT.REGISTERED, OBJECT.NAME, NOT.FOUND
 */
export async function removeObject(
  deps: Deps,
  workspace: ScopedObject,
  caller: Caller,
  path: string,
): Promise<{ path: string }> {
  const { workspace_id, s3_bucket_name: bucket } = workspace
  await checkPlace(deps.database, workspace, path)
  return tellingWhy(path, deps.config.upload_max, async () => {
    const found = await deps.objects.stat(bucket, path)
    if (!found) fail('NOT.FOUND')
    await deps.database.transaction(async (tx) => {
      await checkOvertaken(tx, workspace, caller, path)
      await record(tx, caller, {
        action: 'object.delete',
        object_kind: 'object',
        object_id: path,
        object_name: path,
        workspace_id,
        before: { size: found.size, etag: found.etag },
      })
      await forgetUpload(tx, workspace_id, path)
      if (!(await deps.objects.remove(bucket, path))) fail('NOT.FOUND')
    })
    return { path }
  })
}
