import type { Transaction } from '@podium/database/connect.ts'
import { variables } from '@podium/database/schema/variables.ts'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { OtherKey, type Sealed, type SecretBox } from '../../http/secret-box.ts'
import { purposeOf } from './service.ts'

/** The number of secrets that were encrypted again, and of those that no key decrypts, which stay as they are. */
export interface Resealed {
  done: number
  left: number
}

/** Encrypts the secrets of other keys among the variables with the present key. */
export async function resealVariables(tx: Transaction, box: SecretBox, key_id: string): Promise<Resealed> {
  const isOther = and(isNotNull(variables.key_id), ne(variables.key_id, key_id))
  const rows = await tx.select().from(variables).where(isOther).for('update')
  return resealEach(rows, async (row) => {
    const { workspace_id, name, sealed, key_id: before } = row
    if (sealed === null || before === null) return
    const again = resealed(box, { sealed, key_id: before }, purposeOf(row))
    await tx
      .update(variables)
      .set(again)
      .where(and(eq(variables.workspace_id, workspace_id), eq(variables.name, name)))
  })
}

export function resealed(box: SecretBox, kept: Sealed, purpose: string): Sealed {
  return box.seal(box.open(kept, purpose), purpose)
}

export async function resealEach<T>(
  rows: readonly T[],
  reseal: (row: T) => Promise<void>,
): Promise<Resealed> {
  let left = 0
  for (const row of rows)
    await reseal(row).catch((error) => {
      if (!(error instanceof OtherKey)) throw error
      left += 1
    })
  return { done: rows.length - left, left }
}
