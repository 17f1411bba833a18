import { createHmac } from 'node:crypto'
import { limits, patterns } from '@podium/contract/rules.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { createInstallationKey } from '../../http/installation-key.ts'

const KEPT = sql.raw(`interval '30 days'`)
const MOST_ROWS = 100_000
const SECRET_NAME = 'login-id-key'

/**
 * Counts tries on IDs that are no account like those on real ones, so that an answer never tells which is which.
 * IDs are kept under a keyed hash: people type passwords into that field.
 */
export function createShadowTries(database: Database) {
  const key = createInstallationKey(database, SECRET_NAME)

  return {
    /**
     * Two IDs are one where they would be one account, and nowhere else: an ID that is locked under another spelling
     * would be no account.
     */
    async hashOf(loginId: string): Promise<Buffer> {
      const id = patterns.username.test(loginId) ? loginId.toLowerCase() : loginId
      return createHmac('sha256', await key())
        .update(id)
        .digest()
    },

    /** Whether the ID is not locked. */
    async hasTryLeft(hash: Buffer): Promise<boolean> {
      const locked = await database.execute(sql`
        select from shadow_logins where key = ${hash}
          and login_fail_count >= ${limits.login_failures} and updated_at >= now() - ${KEPT}`)
      return locked.rows.length === 0
    },

    /** Takes one of the ID's five tries; null when it is locked. */
    async reserve(hash: Buffer): Promise<number | null> {
      const reserved = await database.execute<{ login_fail_count: number }>(sql`
        insert into shadow_logins as kept (key, login_fail_count) values (${hash}, 1)
        on conflict (key) do update set updated_at = now(), login_fail_count =
          case when kept.updated_at < now() - ${KEPT} then 1 else kept.login_fail_count + 1 end
        where kept.login_fail_count < ${limits.login_failures} or kept.updated_at < now() - ${KEPT}
        returning login_fail_count`)
      return reserved.rows[0]?.login_fail_count ?? null
    },

    /** Gives one try back: what it was taken for was right, or never looked at. */
    async giveBack(hash: Buffer): Promise<void> {
      await database.execute(sql`
        update shadow_logins set login_fail_count = greatest(login_fail_count - 1, 0) where key = ${hash}`)
    },

    /** Gives all tries back, after a right password or by an unlock. @returns how many there were */
    async clear(hash: Buffer, db: Handle = database): Promise<number> {
      const cleared = await db.execute<{ login_fail_count: number }>(
        sql`delete from shadow_logins where key = ${hash} returning login_fail_count`,
      )
      return cleared.rows[0]?.login_fail_count ?? 0
    },

    /**
     * Forgets what is past its time, and the oldest beyond what may be kept: those that are locked at last, so that
     * trying many other IDs does not open one, which would tell that it is no account.
     */
    async sweep(): Promise<void> {
      await database.execute(sql`delete from shadow_logins where updated_at < now() - ${KEPT}`)
      await database.execute(sql`
        delete from shadow_logins where key in (
          select key from shadow_logins
          order by login_fail_count >= ${limits.login_failures} desc, updated_at desc offset ${MOST_ROWS})`)
    },
  }
}
