import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

const VERSION_PLACE = /^ai-solutions\/([A-Za-z0-9-]+)\/v([1-9]\d{0,8})\//

/**
 * Whether the path lies in a place that nobody may write to by hand: that of a registered version, or one that a
 * registration is just writing or a deletion just removing.
 */
export async function isWrittenOnce(
  db: Handle,
  workspace: string,
  bucket: string,
  path: string,
): Promise<boolean> {
  const [, name = '', number = '0'] = VERSION_PLACE.exec(path) ?? []
  const found = await db.execute<{ written_once: boolean }>(sql`
    select exists (
      select from solution_versions version join solutions solution on solution.id = version.solution_id
      where solution.workspace_id = ${workspace} and lower(solution.name) = lower(${name})
      and version.version_num = ${number}::int
    ) or exists (
      select from pending_removals where bucket = ${bucket} and starts_with(${path}, prefix)
    ) as written_once`)
  return found.rows[0]?.written_once === true
}
