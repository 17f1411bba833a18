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
const MOST_SHADOWS = 100_000
const SECRET_NAME = 'login-id-key'

const hasTry = (inactiveDays: number) => sql`(login_fail_count < ${limits.login_failures}
  or (role = 'ADMIN' and locked_at < now() - ${LAST_ADMIN_LOCK} and not ${hasOtherAdmin(inactiveDays)}))`

/** Whether the account is not locked, so that a look at its password is worth waiting for. */
export function hasTryLeft(db: Handle, id: string, inactiveDays: number): Promise<boolean> {
  return query(db).any(sql`select from accounts where id = ${id}::uuid and ${hasTry(inactiveDays)}`)
}

/**
 * Takes one of the account's five tries before its password is looked at, in one statement, so that any number of
 * parallel tries gets five between them. The last administrator's lock ends by itself.
 * @returns how many tries are used now, or null when the account is locked
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

/** Gives one try back: what it was taken for was right, or never looked at. The failures before it stay. */
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
 * Counts tries on IDs that are no account like those on real ones, so that an answer never tells which is which.
 * IDs are kept under a keyed hash: people type passwords into that field.
 */
export function createShadowTries(database: Database) {
  const key = createInstallationKey(database, SECRET_NAME)

  /** No ID that is typed has this hash, so these tries are no other ID's. */
  const barredHash = async (idHash: Buffer) =>
    createHmac('sha256', await key())
      .update(idHash)
      .digest()

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
      const locked = sql`select from shadow_logins where key = ${hash}
        and login_fail_count >= ${limits.login_failures} and updated_at >= now() - ${SHADOW_RETENTION}`
      return !(await query(database).any(locked))
    },

    /** Takes one of the ID's five tries; null when it is locked. */
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

    /** Gives one try back: what it was taken for was right, or never looked at. */
    async giveBack(hash: Buffer): Promise<void> {
      await database.execute(sql`
        update shadow_logins set login_fail_count = greatest(login_fail_count - 1, 0) where key = ${hash}`)
    },

    /** Gives all tries back, after a right password or by an unlock. @returns how many there were */
    async clear(hash: Buffer, db: Handle = database): Promise<number> {
      const count = sql`delete from shadow_logins where key = ${hash} returning login_fail_count`
      return (await failCount(db, count)) ?? 0
    },

    /**
     * How many tries on the account with this ID the directory refused by a rule of its own, five at most. They lock
     * nothing: its answers count them, so that they rise as those to an ID that is no account.
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
     * Forgets what is past its time, and the oldest beyond what may be kept: those that are locked at last, so that
     * trying many other IDs does not open one, which would tell that it is no account.
     */
    async sweep(): Promise<void> {
      await database.execute(sql`delete from shadow_logins where updated_at < now() - ${SHADOW_RETENTION}`)
      await database.execute(sql`
        delete from shadow_logins where key in (
          select key from shadow_logins
          order by login_fail_count >= ${limits.login_failures} desc, updated_at desc offset ${MOST_SHADOWS})`)
    },
  }
}

/**
 * Counts passwords of the directory that are tried out here on the counter of the login, so that this is no second way
 * to guess them. A try is taken before the directory is asked.
 */
export function createCountedTries(deps: Pick<Deps, 'database' | 'config' | 'directory'>) {
  const { database, config } = deps
  const shadows = createShadowTries(database)
  const days = config.inactive_days

  /**
   * @param isRight whether the password was right; an error counts nothing
   * @returns what `ask` answers, or null when the ID is locked and the directory was not asked
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
      // the directory's password is no proof against failures on a password that is kept here
      if (isRight(answer)) await (account?.login_type === 'static' ? giveBack() : clear())
      return answer
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}
