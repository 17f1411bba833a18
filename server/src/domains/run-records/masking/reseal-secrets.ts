import type { Database, Transaction } from '@podium/database/connect.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { SecretBox } from '../../../http/secret-box.ts'
import { type Resealed, resealEach, resealed, resealVariables } from '../../variables/reseal.ts'
import { purposeOf } from './run-secrets.ts'

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

async function resealRunSecrets(tx: Transaction, box: SecretBox, key_id: string): Promise<Resealed> {
  const rows = await tx.select().from(runSecrets).where(ne(runSecrets.key_id, key_id)).for('update')
  return resealEach(rows, async (row) => {
    const { run_id, attempt } = row
    await tx
      .update(runSecrets)
      .set(resealed(box, row, purposeOf({ run: run_id, attempt })))
      .where(and(eq(runSecrets.run_id, run_id), eq(runSecrets.attempt, attempt)))
  })
}
