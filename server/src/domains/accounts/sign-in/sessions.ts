import type { Session } from '@podium/contract/calls/sign-in.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { sessions } from '@podium/database/schema/accounts.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Caller, Sent } from '../../../http/call.ts'
import { hasId } from '../../../http/list.ts'
import { SESSION_IDLE, SESSION_LONGEST } from '../../../http/session/session.ts'
import { hashOfToken, newToken } from '../../../http/session/tokens.ts'
import { record } from '../../audit/audit.ts'
import { query, selectRows } from '../../rows.ts'
import { named, visibleAccount } from '../own-account.ts'
import { noteLogin, type SeenAccount } from '../repository.ts'
import { type Client, noteSignIn } from './login-history.ts'
import { voidLinks } from './one-time-links.ts'
import { revokeTokens } from './tokens.ts'

const IS_OVER = sql`(last_seen_at < now() - ${SESSION_IDLE} or created_at < now() - ${SESSION_LONGEST})`

/**
 * Signs in an account whose password, and second factor if any, have been checked.
 * @returns the session's token, or null if the account was deleted or one of them changed since
 */
export async function signIn(tx: Transaction, seen: SeenAccount, client: Client): Promise<string | null> {
  return (await noteLogin(tx, seen)) ? openSession(tx, seen.id, client) : null
}

/** Opens a session, records the sign-in and returns the token. Beyond twenty, the longest idle session ends. */
async function openSession(db: Handle, accountId: string, client: Client): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    token_hash: hashOfToken(token),
    account_id: accountId,
    kind: client.kind,
    address: client.address,
    user_agent: client.user_agent?.slice(0, limits.user_agent) ?? null,
  })
  await db.execute(sql`
    delete from sessions where account_id = ${accountId}::uuid and (${IS_OVER} or token_hash in (
      select token_hash from sessions where account_id = ${accountId}::uuid
      order by last_seen_at desc, created_at desc offset ${limits.sessions}))`)
  await noteSignIn(db, accountId, 'ok', client)
  return token
}

/** The valid sessions, the last used first: at most as many as an account may have. */
export async function listSessions(database: Database, caller: Caller, id: string) {
  const account = await visibleAccount(database, caller, id)
  const found = await selectRows<Sent<Session>>(
    database,
    {
      id: sql`id`,
      current: sql`token_hash is not distinct from ${caller.session}::bytea`,
      kind: sql`kind`,
      address: sql`address`,
      user_agent: sql`user_agent`,
      created_at: sql`created_at`,
      last_seen_at: sql`last_seen_at`,
    },
    sql`from sessions where account_id = ${account.id}::uuid and not ${IS_OVER}
    order by last_seen_at desc, created_at desc, id`,
  )
  return { sessions: found, total: found.length }
}

/** Ends one session; its next request is answered like one without a session. */
export async function endSession(database: Database, caller: Caller, id: string, session: string) {
  const account = await visibleAccount(database, caller, id)
  return database.transaction(async (tx) => {
    const ended = sql`delete from sessions where ${hasId(sql`id`, session)} and account_id = ${account.id}::uuid`
    if (!(await query(tx).any(ended))) fail('NOT.FOUND')
    await record(tx, caller, { action: 'account.end-session', ...named(account) })
    return { id: session }
  })
}

/** Ends all sessions of the account except the calling one. */
export async function endOtherSessions(database: Database, caller: Caller, id: string) {
  const account = await visibleAccount(database, caller, id)
  return database.transaction(async (tx) => {
    const ended = await endSessions(tx, account.id, caller.session)
    await record(tx, caller, { action: 'account.end-sessions', ...named(account), after: { ended } })
    return { done: ended }
  })
}

/** Ends the calling session. */
export async function signOut(db: Handle, tokenHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/**
 * Ends every session of the account except one.
 * @returns their number
 */
export async function endSessions(db: Handle, accountId: string, excepted: Buffer | null = null) {
  const all = eq(sessions.account_id, accountId)
  const ended = await db.delete(sessions).where(excepted ? and(all, ne(sessions.token_hash, excepted)) : all)
  return ended.rowCount ?? 0
}

/**
 * Ends every access to the account without its password: access tokens, links to set a new one, and sessions except
 * one.
 */
export async function endSignIns(tx: Transaction, accountId: string, excepted: Buffer | null = null) {
  await endSessions(tx, accountId, excepted)
  await revokeTokens(tx, accountId)
  await voidLinks(tx, accountId)
}

/** Deletes the rows of expired sessions, which are already invalid. */
export async function removeEndedSessions(db: Handle): Promise<void> {
  await db.execute(sql`delete from sessions where ${IS_OVER}`)
}
