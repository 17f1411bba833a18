import type { Database } from '@podium/database/connect.ts'
import { sessions } from '@podium/database/schema/accounts.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from './call.ts'
import { SESSION_IDLE } from './session.ts'

export const IN_USE_MS = 10 * 60_000

/**
 * Sending a large file is a person's doing however long it takes: the session does not end as unused meanwhile.
 * @returns what says that the call has ended
 */
export function keepInUse(database: Database, { session }: Caller): () => void {
  if (session === null) return () => undefined
  const timer = setInterval(() => {
    database
      .update(sessions)
      .set({ last_seen_at: sql`now()` })
      .where(and(eq(sessions.token_hash, session), sql`${sessions.last_seen_at} > now() - ${SESSION_IDLE}`))
      .catch(() => undefined)
  }, IN_USE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
