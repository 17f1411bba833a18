import { fail, failField } from '@podium/contract/rules/errors.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/call.ts'
import type { Actor } from '../../audit/audit.ts'
import { query } from '../../rows.ts'
import { askDirectory } from '../directory-people.ts'
import { ownId } from '../own-account.ts'
import { passwords } from '../passwords.ts'
import { type Credentials, findCredentials } from '../reads.ts'
import type { SecondFactorCodes } from './second-factor-codes.ts'
import { clearTries, giveTryBack, hasTryLeft, reserveTry } from './tries.ts'

const FRESH = sql.raw(`interval '10 minutes'`)

/** The caller's own account, with the columns that a login reads. */
export async function ownCredentials(deps: Deps, caller: Caller, id: string) {
  return (await findCredentials(deps, { id: ownId(caller, id) })) ?? fail('NOT.FOUND')
}

/**
 * Checks the current password again. It uses the counter of the login, because an open session could otherwise be used
 * for endless guessing.
 */
export async function confirmPassword(
  deps: Deps,
  by: Pick<Actor, 'address'>,
  account: Credentials,
  password: string,
): Promise<void> {
  if (!(await hasTryLeft(deps.database, account.id, deps.config.inactive_days))) fail('PASSWORD.LOCKED')
  let tries = 0
  const take = async () => {
    tries = await takeTry(deps, account)
    return true
  }
  const client = { address: by.address, account_id: account.id }
  const isRight =
    account.login_type === 'ldap'
      ? await isRightInDirectory(deps, account, password, take)
      : await passwords.verify(account.password_hash, password, client, take)
  if (!isRight) fail(tries === limits.login_failures ? 'PASSWORD.LOCKED' : 'PASSWORD.CURRENT')
  await countRight(deps, account)
}

/** People without a password here must have signed in just now. @throws SINGLE_SIGN_ON.AGAIN */
export async function confirmFreshSession(db: Handle, { session }: Caller): Promise<void> {
  const isFresh = sql`select from sessions where token_hash = ${session}::bytea and created_at > now() - ${FRESH}`
  if (!(await query(db).any(isFresh))) fail('SINGLE_SIGN_ON.AGAIN')
}

/** A try does not count while the directory gives no answer. */
async function isRightInDirectory(
  deps: Deps,
  account: Credentials,
  password: string,
  take: () => Promise<boolean>,
): Promise<boolean> {
  const directory = deps.directory ?? fail('DIRECTORY.NONE')
  await take()
  return askDirectory(directory.verify(account.username, password)).catch(async (error) => {
    await giveTryBack(deps.database, account.id)
    throw error
  })
}

/** Checks a code if the account has a second factor; a wrong one counts like a wrong password. */
export async function confirmCode(
  deps: Deps,
  codes: SecondFactorCodes,
  client: Pick<Actor, 'address' | 'request_id'>,
  account: Credentials,
  otp: string | undefined,
): Promise<void> {
  if (!account.second_factor) return
  if (!otp) failField('otp', messages.otp_missing)
  await takeTry(deps, account)
  if (!(await codes.use(account, otp, client))) failField('otp', messages.otp_wrong)
  await countRight(deps, account)
}

/**
 * @returns the number of used tries
 * @throws if the account is locked
 */
async function takeTry({ database, config }: Deps, account: Credentials): Promise<number> {
  return (await reserveTry(database, account.id, config.inactive_days)) ?? fail('PASSWORD.LOCKED')
}

/** With a second factor, half of the proof must not clear the failures of the other half. */
async function countRight({ database }: Deps, account: Credentials): Promise<void> {
  if (account.second_factor) await giveTryBack(database, account.id)
  else await clearTries(database, account.id)
}
