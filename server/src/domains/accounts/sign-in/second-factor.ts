import { fail, failField } from '@podium/contract/rules/errors.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/call.ts'
import { record } from '../../audit/audit.ts'
import { query } from '../../rows.ts'
import { named, visibleAccount } from '../own-account.ts'
import { normalPassword } from '../password-policy.ts'
import type { Credentials } from '../reads.ts'
import { changeAccount } from '../repository.ts'
import { describeSecret, newSecret, stepOf } from './one-time-code.ts'
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  type SecondFactorCodes,
} from './second-factor-codes.ts'
import { endSessions, endSignIns } from './sessions.ts'
import { revokeTokens } from './tokens.ts'

export async function readSecondFactor(database: Database, caller: Caller, id: string) {
  const account = await visibleAccount(database, caller, id)
  const recovery_codes_left = await countRecoveryCodes(database, account.id)
  return { enabled: account.second_factor, recovery_codes_left }
}

/** Stores a new secret for the caller, whose password has been checked. It takes effect once a code is confirmed. */
export async function beginSecondFactor(
  database: Database,
  codes: SecondFactorCodes,
  caller: Caller,
  account: Credentials,
): Promise<{ secret: string; uri: string; qr: string }> {
  const secret = newSecret()
  const sealed = await codes.seal(secret, account.id)
  await database.transaction(async (tx) => {
    const begun = sql`totp_secret = ${sealed}, totp_last_step = null, totp_wrong_codes = 0`
    if (!(await changeAccount(tx, account.id, begun, sql`totp_confirmed_at is null`)))
      fail('SECOND_FACTOR.SET')
    await record(tx, caller, { action: 'account.begin-second-factor', ...named(account) })
  })
  return describeSecret(secret, account.username)
}

/**
 * Sets the second factor and ends sessions and access tokens that needed only the password, except this session: a
 * stolen password would otherwise stay useful for a year. A wrong code is no failed login, because the caller gave the
 * password and was given the secret; after ten, the set-up must begin again.
 */
export async function confirmSecondFactor(
  deps: Deps,
  codes: SecondFactorCodes,
  caller: Caller,
  account: Credentials,
  otp: string,
) {
  const { database } = deps
  const begun = await codes.find(database, account.id)
  if (begun?.confirmed) fail('SECOND_FACTOR.SET')
  if (!begun) fail('SECOND_FACTOR.NOT_BEGUN')
  const step = stepOf(begun.secret, otp.replaceAll(/\s/g, ''), Date.now())
  if (step === null) return refuseCode(database, account, begun.sealed)
  return database.transaction(async (tx) => {
    const set = sql`totp_confirmed_at = now(), totp_last_step = ${step}`
    const unchanged = sql`totp_confirmed_at is null and totp_secret = ${begun.sealed}`
    if (!(await changeAccount(tx, account.id, set, unchanged))) fail('SECOND_FACTOR.NOT_BEGUN')
    await endSessions(tx, account.id, caller.session)
    await revokeTokens(tx, account.id)
    await record(tx, caller, { action: 'account.set-second-factor', ...named(account) })
    return { recovery_codes: await replaceRecoveryCodes(tx, account.id) }
  })
}

/** @throws Failure for a wrong code of the set-up; after the last allowed one its secret is deleted */
async function refuseCode(database: Database, { id }: Credentials, sealed: Buffer): Promise<never> {
  const isSame = sql`id = ${id}::uuid and totp_confirmed_at is null and totp_secret = ${sealed}`
  const counted = sql`update accounts set totp_wrong_codes = totp_wrong_codes + 1 where ${isSame} returning totp_wrong_codes`
  const wrong = await query(database).first<{ totp_wrong_codes: number }>(counted)
  if (!wrong || wrong.totp_wrong_codes < MAX_WRONG_CODES) return failField('otp', messages.otp_wrong)
  await database.execute(sql`update accounts set ${FORGOTTEN} where ${isSame}`)
  return fail('SECOND_FACTOR.TRIES')
}

/** Replaces the recovery codes of the caller, whose password and code have been checked. */
export async function renewRecoveryCodes(database: Database, caller: Caller, account: Credentials) {
  return database.transaction(async (tx) => {
    // a reset or a new password during the check of the code must leave no way in
    const isStill = sql`id = ${account.id}::uuid and deleted_at is null and ${provenBy(account)}`
    if (!(await query(tx).any(sql`select from accounts where ${isStill} for update`)))
      fail('SECOND_FACTOR.NONE')
    await record(tx, caller, { action: 'account.renew-recovery-codes', ...named(account) })
    return { recovery_codes: await replaceRecoveryCodes(tx, account.id) }
  })
}

/** @throws if only a second factor makes the password long enough */
export function checkLengthAlone(password: string): void {
  if ([...normalPassword(password)].length < limits.password_min)
    fail('SECOND_FACTOR.PASSWORD', { least: limits.password_min })
}

/** Removes the caller's second factor, after the check of password and code. */
export async function removeSecondFactor(database: Database, caller: Caller, account: Credentials) {
  return database.transaction(async (tx) => {
    // a shorter password set meanwhile needs its second factor
    if (!(await changeAccount(tx, account.id, FORGOTTEN, provenBy(account)))) fail('SECOND_FACTOR.NONE')
    await removeRecoveryCodes(tx, account.id)
    await record(tx, caller, { action: 'account.remove-second-factor', ...named(account) })
    return {}
  })
}

/**
 * Removes a lost second factor from another account. The length of its password cannot be known, so the next sign-in
 * requires a new one.
 */
export async function resetSecondFactor(database: Database, caller: Caller, id: string) {
  const account = await visibleAccount(database, caller, id)
  if (account.id === caller.account_id) fail('SECOND_FACTOR.OWN')
  return database.transaction(async (tx) => {
    const reset = sql`${FORGOTTEN}, must_change_password = true`
    if (!(await changeAccount(tx, account.id, reset, sql`totp_confirmed_at is not null`)))
      fail('SECOND_FACTOR.NONE')
    await removeRecoveryCodes(tx, account.id)
    await endSignIns(tx, account.id)
    await record(tx, caller, { action: 'account.reset-second-factor', ...named(account) })
    return {}
  })
}

const MAX_WRONG_CODES = 10

const FORGOTTEN = sql`totp_secret = null, totp_confirmed_at = null, totp_last_step = null`

/** True if password and second factor are still the checked ones. */
function provenBy({ password_hash }: Credentials) {
  return sql`totp_confirmed_at is not null and password_hash = ${password_hash}`
}
