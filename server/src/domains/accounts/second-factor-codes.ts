import type { Database, Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { createInstallationKey } from '../../http/installation-key.ts'
import { type Actor, record } from '../audit/audit.ts'
import { isOneTimeCode, openSecret, sealSecret, stepOf } from './one-time-code.ts'
import { named } from './own-account.ts'
import { useRecoveryCode } from './recovery-codes.ts'

const KEY_NAME = 'one-time-secret-key'

export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>

interface KeptSecret {
  secret: Buffer
  sealed: Buffer
  confirmed: boolean
}

/** Checks codes of the second factor; its secrets are sealed with a key of the installation. */
export function createSecondFactorCodes(database: Database) {
  const key = createInstallationKey(database, KEY_NAME)

  async function find(db: Handle, accountId: string): Promise<KeptSecret | null> {
    const found = await db.execute<{ sealed: Buffer; confirmed: boolean }>(sql`
      select totp_secret as sealed, totp_confirmed_at is not null as confirmed from accounts
      where id = ${accountId}::uuid and totp_secret is not null`)
    const [row] = found.rows
    return row ? { ...row, secret: openSecret(row.sealed, await key(), accountId) } : null
  }

  /** Of two that use the same code at once only one gets through: the step moves forward in one statement. */
  async function useOneTimeCode(accountId: string, code: string): Promise<boolean> {
    const kept = await find(database, accountId)
    const step = kept?.confirmed ? stepOf(kept.secret, code, Date.now()) : null
    if (step === null) return false
    const used = await database.execute(sql`
      update accounts set totp_last_step = ${step}
      where id = ${accountId}::uuid and totp_confirmed_at is not null
        and (totp_last_step is null or totp_last_step < ${step})`)
    return used.rowCount === 1
  }

  return {
    find,

    async seal(secret: Buffer, accountId: string): Promise<Buffer> {
      return sealSecret(secret, await key(), accountId)
    },

    /**
     * Uses a code of the account up: a one-time code, or a recovery code, which is recorded.
     * @param client who shows it, as the audit names them
     * @returns whether it was right and had not been used
     */
    async use(
      account: { id: string; username: string },
      given: string,
      client: Pick<Actor, 'address' | 'request_id'>,
    ): Promise<boolean> {
      const code = given.replaceAll(/\s/g, '')
      if (isOneTimeCode(code)) return useOneTimeCode(account.id, code)
      return database.transaction(async (tx) => {
        if (!(await useRecoveryCode(tx, account.id, code))) return false
        const actor = { ...client, account_id: account.id, username: account.username }
        await record(tx, actor, { action: 'account.use-recovery-code', ...named(account) })
        return true
      })
    },
  }
}
