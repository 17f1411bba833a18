import { createHmac } from 'node:crypto'
import { limits, patterns } from '@podium/contract/rules/rules.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { createInstallationKey } from '../../../http/installation-key.ts'
import { hasOtherAdmin } from '../../../inactivity.ts'
import { query } from '../../rows.ts'
import { findWithPassword } from '../reads.ts'

const LAST_ADMIN_LOCK = sql.raw(`interval '15 minutes'`)
const SHADOW_RETENTION = sql.raw(`interval '30 days'`)
const MAX_SHADOWS = 100_000
const SECRET_NAME = 'login-id-key'

const hasTry = (inactiveDays: number) => sql`(login_fail_count < ${limits.login_failures}
  or (role = 'ADMIN' and locked_at < now() - ${LAST_ADMIN_LOCK} and not ${hasOtherAdmin(inactiveDays)}))`

/** True if the account is not locked, so that checking its password is worth waiting for. */
export function hasTryLeft(db: Handle, id: string, inactiveDays: number): Promise<boolean> {
  return query(db).any(sql`select from accounts where id = ${id}::uuid and ${hasTry(inactiveDays)}`)
}

/**
 * Uses one of the account's five tries before its password is checked, in one statement, so that parallel tries get
 * five in total. The last administrator's lock expires.
 * @returns the number of used tries, or null if the account is locked
 */
export function reserveTry(db: Handle, id: string, inactiveDays: number): Promise<number | null> {
  const most = limits.login_failures
  return failCount(
    db,
    sql`update accounts set
        login_fail_count = case when login_fail_count < ${most} then login_fail_count + 1 else 1 end,
        locked_at = case when login_fail_count + 1 = ${most} then now() else null end
      where id = ${id}::uuid and ${hasTry(inactiveDays)} returning login_fail_count`,
  )
}

/** Gives one try back, because it succeeded or was never checked. Earlier failures stay. */
export async function giveTryBack(db: Handle, id: string): Promise<void> {
  await db.execute(sql`
    update accounts set login_fail_count = greatest(login_fail_count - 1, 0), locked_at = null
    where id = ${id}::uuid`)
}

/** Gives all tries back after a right password. */
export async function clearTries(db: Handle, id: string): Promise<void> {
  await db.execute(sql`update accounts set login_fail_count = 0, locked_at = null where id = ${id}::uuid`)
}

async function failCount(db: Handle, statement: SQL): Promise<number | null> {
  const row = await query(db).first<{ login_fail_count: number }>(statement)
  return row?.login_fail_count ?? null
}

/**
 * Counts tries on unknown IDs like those on accounts, so that answers do not distinguish them. IDs are stored under a
 * keyed hash, because people type passwords into that field.
 */
export function createShadowTries(database: Database) {
  const key = createInstallationKey(database, SECRET_NAME)

  /** No typed ID has this hash, so these tries collide with no other ID's. */
  const barredHash = async (idHash: Buffer) =>
    createHmac('sha256', await key())
      .update(idHash)
      .digest()

  return {
    /**
     * Two IDs have one hash exactly if they would be one account: an ID locked under another spelling would otherwise
     * be recognisable as unknown.
     */
    async hashOf(loginId: string): Promise<Buffer> {
      const id = patterns.username.test(loginId) ? loginId.toLowerCase() : loginId
      return createHmac('sha256', await key())
        .update(id)
        .digest()
    },

    /** True if the ID is not locked. */
    async hasTryLeft(hash: Buffer): Promise<boolean> {
      const locked = sql`select from shadow_logins where key = ${hash}
        and login_fail_count >= ${limits.login_failures} and updated_at >= now() - ${SHADOW_RETENTION}`
      return !(await query(database).any(locked))
    },

    /** Uses one of the ID's five tries; null if it is locked. */
    reserve(hash: Buffer): Promise<number | null> {
      return failCount(
        database,
        sql`insert into shadow_logins as had (key, login_fail_count) values (${hash}, 1)
          on conflict (key) do update set updated_at = now(), login_fail_count =
            case when had.updated_at < now() - ${SHADOW_RETENTION} then 1 else had.login_fail_count + 1 end
          where had.login_fail_count < ${limits.login_failures} or had.updated_at < now() - ${SHADOW_RETENTION}
          returning login_fail_count`,
      )
    },

    /** Gives one try back, because it succeeded or was never checked. */
    async giveBack(hash: Buffer): Promise<void> {
      await database.execute(sql`
        update shadow_logins set login_fail_count = greatest(login_fail_count - 1, 0) where key = ${hash}`)
    },

    /** Gives all tries back, after a right password or an unlock. @returns the number of used ones */
    async clear(hash: Buffer, db: Handle = database): Promise<number> {
      const count = sql`delete from shadow_logins where key = ${hash} returning login_fail_count`
      return (await failCount(db, count)) ?? 0
    },

    /**
     * The number of tries on this account's ID that a rule of the directory refused, at most five. They lock nothing,
     * but answers count them, so that they rise as for an unknown ID.
     */
    async barredTries(idHash: Buffer): Promise<number> {
      const hash = await barredHash(idHash)
      const counted = sql`select login_fail_count from shadow_logins
        where key = ${hash} and updated_at >= now() - ${SHADOW_RETENTION}`
      return (await failCount(database, counted)) ?? 0
    },

    async addBarredTry(idHash: Buffer): Promise<void> {
      await this.reserve(await barredHash(idHash))
    },

    async clearBarredTries(idHash: Buffer, db: Handle = database): Promise<void> {
      await this.clear(await barredHash(idHash), db)
    },

    /**
     * Deletes expired rows, and the oldest beyond the maximum. Locked ones go last, because trying many other IDs could
     * otherwise unlock one, which would reveal that it is unknown.
     */
    async sweep(): Promise<void> {
      await database.execute(sql`delete from shadow_logins where updated_at < now() - ${SHADOW_RETENTION}`)
      await database.execute(sql`
        delete from shadow_logins where key in (
          select key from shadow_logins
          order by login_fail_count >= ${limits.login_failures} desc, updated_at desc offset ${MAX_SHADOWS})`)
    },
  }
}

/**
 * Counts tries of directory passwords on the counter of the login, so that this is no second way to guess them. The try
 * is used before the directory is asked.
 */
export function createCountedTries(deps: Pick<Deps, 'database' | 'config' | 'directory'>) {
  const { database, config } = deps
  const shadows = createShadowTries(database)
  const days = config.inactive_days

  /**
   * @param isRight tells if the password was right; an error counts nothing
   * @returns the result of `ask`, or null if the ID is locked and the directory was not asked
   */
  return async function counted<T>(
    typedId: string,
    ask: () => Promise<T>,
    isRight: (answer: T) => boolean,
  ): Promise<T | null> {
    const loginId = deps.directory?.idOf(typedId) ?? typedId
    const account = await findWithPassword(deps, loginId)
    const idHash = await shadows.hashOf(loginId)
    const tries = account ? await reserveTry(database, account.id, days) : await shadows.reserve(idHash)
    if (tries === null) return null
    const giveBack = () => (account ? giveTryBack(database, account.id) : shadows.giveBack(idHash))
    const clear = () => (account ? clearTries(database, account.id) : shadows.clear(idHash))
    try {
      const answer = await ask()
      // the directory's password proves nothing about failures on a password stored here
      if (isRight(answer)) await (account?.login_type === 'static' ? giveBack() : clear())
      return answer
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}
