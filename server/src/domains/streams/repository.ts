import type { ChosenParameters } from '@podium/contract/calls/streams.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { and, eq, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'

/** The version of the stream's instance, which parameters are checked against. */
const boundVersion = {
  solution_name: solutions.name,
  version_num: solutionVersions.version_num,
  metadata: solutionVersions.metadata_json,
}
export type LockedStream = NonNullable<Awaited<ReturnType<typeof lockStream>>>
export type BoundVersion = Pick<LockedStream, keyof typeof boundVersion>
export type StreamFields = Pick<LockedStream, 'name' | 'parameters'>

/** Locks the instance with that id in the workspace, so that a coupled one gets no second stream. */
export async function lockInstance(tx: Transaction, workspace: string, id: string) {
  if (!isUuid(id)) return null
  await tx.execute(sql`select from ${instances} where id = ${id} for update`)
  const [row] = await tx
    .select({
      id: instances.id,
      draft: instances.draft,
      coupled: instances.coupled,
      has_stream: sql<boolean>`exists (select from ${streams} where instance_id = ${instances}.id)`,
      ...boundVersion,
    })
    .from(instances)
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .where(and(eq(instances.id, id), eq(instances.workspace_id, workspace)))
  return row ?? null
}

/** Locks the stream and reads it with the version of its instance, so that the second of two edits sees the first. */
export async function lockStream(tx: Transaction, id: string) {
  await tx.execute(sql`select from ${streams} where id = ${id} for update`)
  const [row] = await tx
    .select({
      name: streams.name,
      parameters: streams.parameters,
      revision: streams.revision,
      ...boundVersion,
    })
    .from(streams)
    .innerJoin(instances, eq(instances.id, streams.instance_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .where(eq(streams.id, id))
  // checked when they were written
  return row ? { ...row, parameters: row.parameters as ChosenParameters } : null
}

export async function updateStream(tx: Transaction, id: string, changes: Partial<StreamFields>) {
  await tx
    .update(streams)
    .set({ ...changes, updated_at: sql`now()`, revision: sql`${streams.revision} + 1` })
    .where(eq(streams.id, id))
}

export async function insertStream(tx: Transaction, stream: typeof streams.$inferInsert): Promise<string> {
  const [row] = await tx.insert(streams).values(stream).returning({ id: streams.id })
  return row?.id ?? fail('NOT.FOUND')
}

export const deleteStreamRow = (tx: Transaction, id: string) => tx.delete(streams).where(eq(streams.id, id))

/** The instance that is coupled to the stream, or null. */
export async function coupledInstance(db: Handle, stream: string) {
  const [row] = await db
    .select({ id: instances.id, name: instances.name })
    .from(instances)
    .innerJoin(streams, eq(streams.instance_id, instances.id))
    .where(and(eq(streams.id, stream), eq(instances.coupled, true)))
  return row ?? null
}
