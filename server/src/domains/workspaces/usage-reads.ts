import type { Usage } from '@podium/contract/calls/workspace-use.ts'
import { truncateToTen } from '@podium/contract/rules/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import { groupBy, query } from '../rows.ts'

/** The prices; `per_hour` by instance type. */
export interface Prices {
  currency: string
  per_hour: ReadonlyMap<string, number>
  /** null if storage is free */
  per_gib_month: number | null
}

const GIB = 1024 ** 3
const SERVICES = ['Training', 'Inference', 'Storage'] as const
type Service = (typeof SERVICES)[number]
const RUN_SERVICES = ['Training', 'Inference'] as const

/** The usage of one resource: hours of runs, or GiB and the months for which they were stored. */
interface Used {
  service_name: Service
  instance_type: string | null
  hours: number
  gib: number
  gib_months: number
}

/** The live runs, whose hours count up to now; those of ended runs are stored by month. */
const LIVE = sql`(
  select workspace_id, created_by as account_id, pipeline, instance_type, started_at from runs
  where state in (${liveStates}) and started_at is not null and ended_at is null)`
const SERVICE = sql`case pipeline when 'train' then 'Training' else 'Inference' end as service_name`

type UsedBy = Used & { workspace_id: string; account_id: string | null }

/** The usage in the workspaces by person, in one query, so that a list costs as much as a page. */
export async function readUsage(db: Handle, workspaceIds: string[], prices: Prices | null) {
  const inThem = sql`workspace_id = any(${sql.param(workspaceIds)}::uuid[])`
  const rows = await query(db).rows<UsedBy>(sql`
    select workspace_id, account_id, instance_type, ${SERVICE}, sum(seconds / 3600)::float8 as hours,
      0::float8 as gib, 0::float8 as gib_months
    from (
      select workspace_id, account_id, pipeline, instance_type, seconds from use_by_month where ${inThem}
      union all
      select workspace_id, account_id, pipeline, instance_type, extract(epoch from now() - started_at)
      from ${LIVE} live where ${inThem}
    ) ran group by 1, 2, 3, 4
    union all
    select workspace_id, account_id, null, 'Storage', 0, sum(bytes)::float8 / ${GIB}::float8,
      sum((bytes * extract(epoch from now()) - byte_seconds) / (30 * 86400))::float8 / ${GIB}::float8
    from (
      select workspace_id, created_by as account_id, size as bytes, size * extract(epoch from created_at) as byte_seconds
      from solution_versions where ${inThem}
      union all
      select workspace_id, account_id, bytes, byte_seconds from run_file_totals where ${inThem}
      union all
      select workspace_id, account_id, bytes, bytes * extract(epoch from stored_at) from uploads where ${inThem}
    ) stored group by 1, 2`)
  const byWorkspace = groupBy<UsedBy>(rows, (row) => row.workspace_id)
  const byMember = groupBy<UsedBy>(rows, (row) => `${row.workspace_id} ${row.account_id}`)
  return {
    ofWorkspace: (id: string) => usageOf(byWorkspace.get(id) ?? [], prices),
    ofMember: (id: string, accountId: string) => usageOf(byMember.get(`${id} ${accountId}`) ?? [], prices),
  }
}

/** One row per service, in order; always all three, so that a table has no gaps. */
export function usageOf(
  rows: readonly Used[],
  prices: Prices | null,
  services: readonly Service[] = SERVICES,
): Usage[] {
  return services.map((service_name) => {
    const own = rows.filter((row) => row.service_name === service_name)
    return { service_name, ...(service_name === 'Storage' ? storage(own, prices) : hours(own, prices)) }
  })
}

function storage(rows: Used[], prices: Prices | null): Omit<Usage, 'service_name'> {
  const price = prices?.per_gib_month ?? null
  if (prices === null || price === null)
    return measured(
      sum(rows, (row) => row.gib),
      'GiB',
    )
  return money(
    sum(rows, (row) => row.gib_months * price),
    prices,
  )
}

/** A type without a price costs nothing. */
function hours(rows: Used[], prices: Prices | null): Omit<Usage, 'service_name'> {
  if (prices === null || prices.per_hour.size === 0)
    return measured(
      sum(rows, (row) => row.hours),
      'hours',
    )
  const cost = (row: Used) => row.hours * (prices.per_hour.get(row.instance_type ?? '') ?? 0)
  return money(sum(rows, cost), prices)
}

function sum(rows: Used[], amount: (row: Used) => number): number {
  return rows.reduce((total, row) => total + amount(row), 0)
}

/** Adds the exact value if the rounded one is 0. */
function measured(exact: number, unit: string): Omit<Usage, 'service_name'> {
  const amount = toCents(exact)
  return { amount, ...(amount === 0 && exact > 0 && { exact }), unit }
}

function money(amount: number, { currency }: Prices): Omit<Usage, 'service_name'> {
  return { amount: truncateToTen(amount), exact: toCents(amount), unit: currency }
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}

const MONTHS_BEFORE = 5

/**
 * The usage by runs of a workspace in each of the last six months of UTC, written '2026-11'. A run that spans two
 * counts in both, by its hours.
 */
export async function readMonthlyUsage(db: Handle, workspaceId: string, prices: Prices | null) {
  const rows = await query(db).rows<Used & { month: string }>(sql`
    with months as (
      select at, at at time zone 'UTC' as begins, (at + interval '1 month') at time zone 'UTC' as ends
      from date_trunc('month', now() at time zone 'UTC') as this,
        generate_series(this - make_interval(months => ${MONTHS_BEFORE}), this, interval '1 month') as at
    ), used as (
      select at, pipeline, instance_type, seconds
      from months join use_by_month on month = at::date and workspace_id = ${workspaceId}::uuid
      union all
      select at, pipeline, instance_type, extract(epoch from least(now(), ends) - greatest(started_at, begins))
      from months join ${LIVE} live on workspace_id = ${workspaceId}::uuid and started_at < ends and now() > begins
    )
    select to_char(months.at, 'YYYY-MM') as month, instance_type, ${SERVICE},
      coalesce(sum(seconds / 3600), 0)::float8 as hours, 0::float8 as gib, 0::float8 as gib_months
    from months left join used on used.at = months.at
    group by 1, 2, 3 order by 1`)
  const months = [...new Set(rows.map(({ month }) => month))]
  return months.map((month) => {
    const used = rows.filter((row) => row.month === month)
    return { month, usage: usageOf(used, prices, RUN_SERVICES) }
  })
}
