import type { Metadata } from '@podium/contract/metadata.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { eq, sql } from 'drizzle-orm'
import { listedOf } from './newest-version.ts'

export interface NewestVersion {
  id: string
  solution_id: string
  version_num: number
  metadata: Record<string, unknown>
  /** an instance is bound to it */
  in_use: boolean
  /** the solution's */
  revision: number
}

/**
 * The newest version, with its solution locked against everything: whoever binds an instance to it or registers the
 * next version needs that row as well, so they are either seen or wait until the end.
 */
export async function lockNewestVersion(tx: Transaction, solution: string): Promise<NewestVersion | null> {
  await tx.execute(sql`select from solutions where id = ${solution} for update`)
  const found = await tx.execute<NewestVersion & Record<string, unknown>>(sql`
    select version.id, version.solution_id, version.version_num, version.metadata_json as metadata,
      exists (select from instances where solution_version_id = version.id) as in_use, solution.revision
    from solution_versions version join solutions solution on solution.id = version.solution_id
    where solution.id = ${solution} order by version.version_num desc limit 1`)
  return found.rows[0] ?? null
}

export async function changeMetadata(
  tx: Transaction,
  { id, solution_id }: NewestVersion,
  metadata: Metadata,
): Promise<void> {
  const pipelines = metadata.pipeline.map((pipeline) => pipeline.type)
  await tx
    .update(solutionVersions)
    .set({ metadata_json: metadata, pipelines })
    .where(eq(solutionVersions.id, id))
  await tx.execute(sql`
    update solutions set ${listedOf(metadata)}, updated_at = now(), revision = revision + 1
    where id = ${solution_id}`)
}
