import type { Database } from '@podium/database/connect.ts'
import { accessTokens, accounts } from '@podium/database/schema/accounts.ts'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { isInUse } from '../../inactivity.ts'
import type { Caller } from '../call.ts'
import { clientAddress } from '../connections/client-network.ts'
import { unlessForWantOfSpace } from '../errors/full-disk.ts'
import { hashOfToken, newToken } from './tokens.ts'

const PREFIX = 'podium_'
const FORM = new RegExp(`^${PREFIX}[\\w-]{43}$`)

/** The prefix identifies a leaked token in a log or a repository; sessions never have it. */
export function newAccessToken(): string {
  return PREFIX + newToken()
}

export function isAccessToken(token: string): boolean {
  return FORM.test(token)
}

/** The columns of the calling account. */
export const callerColumns = {
  account_id: sql<string>`${accounts.id}`.as('account_id'),
  username: accounts.username,
  display_name: accounts.display_name,
  role: accounts.role,
  login_type: accounts.login_type,
  must_change_password: accounts.must_change_password,
}

/** True if an access token is usable now; for queries that join it with its account. */
export const isGoodAccessToken = and(
  isNull(accounts.deleted_at),
  isNull(accounts.locked_by_admin_at),
  isNull(accessTokens.revoked_at),
  gt(accessTokens.expires_at, sql`now()`),
)

const longAgo = or(
  isNull(accessTokens.last_used_at),
  lt(accessTokens.last_used_at, sql`now() - interval '1 minute'`),
)

/**
 * Returns the owner of an access token, or null. Like a session it is read per request, so a revoked one ends at once.
 * Inactivity is checked here, because unlike a session, a token could outlast it.
 */
export function createAccessTokenReader(database: Database, inactiveDays: number) {
  const find = database
    .select({
      ...callerColumns,
      scope: accessTokens.scope,
      stale: sql<boolean>`${longAgo}`,
    })
    .from(accessTokens)
    .innerJoin(accounts, eq(accounts.id, accessTokens.account_id))
    .where(
      and(
        eq(accessTokens.token_hash, sql.placeholder('token_hash')),
        isGoodAccessToken,
        isInUse(inactiveDays),
      ),
    )
    .prepare('find_access_token')

  return async (request: FastifyRequest, token: string): Promise<Caller | null> => {
    const hash = hashOfToken(token)
    const [row] = await find.execute({ token_hash: hash })
    if (!row) return null
    const { stale, scope, ...who } = row
    if (stale) await touch(database, hash).catch(unlessForWantOfSpace)
    const by = { session: null, access_token: { hash, scope } }
    return { ...who, ...by, host: false, address: clientAddress(request), request_id: request.id }
  }
}

async function touch(database: Database, hash: Buffer): Promise<void> {
  await database
    .update(accessTokens)
    .set({ last_used_at: sql`now()` })
    .where(and(eq(accessTokens.token_hash, hash), longAgo))
}
