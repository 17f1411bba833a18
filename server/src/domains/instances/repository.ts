import { fail } from '@podium/contract/errors.ts'
import type { Metadata } from '@podium/contract/metadata.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { instances, solutions, solutionVersions } from '@podium/database/schema/solutions.ts'
import { and, eq } from 'drizzle-orm'

export interface BoundVersion {
  id: string
  solution_id: string
  solution_name: string
  version_num: number
  metadata: Metadata
}

/** The version with that id in the workspace, or null. */
export async function readVersionIn(db: Handle, workspace: string, id: string): Promise<BoundVersion | null> {
  const [row] = await db
    .select({
      id: solutionVersions.id,
      solution_id: solutionVersions.solution_id,
      solution_name: solutions.name,
      version_num: solutionVersions.version_num,
      metadata: solutionVersions.metadata_json,
    })
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .where(and(eq(solutionVersions.id, id), eq(solutionVersions.workspace_id, workspace)))
  // checked when it was registered
  return row ? { ...row, metadata: row.metadata as Metadata } : null
}

export async function insertInstance(
  tx: Transaction,
  instance: typeof instances.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(instances).values(instance).returning({ id: instances.id })
  return row?.id ?? fail('NOT.FOUND')
}
