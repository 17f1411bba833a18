import type { Database, Transaction } from '@podium/database/connect.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

/**
 * Makes a call while `hold` has locks that the call waits for, then commits.
 * @returns the answers of both
 */
export async function askWhile<T>(
  database: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const asked = await database.transaction(async (tx) => {
    await hold(tx)
    const answer = ask()
    await Promise.race([answer, untilLockIsAwaited(database)])
    return [answer]
  })
  return asked[0] as Promise<T>
}

/** Resolves when a call waits for a lock. A server that just started may wait too, to record storage. */
export async function untilLockIsAwaited(database: Database): Promise<void> {
  await waitFor(async () => {
    const { rows } = await database.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query not like '%insert into retention%' and query not like '%insert into storage_days%'`)
    expect(rows).not.toEqual([])
  })
}
