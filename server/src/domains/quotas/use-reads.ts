import type { Quota } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

interface Hours {
  workspace_id: string
  account_id: string | null
  hours: number
}

/** Hours of runs in this UTC month by workspace and person. Runs that have not ended count up to now. */
export function readHours(db: Handle, workspaceIds: string[]): Promise<Hours[]> {
  const inThem = sql`workspace_id = any(${sql.param(workspaceIds)}::uuid[])`
  const month = sql`date_trunc('month', now() at time zone 'UTC')`
  return query(db).rows<Hours>(sql`
    select workspace_id, account_id, sum(seconds / 3600)::float8 as hours from (
      select workspace_id, account_id, seconds from use_by_month where ${inThem} and month = ${month}::date
      union all
      select workspace_id, created_by, extract(epoch from now() - greatest(started_at, ${month} at time zone 'UTC'))
      from runs where ${inThem} and state in (${liveStates}) and started_at is not null and ended_at is null
    ) used group by 1, 2`)
}

type AtOnce = Pick<Record<Quota, number>, 'runs' | 'cpu' | 'memory_gib' | 'gpu'> & {
  account_id: string | null
}

/** Resources granted to the runs under way in a workspace, by person. */
export function readAtOnce(db: Handle, workspaceId: string): Promise<AtOnce[]> {
  return query(db).rows<AtOnce>(sql`
    select created_by as account_id, count(*)::int as runs, coalesce(sum(granted_cpu), 0)::float8 as cpu,
      (coalesce(sum(granted_memory_mib), 0) / 1024.0)::float8 as memory_gib,
      coalesce(sum(granted_gpu), 0)::int as gpu
    from runs where workspace_id = ${workspaceId}::uuid and state in ('starting', 'running') group by 1`)
}

interface Member {
  account_id: string
  username: string
  display_name: string
}

export function readPeople(db: Handle, workspaceId: string): Promise<Member[]> {
  return query(db).rows<Member>(sql`
    select m.account_id, a.username, a.display_name
    from current_members m join accounts a on a.id = m.account_id
    where m.workspace_id = ${workspaceId}::uuid order by lower(a.username)`)
}

/** Reads the display names of these accounts. */
export async function readDisplayNames(db: Handle, accountIds: string[]): Promise<Map<string, string>> {
  const rows = await query(db).rows<{ id: string; display_name: string }>(
    sql`select id, display_name from accounts where id = any(${sql.param(accountIds)}::uuid[])`,
  )
  return new Map(rows.map(({ id, display_name }) => [id, display_name]))
}
