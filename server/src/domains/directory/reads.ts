import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

/** Ids of the accounts with these usernames, by the username in lower case. */
export async function findAccountIds(db: Handle, usernames: string[]): Promise<Map<string, string>> {
  const names = usernames.map((name) => name.toLowerCase())
  const found = await db.execute<{ id: string; username: string }>(sql`
    select id, lower(username) as username from accounts
    where deleted_at is null and lower(username) = any(${sql.param(names)}::text[])`)
  return new Map(found.rows.map(({ id, username }) => [username, id]))
}
