import { fail, failField } from '@podium/contract/errors.ts'
import { limits, messages } from '@podium/contract/rules.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { describeSecret, newSecret, stepOf } from './one-time-code.ts'
import { named, visibleAccount } from './own-account.ts'
import { normalPassword } from './password-policy.ts'
import type { Credentials } from './reads.ts'
import { countRecoveryCodes, removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorCodes } from './second-factor-codes.ts'
import { endSessions } from './sessions.ts'
import { endSignIns } from './sign-ins.ts'

export async function readSecondFactor(
  database: Database,
  caller: Caller,
  id: string,
): Promise<{ enabled: boolean; recovery_codes_left: number }> {
  const account = await visibleAccount(database, caller, id)
  return {
    enabled: account.second_factor,
    recovery_codes_left: await countRecoveryCodes(database, account.id),
  }
}

/** Keeps a new secret for the caller, whose password is checked already. It counts once a code of it was confirmed. */
export async function beginSecondFactor(
  database: Database,
  codes: SecondFactorCodes,
  caller: Caller,
  account: Credentials,
): Promise<{ secret: string; uri: string; qr: string }> {
  const secret = newSecret()
  const sealed = await codes.seal(secret, account.id)
  await database.transaction(async (tx) => {
    const begun = sql`totp_secret = ${sealed}, totp_last_step = null`
    if (!(await change(tx, account.id, begun, sql`totp_confirmed_at is null`))) fail('SECOND_FACTOR.SET')
    await record(tx, caller, { action: 'account.begin-second-factor', ...named(account) })
  })
  return describeSecret(secret, account.username)
}

/** Sets the second factor. Sessions that were opened without it end, but not the one that asks. */
export async function confirmSecondFactor(
  database: Database,
  codes: SecondFactorCodes,
  caller: Caller,
  accountId: string,
  otp: string,
): Promise<string[]> {
  const kept = await codes.find(database, accountId)
  if (kept?.confirmed) fail('SECOND_FACTOR.SET')
  if (!kept) fail('SECOND_FACTOR.NOT_BEGUN')
  const step = stepOf(kept.secret, otp.replaceAll(/\s/g, ''), Date.now())
  if (step === null) failField('otp', messages.otp_wrong)
  return database.transaction(async (tx) => {
    const set = sql`totp_confirmed_at = now(), totp_last_step = ${step}`
    const unchanged = sql`totp_confirmed_at is null and totp_secret = ${kept.sealed}`
    if (!(await change(tx, accountId, set, unchanged))) fail('SECOND_FACTOR.NOT_BEGUN')
    await endSessions(tx, accountId, caller.session)
    await record(tx, caller, {
      action: 'account.set-second-factor',
      ...named({ id: accountId, username: caller.username }),
    })
    return replaceRecoveryCodes(tx, accountId)
  })
}

/** @throws when the password is one that only a second factor makes long enough */
export function checkLengthAlone(password: string): void {
  if ([...normalPassword(password)].length < limits.password_min)
    fail('SECOND_FACTOR.PASSWORD', { least: limits.password_min })
}

/** Removes the second factor of the caller, whose password and code are checked already. */
export async function removeSecondFactor(
  database: Database,
  caller: Caller,
  account: Credentials,
): Promise<void> {
  await database.transaction(async (tx) => {
    // a shorter password that was set in the meantime needs its second factor
    const sameLength = sql`totp_confirmed_at is not null and password_hash = ${account.password_hash}`
    if (!(await change(tx, account.id, FORGOTTEN, sameLength))) fail('SECOND_FACTOR.NONE')
    await removeRecoveryCodes(tx, account.id)
    await record(tx, caller, { action: 'account.remove-second-factor', ...named(account) })
  })
}

/**
 * Takes a lost second factor off somebody else's account. Nobody knows how long its password is, so the next sign-in
 * asks for a new one.
 */
export async function resetSecondFactor(database: Database, caller: Caller, id: string): Promise<void> {
  const account = await visibleAccount(database, caller, id)
  if (account.id === caller.account_id) fail('SECOND_FACTOR.OWN')
  await database.transaction(async (tx) => {
    const reset = sql`${FORGOTTEN}, must_change_password = true`
    if (!(await change(tx, account.id, reset, sql`totp_confirmed_at is not null`))) fail('SECOND_FACTOR.NONE')
    await removeRecoveryCodes(tx, account.id)
    await endSignIns(tx, account.id)
    await record(tx, caller, { action: 'account.reset-second-factor', ...named(account) })
  })
}

const FORGOTTEN = sql`totp_secret = null, totp_confirmed_at = null, totp_last_step = null`

/** Changes the account's row where the condition still holds. @returns whether it did */
async function change(tx: Transaction, id: string, fields: SQL, condition: SQL): Promise<boolean> {
  const changed = await tx.execute(sql`
    update accounts set ${fields}, updated_at = now(), revision = revision + 1
    where id = ${id}::uuid and deleted_at is null and ${condition}`)
  return changed.rowCount === 1
}
