import type { ExecutionSpec } from '@podium/contract/tiers.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq, sql } from 'drizzle-orm'

export interface NewWorkspace {
  name: string
  s3_bucket_name: string
  dashboard_hash: string | null
  edge_conductor_url: string | null
  execution_specs: ExecutionSpec[]
  created_by: string | null
}

/** @throws the database's unique violation when name or bucket are taken */
export async function insertWorkspace(
  tx: Transaction,
  workspace: NewWorkspace,
): Promise<{ id: string; number: number }> {
  const [row] = await tx
    .insert(workspaces)
    .values(workspace)
    .returning({ id: workspaces.id, number: workspaces.number })
  if (!row) throw new Error('the workspace was not kept')
  return row
}

/** @returns the specs as they were, or null when the revision is not the current one */
export async function updateExecutionSpecs(
  tx: Transaction,
  id: string,
  specs: ExecutionSpec[],
  revision: number | null,
): Promise<ExecutionSpec[] | null> {
  const asked =
    revision === null ? eq(workspaces.id, id) : and(eq(workspaces.id, id), eq(workspaces.revision, revision))
  const [before] = await tx
    .select({ execution_specs: workspaces.execution_specs })
    .from(workspaces)
    .where(asked)
    .for('update')
  if (!before) return null
  await tx
    .update(workspaces)
    .set({ execution_specs: specs, updated_at: sql`now()`, revision: sql`${workspaces.revision} + 1` })
    .where(eq(workspaces.id, id))
  return before.execution_specs
}
