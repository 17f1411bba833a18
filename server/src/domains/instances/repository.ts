import { fail } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { and, eq, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'

export type BoundVersion = NonNullable<Awaited<ReturnType<typeof lockVersionIn>>>

const versionColumns = {
  id: solutionVersions.id,
  solution_id: solutionVersions.solution_id,
  solution_name: solutions.name,
  version_num: solutionVersions.version_num,
  metadata: solutionVersions.metadata_json,
}

/** Reads the version if it is in the workspace, and locks its solution, so that no edit changes it meanwhile. */
export async function lockVersionIn(tx: Transaction, workspace: string, id: string) {
  if (!isUuid(id)) return null
  await tx.execute(sql`
    select from solutions where id = (select solution_id from solution_versions where id = ${id}) for key share`)
  const [row] = await tx
    .select(versionColumns)
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .where(and(eq(solutionVersions.id, id), eq(solutionVersions.workspace_id, workspace)))
  return row ?? null
}

export async function insertInstance(tx: Transaction, instance: typeof instances.$inferInsert) {
  const [row] = await tx.insert(instances).values(instance).returning({ id: instances.id })
  return row?.id ?? fail('NOT.FOUND')
}

export const deleteInstanceRow = (tx: Transaction, id: string) =>
  tx.delete(instances).where(eq(instances.id, id))

const detailColumns = {
  name: instances.name,
  description: instances.description,
  tags: instances.tags,
  modes: instances.modes,
  execution_specs: instances.execution_specs,
  train_resource: instances.train_resource,
  metadata_json: instances.metadata_json,
  draft: instances.draft,
}

/** The fields of an instance that people edit, as stored. */
export type Details = Pick<typeof instances.$inferSelect, keyof typeof detailColumns>

export type LockedInstance = NonNullable<Awaited<ReturnType<typeof lockForEdit>>>

/** Locks and reads the instance, so that the second of two edits sees the first, and no stream is created meanwhile. */
export async function lockForEdit(tx: Transaction, id: string) {
  await tx.execute(sql`select from ${instances} where id = ${id} for update`)
  const [row] = await tx
    .select({
      details: detailColumns,
      revision: instances.revision,
      has_stream: sql<boolean>`exists (select from ${streams} where instance_id = ${instances}.id)`,
      version: versionColumns,
    })
    .from(instances)
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .where(eq(instances.id, id))
  return row ?? null
}

export async function updateInstance(tx: Transaction, id: string, changes: Partial<Details>): Promise<void> {
  await tx
    .update(instances)
    .set({ ...changes, updated_at: sql`now()`, revision: sql`${instances.revision} + 1` })
    .where(eq(instances.id, id))
}
