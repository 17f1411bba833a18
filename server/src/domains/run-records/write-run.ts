import type { Handle, Transaction } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq, sql } from 'drizzle-orm'
import type { RunRow } from './run-row.ts'

type NewRun = Omit<typeof runs.$inferInsert, 'search_text'>

/** Queues a run. It is found by its name and that of its solution. */
export async function insertRun(tx: Transaction, run: NewRun, solution: string): Promise<void> {
  const search_text = sql`lower(${`${run.name}\n${solution}`})`
  await tx.insert(runs).values({ ...run, search_text })
}

/** Writes columns on which no state depends, so without the condition of `noteRun`. */
export async function updateRun(
  db: Handle,
  id: string,
  fields: Partial<Pick<RunRow, 'note' | 'model_note' | 'given_variables'>>,
): Promise<void> {
  await db.update(runs).set(fields).where(eq(runs.id, id))
}

/** Clears the model of a run. `bytes` is the size of its files. */
export async function removeModel(tx: Transaction, id: string, bytes: number): Promise<void> {
  await tx.execute(sql`
    update runs set model_number = null, model_note = '', artifact_bytes = greatest(artifact_bytes - ${bytes}, 0)
    where id = ${id}::uuid`)
}

export const deleteRunRow = (tx: Transaction, id: string) => tx.delete(runs).where(eq(runs.id, id))
