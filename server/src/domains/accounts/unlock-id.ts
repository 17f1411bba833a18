import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Actor, record } from '../audit/audit.ts'
import { clearTries } from './lock.ts'
import { findTypedId } from './reads.ts'
import { readAccount, unlockAccount } from './service.ts'
import { createShadowTries } from './shadow-tries.ts'

export interface UnlockedId {
  login_id: string
  /** null where the ID is no account, or only a deleted one */
  account_id: string | null
  /** how many failures counted until now */
  forgotten: number
}

/** Clears the failures of whatever ID somebody types, wherever they are counted. */
export function createUnlockOfIds(deps: Deps) {
  const { database, config } = deps
  const shadows = createShadowTries(database)

  async function unlockStranger(
    actor: Actor,
    loginId: string,
    deletedId: string | null,
  ): Promise<UnlockedId> {
    const idHash = await shadows.hashOf(loginId)
    const forgotten = await database.transaction(async (tx) => {
      const count = deletedId === null ? await shadows.clear(idHash, tx) : await clearDeleted(tx, deletedId)
      if (count > 0)
        await record(tx, actor, {
          action: 'account.unlock',
          object_kind: 'account',
          object_id: deletedId ?? loginId.toLowerCase(),
          object_name: loginId,
          before: { login_fail_count: count },
          after: { login_fail_count: 0 },
        })
      return count
    })
    return { login_id: loginId, account_id: null, forgotten }
  }

  return async function unlockId(actor: Actor, loginId: string): Promise<UnlockedId> {
    const known = await findTypedId(database, loginId, config.inactive_days)
    if (!known || known.deleted) return unlockStranger(actor, loginId, known?.id ?? null)
    const { login_fail_count } = await readAccount(deps, known.id)
    await unlockAccount(deps, actor, known.id)
    return { login_id: known.username, account_id: known.id, forgotten: login_fail_count }
  }
}

/** Tries on the ID of a deleted account count on what is left of it. */
async function clearDeleted(tx: Transaction, id: string): Promise<number> {
  const held = await tx.execute<{ login_fail_count: number }>(
    sql`select login_fail_count from accounts where id = ${id}::uuid for update`,
  )
  await clearTries(tx, id)
  return held.rows[0]?.login_fail_count ?? 0
}
