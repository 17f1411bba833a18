import { modelFileName } from '@podium/contract/calls/run-files.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { query } from '../rows.ts'

const VERSION_PATH = /^ai-solutions\/([A-Za-z0-9-]+)\/v([1-9]\d{0,8})\//

const MODEL = /^streams\/[^/]+\/([^/]+)\/\d+\/model\.tar\.gz$/

/** The file name of a download: the object's own, or for a model, as all have the same, one from its origin. */
export async function savedName(db: Handle, workspace: string, path: string): Promise<string> {
  const [, run] = MODEL.exec(path) ?? []
  if (run === undefined || !isUuid(run)) return path
  const model = await query(db).first<Parameters<typeof modelFileName>[0]>(sql`
    select solution.name as solution_name, stream.name as stream_name,
      version.version_num || '.' || run.model_number as model_version
    from runs run join streams stream on stream.id = run.stream_id
    join solutions solution on solution.id = run.solution_id
    join solution_versions version on version.id = run.solution_version_id
    where run.workspace_id = ${workspace} and run.id = ${run} and run.model_number is not null`)
  return model ? modelFileName(model) : path
}

/** True if people may not write to the path: it belongs to a version, or to one just being registered or deleted. */
export function isWrittenOnce(db: Handle, workspace: string, bucket: string, path: string): Promise<boolean> {
  const [, name = '', number = '0'] = VERSION_PATH.exec(path) ?? []
  return query(db).any(sql`
    select where exists (
      select from solution_versions version join solutions solution on solution.id = version.solution_id
      where solution.workspace_id = ${workspace} and lower(solution.name) = lower(${name})
      and version.version_num = ${number}::int
    ) or exists (
      select from pending_removals where bucket = ${bucket} and starts_with(${path}, prefix)
    )`)
}
