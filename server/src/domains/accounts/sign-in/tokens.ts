import type { AccessToken, makeToken as makeRoute } from '@podium/contract/calls/sign-in.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { accessTokens } from '@podium/database/schema/accounts.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Call, Caller } from '../../../http/call.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import { newAccessToken } from '../../../http/session/access-token.ts'
import { hashOfToken } from '../../../http/session/tokens.ts'
import { record } from '../../audit/audit.ts'
import { listRows, query } from '../../rows.ts'
import { named, visibleAccount } from '../own-account.ts'

const RETENTION = sql.raw(`interval '180 days'`)

export async function listTokens(
  database: Database,
  caller: Caller,
  id: string,
  page: { page: number; page_size: number },
) {
  const account = await visibleAccount(database, caller, id)
  const { rows, total } = await listRows<AccessToken>(database, {
    columns: {
      id: sql`id`,
      name: sql`name`,
      scope: sql`scope`,
      expires_at: sql`expires_at`,
      last_used_at: sql`last_used_at`,
      created_at: sql`created_at`,
      state: sql`case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end`,
    },
    from: sql`access_tokens`,
    where: sql`account_id = ${account.id}::uuid`,
    order: sql`created_at desc, id`,
    page,
  })
  return { tokens: rows, total }
}

/** Makes a token for the caller, whose password has been checked; only its hash is stored. */
export async function makeToken(
  database: Database,
  caller: Caller,
  account: { id: string; username: string },
  { name, scope, expires_in_days }: Omit<Call<typeof makeRoute>['body'], 'current_password' | 'otp'>,
) {
  if (name.trim() === '') failField('name', messages.fill_out)
  const token = newAccessToken()
  return database.transaction(async (tx) => {
    await checkLimit(tx, caller, account.id)
    const [row] = await tx
      .insert(accessTokens)
      .values({
        account_id: account.id,
        name,
        scope,
        token_hash: hashOfToken(token),
        expires_at: sql`now() + make_interval(days => ${expires_in_days})`,
      })
      .returning({ id: accessTokens.id, expires_at: accessTokens.expires_at })
    if (!row) throw new Error('the access token was not kept')
    await record(tx, caller, {
      action: 'account.make-token',
      ...named(account),
      after: { token_id: row.id, name, scope, expires_at: row.expires_at },
    })
    return { ...row, name, scope, token }
  })
}

/**
 * Locks the account's row, so that simultaneous calls wait for each other. A session that ended during the check of the
 * password, through a new one, another role or a deletion, makes no token.
 */
async function checkLimit(tx: Transaction, caller: Caller, accountId: string): Promise<void> {
  await tx.execute(sql`select from accounts where id = ${accountId}::uuid for update`)
  if (!(await query(tx).any(sql`select from sessions where token_hash = ${caller.session}`)))
    fail('SESSION.NONE')
  const active = await query(tx).rows(sql`
    select from access_tokens
    where account_id = ${accountId}::uuid and revoked_at is null and expires_at > now()`)
  if (active.length >= limits.access_tokens) fail('ACCESS_TOKEN.LIMIT', { most: limits.access_tokens })
}

export async function revokeToken(database: Database, caller: Caller, id: string, token: string) {
  const account = await visibleAccount(database, caller, id)
  if (!isUuid(token)) fail('NOT.FOUND')
  return database.transaction(async (tx) => {
    const [revoked] = await tx
      .update(accessTokens)
      .set({ revoked_at: sql`now()` })
      .where(and(eq(accessTokens.id, token), isUnrevoked(account.id)))
      .returning({ token_id: accessTokens.id, name: accessTokens.name })
    if (!revoked) fail('NOT.FOUND')
    await record(tx, caller, { action: 'account.revoke-token', ...named(account), before: revoked })
    return { id: token }
  })
}

/** Revokes every access token of the account. */
export async function revokeTokens(db: Handle, accountId: string): Promise<void> {
  await db.update(accessTokens).set({ revoked_at: sql`now()` }).where(isUnrevoked(accountId))
}

function isUnrevoked(accountId: string) {
  return and(eq(accessTokens.account_id, accountId), isNull(accessTokens.revoked_at))
}

/** Deletes tokens that have long been invalid. */
export async function removeOldTokens(db: Handle): Promise<void> {
  await db.execute(sql`delete from access_tokens where least(revoked_at, expires_at) < now() - ${RETENTION}`)
}
