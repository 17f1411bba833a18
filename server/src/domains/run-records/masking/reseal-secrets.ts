import type { Database, Transaction } from '@podium/database/connect.ts'
import { runSecrets, variables } from '@podium/database/schema/variables.ts'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { OtherKey, type Sealed, type SecretBox } from '../../../http/secret-box.ts'
import { purposeOf as purposeOfVariable } from '../../variables/service.ts'
import { purposeOf as purposeOfRun } from './run-secrets.ts'

/** The number of secrets that were encrypted again, and of those that no key decrypts, which stay as they are. */
export interface Resealed {
  done: number
  left: number
}

/** Encrypts all secrets of other keys with the present one, in one transaction. */
export async function resealSecrets(database: Database, box: SecretBox): Promise<Resealed> {
  if (box.key_id === null) return { done: 0, left: 0 }
  const key_id = box.key_id
  return database.transaction(async (tx) => {
    const ofVariables = await resealVariables(tx, box, key_id)
    const ofRuns = await resealRunSecrets(tx, box, key_id)
    return { done: ofVariables.done + ofRuns.done, left: ofVariables.left + ofRuns.left }
  })
}

async function resealVariables(tx: Transaction, box: SecretBox, key_id: string): Promise<Resealed> {
  const isOther = and(isNotNull(variables.key_id), ne(variables.key_id, key_id))
  const rows = await tx.select().from(variables).where(isOther).for('update')
  return resealEach(rows, async (row) => {
    const { workspace_id, name, sealed, key_id: before } = row
    if (sealed === null || before === null) return
    const again = resealed(box, { sealed, key_id: before }, purposeOfVariable(row))
    await tx
      .update(variables)
      .set(again)
      .where(and(eq(variables.workspace_id, workspace_id), eq(variables.name, name)))
  })
}

async function resealRunSecrets(tx: Transaction, box: SecretBox, key_id: string): Promise<Resealed> {
  const rows = await tx.select().from(runSecrets).where(ne(runSecrets.key_id, key_id)).for('update')
  return resealEach(rows, async (row) => {
    const { run_id, attempt } = row
    await tx
      .update(runSecrets)
      .set(resealed(box, row, purposeOfRun({ run: run_id, attempt })))
      .where(and(eq(runSecrets.run_id, run_id), eq(runSecrets.attempt, attempt)))
  })
}

function resealed(box: SecretBox, kept: Sealed, purpose: string): Sealed {
  return box.seal(box.open(kept, purpose), purpose)
}

async function resealEach<T>(rows: readonly T[], reseal: (row: T) => Promise<void>): Promise<Resealed> {
  let left = 0
  for (const row of rows)
    await reseal(row).catch((error) => {
      if (!(error instanceof OtherKey)) throw error
      left += 1
    })
  return { done: rows.length - left, left }
}
