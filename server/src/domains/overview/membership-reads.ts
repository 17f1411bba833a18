import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query, selectFirst } from '../rows.ts'
import type { Asked, Needs } from './home-reads.ts'

const SOON = sql.raw(`statement_timestamp() + interval '7 days'`)

/** Reads about memberships and requests for the home page. */
export function createMembershipReads(database: Database) {
  const db = query(database)

  return {
    async ending({ workspace_id, account_id }: Asked): Promise<NonNullable<Needs['ending']>> {
      const next = await db.first<{ username: string; ends_at: string; count: number }>(sql`
        select a.username, m.ends_at, count(*) over ()::int as count from current_members m join accounts a on a.id = m.account_id
        where m.workspace_id = ${workspace_id}::uuid and m.ends_at <= ${SOON}
          and m.account_id is distinct from ${account_id}::uuid
        order by m.ends_at, a.username limit 1`)
      return { count: next?.count ?? 0, next }
    },

    async ownEnd({ workspace_id, account_id }: Asked): Promise<Needs['own_ends_at']> {
      const own = await db.first<{ ends_at: string }>(sql`
        select ends_at from current_members
        where workspace_id = ${workspace_id}::uuid and account_id = ${account_id}::uuid and ends_at <= ${SOON}`)
      return own?.ends_at ?? null
    },

    async requests({ workspace_id, isAdmin }: Asked): Promise<NonNullable<Needs['requests']>> {
      const open = sql`from access_requests r join accounts a on a.id = r.account_id
        where r.state = 'open' and (${isAdmin} or r.workspace_name = (
          select name from workspaces where id = ${workspace_id}::uuid))`
      const [counted, oldest] = await Promise.all([
        db.first<{ count: number }>(sql`select count(*)::int as count ${open}`),
        selectFirst<NonNullable<NonNullable<Needs['requests']>['oldest']>>(
          database,
          {
            username: sql`a.username`,
            workspace_name: sql`r.workspace_display_name`,
            at: sql`r.created_at`,
          },
          sql`${open} order by r.created_at, r.id limit 1`,
        ),
      ])
      return { count: counted?.count ?? 0, oldest }
    },
  }
}
