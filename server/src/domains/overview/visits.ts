import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { Asked } from './home-reads.ts'

type Visitor = Pick<Asked, 'workspace_id' | 'account_id'>

/** After this time without being seen, the next look at the overview is a new visit. */
const VISIT_ENDS = sql.raw(`interval '30 minutes'`)
const SINCE = sql`case when v.seen_at < now() - ${VISIT_ENDS} then v.seen_at else v.since end`

/** The end of the previous visit; null if none is known. */
export async function readLastVisit(
  database: Database,
  { workspace_id, account_id }: Visitor,
): Promise<string | null> {
  const visit = await query(database).first<{ since: string | null }>(sql`
    select ${SINCE} as since from overview_visits v
    where v.account_id = ${account_id}::uuid and v.workspace_id = ${workspace_id}::uuid`)
  return visit?.since ?? null
}

export async function noteVisit(database: Database, { workspace_id, account_id }: Visitor): Promise<void> {
  if (account_id === null) return
  await database.execute(sql`
    insert into overview_visits as v (workspace_id, account_id)
    select id, ${account_id}::uuid from workspaces where id = ${workspace_id}::uuid
    on conflict (account_id, workspace_id) do update set since = ${SINCE}, seen_at = now()`)
}
