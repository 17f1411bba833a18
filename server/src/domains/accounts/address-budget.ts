import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { networkOf } from '../../http/client-network.ts'
import { isLoopbackAddress } from '../../http/session.ts'

const MOST_IDS = 100
const WINDOW = sql.raw(`interval '15 minutes'`)
const TURN_EVERY = sql.raw(`interval '1 second'`)
/** the row that says when this address was last let through beyond its budget */
const TURN = Buffer.alloc(0)

export type AddressBudget = ReturnType<typeof createAddressBudget>

/**
 * Holds back an address, of IPv6 the half that one client has, that fails on many different IDs. Beyond a hundred in a quarter of an hour one try a second
 * still passes, so that an office behind one address is never shut out.
 */
export function createAddressBudget(database: Database) {
  return {
    /** Whether a try from this address may be looked at. Those held back write nothing: they would wait for one row. */
    async allows(client: string): Promise<boolean> {
      if (isLoopbackAddress(client)) return true
      const address = networkOf(client)
      const { rows } = await database.execute<{ ids: number; turn: boolean }>(sql`
        select
          (select count(*)::int from (
            select from address_failures
            where address = ${address} and key <> ${TURN} and failed_at > now() - ${WINDOW} limit ${MOST_IDS}
          ) as recent) as ids,
          not exists (
            select from address_failures
            where address = ${address} and key = ${TURN} and failed_at > now() - ${TURN_EVERY}) as turn`)
      if ((rows[0]?.ids ?? 0) < MOST_IDS) return true
      if (!rows[0]?.turn) return false
      const turn = await database.execute(sql`
        insert into address_failures as last (address, key) values (${address}, ${TURN})
        on conflict (address, key) do update set failed_at = now()
        where last.failed_at <= now() - ${TURN_EVERY} returning 1`)
      return turn.rows.length > 0
    },

    /** Written once a minute and ID: a flood on one of them would wait for its row. */
    async noteFailure(client: string, idHash: Buffer): Promise<void> {
      if (isLoopbackAddress(client)) return
      const address = networkOf(client)
      await database.execute(sql`
        insert into address_failures (address, key)
        select ${address}, ${idHash}::bytea where not exists (
          select from address_failures
          where address = ${address} and key = ${idHash} and failed_at > now() - interval '1 minute')
        on conflict (address, key) do update set failed_at = now()`)
    },

    /** Forgets failures that no longer count. */
    async sweep(): Promise<void> {
      await database.execute(sql`delete from address_failures where failed_at < now() - ${WINDOW}`)
    },
  }
}
