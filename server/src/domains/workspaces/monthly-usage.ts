import type { Usage } from '@podium/contract/workspaces.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Prices } from './own-instance-types.ts'
import { RUNS_EVER, type Used, usageOf } from './usage.ts'

export interface MonthOfUse {
  /** '2026-11', in UTC */
  month: string
  usage: Usage[]
}

const MONTHS_BEFORE = 5

/** What the runs of a workspace used in each of the last six months: one that spans two counts in both, by its hours. */
export async function readMonthlyUsage(
  db: Handle,
  workspaceId: string,
  prices: Prices | null,
): Promise<MonthOfUse[]> {
  const { rows } = await db.execute<Used & { month: string } & Record<string, unknown>>(sql`
    with months as (
      select at, at at time zone 'UTC' as begins, (at + interval '1 month') at time zone 'UTC' as ends
      from date_trunc('month', now() at time zone 'UTC') as this,
        generate_series(this - make_interval(months => ${MONTHS_BEFORE}), this, interval '1 month') as at
    )
    select to_char(m.at, 'YYYY-MM') as month, r.instance_type,
      case r.pipeline when 'train' then 'Training' else 'Inference' end as service_name,
      coalesce(sum(extract(epoch from
        least(r.ended_at, m.ends) - greatest(r.started_at, m.begins)) / 3600)
        filter (where r.workspace_id is not null), 0)::float8 as hours,
      0::float8 as gib, 0::float8 as gib_months
    from months m left join ${RUNS_EVER} r on r.workspace_id = ${workspaceId}::uuid
      and r.started_at < m.ends and r.ended_at > m.begins
    group by 1, 2, 3 order by 1`)
  const months = [...new Set(rows.map(({ month }) => month))]
  return months.map((month) => ({
    month,
    usage: usageOf(
      rows.filter((row) => row.month === month),
      prices,
    ).filter(({ service_name }) => service_name !== 'Storage'),
  }))
}
