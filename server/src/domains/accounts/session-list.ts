import { fail } from '@podium/contract/errors.ts'
import type { Session } from '@podium/contract/sign-in.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { SESSION_IDLE, SESSION_LONGEST } from '../../http/session.ts'
import { record } from '../audit/audit.ts'
import { named, visibleAccount } from './own-account.ts'
import { endSessions } from './sessions.ts'

/** The sessions that are good now, the one used last first: at most as many as an account may have. */
export async function listSessions(
  database: Database,
  caller: Caller,
  id: string,
): Promise<{ sessions: Sent<Session>[]; total: number }> {
  const account = await visibleAccount(database, caller, id)
  const { rows } = await database.execute<Sent<Session> & Record<string, unknown>>(sql`
    select id, token_hash is not distinct from ${caller.session}::bytea as current, kind, address, user_agent,
      created_at, last_seen_at
    from sessions where account_id = ${account.id}::uuid
      and last_seen_at > now() - ${SESSION_IDLE} and created_at > now() - ${SESSION_LONGEST}
    order by last_seen_at desc, created_at desc, id`)
  return { sessions: rows, total: rows.length }
}

/** Ends one session; its next request is answered like that of a stranger. */
export async function endSession(
  database: Database,
  caller: Caller,
  id: string,
  session: string,
): Promise<void> {
  const account = await visibleAccount(database, caller, id)
  if (!isUuid(session)) fail('NOT.FOUND')
  await database.transaction(async (tx) => {
    const ended = await tx.execute(
      sql`delete from sessions where id = ${session}::uuid and account_id = ${account.id}::uuid`,
    )
    if (ended.rowCount === 0) fail('NOT.FOUND')
    await record(tx, caller, { action: 'account.end-session', ...named(account) })
  })
}

/** Ends all sessions of the account but the one that asks. */
export async function endOtherSessions(database: Database, caller: Caller, id: string): Promise<number> {
  const account = await visibleAccount(database, caller, id)
  return database.transaction(async (tx) => {
    const done = await endSessions(tx, account.id, caller.session)
    await record(tx, caller, { action: 'account.end-sessions', ...named(account), after: { ended: done } })
    return done
  })
}
