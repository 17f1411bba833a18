import { limits } from '@podium/contract/rules.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { recoveryCodes } from '@podium/database/schema/accounts.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { hashOfToken } from '../../http/tokens.ts'

/** 80 bits: too many for trying them all against a fast hash, so that whoever reads the database has nothing. */
const CODE_BYTES = 10

/** Gives the account new recovery codes, once seen and never again; the ones before are void. */
export async function replaceRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recovery_codes }, newCode)
  await removeRecoveryCodes(tx, accountId)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfCode(code) })))
  return codes
}

/** Uses a code up. @returns whether it was one; of two that use it at once only one gets true */
export async function useRecoveryCode(db: Handle, accountId: string, code: string): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(and(eq(recoveryCodes.code_hash, hashOfCode(code)), isUnused(accountId)))
    .returning({ account_id: recoveryCodes.account_id })
  return used.length > 0
}

export async function countRecoveryCodes(db: Handle, accountId: string): Promise<number> {
  return db.$count(recoveryCodes, isUnused(accountId))
}

export async function removeRecoveryCodes(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.account_id, accountId))
}

/** Letters and the digits 2 to 7 in groups of four, as it is easy to copy from paper. */
function newCode(): string {
  const text = new Secret({ size: CODE_BYTES }).base32.toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** However it was typed: groups and capitals make no difference. */
function hashOfCode(code: string): Buffer {
  return hashOfToken(code.replaceAll(/[\s-]/g, '').toLowerCase())
}

function isUnused(accountId: string) {
  return and(eq(recoveryCodes.account_id, accountId), isNull(recoveryCodes.used_at))
}
