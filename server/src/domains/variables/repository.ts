import type { Transaction } from '@podium/database/connect.ts'
import { solutions } from '@podium/database/schema/solutions.ts'
import { variables } from '@podium/database/schema/variables.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

export type VariableRow = typeof variables.$inferSelect

export type NewVariable = Omit<VariableRow, 'revision' | 'updated_at'>
/** The fields that an edit changes. */
export type VariableFields = Omit<NewVariable, 'workspace_id' | 'name' | 'updated_by'>

/** Reads the variable, and locks it until the transaction ends. */
export async function lockVariable(tx: Transaction, workspaceId: string, name: string) {
  const [row] = await tx.select().from(variables).where(byName(workspaceId, name)).for('update')
  return row ?? null
}

/**
 * Locks the addition of variables to the workspace until the transaction ends, so that they can be counted.
 * @returns false if the workspace is gone
 */
export function lockVariablesOf(tx: Transaction, workspaceId: string): Promise<boolean> {
  return query(tx).any(sql`select from workspaces where id = ${workspaceId}::uuid for no key update`)
}

/** The number of other variables and the total bytes of their values. */
export async function countOthers(tx: Transaction, workspaceId: string, name: string) {
  const counted = await query(tx).first<{ others: number; bytes: number }>(sql`
    select count(*)::int as others, coalesce(sum(size), 0)::int as bytes from variables
    where workspace_id = ${workspaceId}::uuid and name <> ${name}`)
  return counted ?? { others: 0, bytes: 0 }
}

/** The ids among these that are solutions of the workspace. */
export async function solutionsAmong(tx: Transaction, workspaceId: string, ids: string[]): Promise<string[]> {
  const found = await tx
    .select({ id: solutions.id })
    .from(solutions)
    .where(and(eq(solutions.workspace_id, workspaceId), inArray(solutions.id, ids)))
  return found.map(({ id }) => id)
}

export async function writeVariable(tx: Transaction, row: NewVariable): Promise<void> {
  const { workspace_id: _, name: __, ...changes } = row
  await tx
    .insert(variables)
    .values(row)
    .onConflictDoUpdate({
      target: [variables.workspace_id, variables.name],
      set: { ...changes, updated_at: sql`now()`, revision: sql`${variables.revision} + 1` },
    })
}

export async function removeVariable(tx: Transaction, workspaceId: string, name: string): Promise<void> {
  await tx.delete(variables).where(byName(workspaceId, name))
}

function byName(workspaceId: string, name: string) {
  return and(eq(variables.workspace_id, workspaceId), eq(variables.name, name))
}
