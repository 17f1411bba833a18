import { limits } from '@podium/contract/rules/rules.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { recoveryCodes } from '@podium/database/schema/accounts.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { createInstallationKey } from '../../../http/installation-key.ts'
import { openSealed, seal } from '../../../http/seal.ts'
import { hashOfToken } from '../../../http/session/tokens.ts'
import { type Actor, record } from '../../audit/audit.ts'
import { query } from '../../rows.ts'
import { named } from '../own-account.ts'
import { isOneTimeCode, stepOf } from './one-time-code.ts'

const KEY_NAME = 'one-time-secret-key'
/** 80 bits: too many to try against a fast hash, so that a copy of the database reveals none. */
const RECOVERY_CODE_BYTES = 10

export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>

/** Checks codes of the second factor; its secrets are sealed with the installation's key. */
export function createSecondFactorCodes(database: Database) {
  const key = createInstallationKey(database, KEY_NAME)

  async function find(db: Handle, accountId: string) {
    const row = await query(db).first<{ sealed: Buffer; confirmed: boolean }>(sql`
      select totp_secret as sealed, totp_confirmed_at is not null as confirmed from accounts
      where id = ${accountId}::uuid and totp_secret is not null`)
    return row ? { ...row, secret: openSealed(row.sealed, await key(), accountId) } : null
  }

  /** Only one of two simultaneous uses of a code passes, because one statement moves the step forward. */
  async function useOneTimeCode(accountId: string, code: string): Promise<boolean> {
    const found = await find(database, accountId)
    const step = found?.confirmed ? stepOf(found.secret, code, Date.now()) : null
    if (step === null) return false
    return query(database).any(sql`
      update accounts set totp_last_step = ${step}
      where id = ${accountId}::uuid and totp_confirmed_at is not null
        and (totp_last_step is null or totp_last_step < ${step})`)
  }

  return {
    find,

    async seal(secret: Buffer, accountId: string): Promise<Buffer> {
      return seal(secret, await key(), accountId)
    },

    /**
     * Uses up a code of the account: a one-time code, or a recovery code, which is recorded.
     * @param client the actor in the audit log
     * @returns true if it was right and unused
     */
    async use(
      account: { id: string; username: string },
      typed: string,
      client: Pick<Actor, 'address' | 'request_id'>,
    ): Promise<boolean> {
      const code = typed.replaceAll(/\s/g, '')
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

/** Gives the account new recovery codes, which are shown only once; the previous ones become void. */
export async function replaceRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recovery_codes }, newRecoveryCode)
  await removeRecoveryCodes(tx, accountId)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfCode(code) })))
  return codes
}

/** @returns true if it was one; of two simultaneous uses, only one gets true */
function useRecoveryCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  return query(tx).any(sql`
    update recovery_codes set used_at = now()
    where account_id = ${accountId}::uuid and code_hash = ${hashOfCode(code)} and used_at is null`)
}

export async function countRecoveryCodes(db: Handle, accountId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.account_id, accountId), isNull(recoveryCodes.used_at)))
}

export async function removeRecoveryCodes(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.account_id, accountId))
}

/** Letters and the digits 2 to 7 in groups of four, which are easy to copy from paper. */
function newRecoveryCode(): string {
  const text = new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** Ignores groups and capitals. */
function hashOfCode(code: string): Buffer {
  return hashOfToken(code.replaceAll(/[\s-]/g, '').toLowerCase())
}
