import { limits } from '@podium/contract/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sessions } from '@podium/database/schema/accounts.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { SESSION_IDLE, SESSION_LONGEST } from '../../http/session.ts'
import { hashOfToken, newToken } from '../../http/tokens.ts'
import { type Client, noteSignIn } from './login-history.ts'

/** Opens a session, notes the sign-in and answers the session's token. Past twenty the longest idle one ends. */
export async function openSession(db: Handle, accountId: string, client: Client): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    token_hash: hashOfToken(token),
    account_id: accountId,
    kind: client.kind,
    address: client.address,
    user_agent: client.user_agent?.slice(0, limits.user_agent) ?? null,
  })
  await db.execute(sql`
    delete from sessions where account_id = ${accountId}::uuid and (
      last_seen_at < now() - ${SESSION_IDLE} or created_at < now() - ${SESSION_LONGEST}
      or token_hash in (
        select token_hash from sessions where account_id = ${accountId}::uuid
        order by last_seen_at desc, created_at desc offset ${limits.sessions}))`)
  await noteSignIn(db, accountId, 'ok', client)
  return token
}

export async function endSession(db: Handle, tokenHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/**
 * Ends every session of the account but the one that is kept.
 * @returns how many they were
 */
export async function endSessions(
  db: Handle,
  accountId: string,
  kept: Buffer | null = null,
): Promise<number> {
  const all = eq(sessions.account_id, accountId)
  const ended = await db.delete(sessions).where(kept ? and(all, ne(sessions.token_hash, kept)) : all)
  return ended.rowCount ?? 0
}

/** Removes the rows of sessions whose time is up; they count for nothing already. */
export async function removeEndedSessions(db: Handle): Promise<void> {
  await db.execute(sql`
    delete from sessions where last_seen_at < now() - ${SESSION_IDLE} or created_at < now() - ${SESSION_LONGEST}`)
}
