import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { networkOf } from '../../../http/connections/client-network.ts'
import { isLoopbackAddress } from '../../../http/session/session.ts'
import { query } from '../../rows.ts'

const MAX_IDS = 100
const WINDOW = sql.raw(`interval '15 minutes'`)
const PASS_EVERY = sql.raw(`interval '1 second'`)
/** the row with the last time that this address passed beyond its budget */
const PASS = Buffer.alloc(0)

/**
 * Throttles an address (for IPv6, the half that one client has) that fails on many different IDs. Beyond a hundred in a
 * quarter of an hour, one try per second still passes, so that an office behind one address is never locked out.
 */
export function createAddressBudget(database: Database) {
  return {
    /** True if a try from this address may be checked. Refused tries write nothing: they would wait for a row. */
    async allows(client: string): Promise<boolean> {
      if (isLoopbackAddress(client)) return true
      const address = networkOf(client)
      const spent = await query(database).first<{ ids: number; pass: boolean }>(sql`
        select
        (select count(*)::int from (
          select from address_failures
          where address = ${address} and key <> ${PASS} and failed_at > now() - ${WINDOW} limit ${MAX_IDS}
        ) as recent) as ids,
        not exists (
          select from address_failures
          where address = ${address} and key = ${PASS} and failed_at > now() - ${PASS_EVERY}) as pass`)
      if ((spent?.ids ?? 0) < MAX_IDS) return true
      if (!spent?.pass) return false
      return query(database).any(sql`
        insert into address_failures as last (address, key) values (${address}, ${PASS})
        on conflict (address, key) do update set failed_at = now()
        where last.failed_at <= now() - ${PASS_EVERY}`)
    },

    /** Written once per minute and ID, because a flood on one of them would wait for its row. */
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

    /** Deletes failures that no longer count. */
    async sweep(): Promise<void> {
      await database.execute(sql`delete from address_failures where failed_at < now() - ${WINDOW}`)
    },
  }
}

const MINUTE_MS = 60_000

/**
 * Limits how often a caller asks the directory, because an open session could otherwise be used to guess passwords
 * and to copy the directory.
 * @param most per minute
 * @param now milliseconds that never decrease
 */
export function createCallerBudget(most: number, now = () => performance.now()) {
  const timesOf = new Map<string, number[]>()

  /** @returns a function that gives this one back, so that it does not count */
  return function spend(caller: { account_id: string | null }): () => void {
    const since = now() - MINUTE_MS
    for (const [key, times] of timesOf) if ((times.at(-1) ?? 0) <= since) timesOf.delete(key)
    const key = caller.account_id ?? 'host'
    const recent = (timesOf.get(key) ?? []).filter((time) => time > since)
    if (recent.length >= most) fail('DIRECTORY.OFTEN')
    const at = now()
    timesOf.set(key, [...recent, at])
    return () => {
      const others = (timesOf.get(key) ?? []).filter((time) => time !== at)
      timesOf.set(key, others)
    }
  }
}
