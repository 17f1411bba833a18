import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

/** Moves all runs, and what was said of groups of them, into the past, so that the next run starts a new group. */
export async function letTimePass({ database }: { database: Database }, seconds = 120): Promise<void> {
  const span = sql`make_interval(secs => ${seconds})`
  await database.execute(
    sql`update runs set created_at = created_at - ${span}, ended_at = ended_at - ${span}`,
  )
  await database.execute(sql`update notifications set created_at = created_at - ${span}, facts = jsonb_set(
    facts, '{group,ended_at}', to_jsonb((facts -> 'group' ->> 'ended_at')::timestamptz - ${span}))
    where facts ? 'group'`)
}
