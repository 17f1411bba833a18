import type { Database, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

/**
 * Lets somebody ask while `meanwhile` is under way, whose locks they come to wait for; it is committed then.
 * @returns what they were answered
 */
export async function askWhile<T>(
  database: Database,
  meanwhile: (tx: Transaction) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const asked = await database.transaction(async (tx) => {
    await meanwhile(tx)
    const answer = ask()
    await Promise.race([answer, untilSomebodyWaits(database)])
    return [answer]
  })
  return asked[0] as Promise<T>
}

export async function untilSomebodyWaits(database: Database): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).not.toEqual([])
    },
    { timeout: 10_000 },
  )
}
