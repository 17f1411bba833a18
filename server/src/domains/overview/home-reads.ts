import type { readOverview } from '@podium/contract/calls/overview.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { ExecutionSpec, Tier } from '@podium/contract/rules/tiers.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Database } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import { columnsOf, query, selectFirst } from '../rows.ts'

type Cards = ReplyOf<typeof readOverview>
type Content<K extends keyof Cards> = NonNullable<NonNullable<Cards[K]>['content']>
export type Needs = Content<'needs'>
type RunsPart = Content<'runs'>['parts'][number]
type RunStub = NonNullable<Needs['failed']['newest']>

/** The parameters of the cards. */
export interface Asked {
  workspace_id: string
  account_id: string | null
  isAdmin: boolean
  /** true if they may add and remove members */
  isManager: boolean
  days: number
  time_zone: string
  /** failures since this instant are new; null: since the last visit */
  since: Date | null
}

/** Live runs by tier, from the database. */
export interface TierUse {
  tier: Tier
  own: number
  waiting: number
}

/** Runs that have waited this long are pointed out. */
const LONG_WAIT = sql.raw(`interval '10 minutes'`)

const RUN_STUB = { id: sql`id`, name: sql`name`, detail: sql`detail` }

/** The database reads of the cards. */
export function createHomeReads(database: Database) {
  const db = query(database)

  return {
    async failed({ workspace_id }: Asked, since: string | null): Promise<Content<'needs'>['failed']> {
      const failed = sql`from runs where workspace_id = ${workspace_id}::uuid and state = 'failed'
        and ended_at >= coalesce(${since}::timestamptz, now() - interval '24 hours')`
      const [counted, newest] = await Promise.all([
        db.first<{ count: number }>(sql`select count(*)::int as count ${failed}`),
        selectFirst<RunStub>(
          database,
          { ...RUN_STUB, at: sql`ended_at` },
          sql`${failed} order by ended_at desc, id desc limit 1`,
        ),
      ])
      return { count: counted?.count ?? 0, newest }
    },

    async waiting({ workspace_id }: Asked): Promise<Content<'needs'>['waiting']> {
      const waiting = sql`from runs where workspace_id = ${workspace_id}::uuid and state = 'queued'
        and created_at <= now() - ${LONG_WAIT}`
      const [counted, longest] = await Promise.all([
        db.first<{ count: number }>(sql`select count(*)::int as count ${waiting}`),
        selectFirst<RunStub>(
          database,
          { ...RUN_STUB, at: sql`created_at` },
          sql`${waiting} order by created_at, id limit 1`,
        ),
      ])
      return { count: counted?.count ?? 0, longest }
    },

    async locked(): Promise<NonNullable<Content<'needs'>['locked']>> {
      const found = await db.first<{ count: number; username: string | null }>(sql`
        select count(*)::int as count, min(username) as username from accounts
        where deleted_at is null and login_fail_count >= ${limits.login_failures}`)
      return { count: found?.count ?? 0, username: found?.username ?? '' }
    },

    /** By hour for one day, else by days that begin at midnight in the requested time zone. */
    async runsOverTime({ workspace_id, days, time_zone }: Asked): Promise<Content<'runs'>> {
      const [unit, before] = days === 1 ? ['hour', '23 hours'] : ['day', `${days - 1} days`]
      const parts = await db.rows<RunsPart>(sql`
        with parts as (
          select part at time zone ${time_zone} as begins, row_number() over (order by part) as place
          from generate_series(
            date_trunc(${unit}, now() at time zone ${time_zone}) - ${before}::interval,
            date_trunc(${unit}, now() at time zone ${time_zone}), ${`1 ${unit}`}::interval) part
        ), counted as (
          select width_bucket(quarter, (select array_agg(begins order by begins) from parts)) as place, state,
            sum(runs)::int as runs
          from run_quarters where workspace_id = ${workspace_id}::uuid and quarter >= (select min(begins) from parts)
          group by 1, 2 having sum(runs) > 0
        )
        select ${columnsOf<RunsPart>({
          from: sql`begins`,
          runs: sql`coalesce(json_object_agg(state, runs) filter (where runs > 0), '{}')`,
        })}
        from parts left join counted using (place) group by begins order by begins`)
      return { days, parts }
    },

    /** The workspace's tiers, the live runs of each, and those of other workspaces by instance type. */
    async tiers({ workspace_id }: Asked) {
      const [workspace, own, others] = await Promise.all([
        db.first<{ execution_specs: ExecutionSpec[] }>(
          sql`select execution_specs from workspaces where id = ${workspace_id}::uuid`,
        ),
        db.rows<TierUse>(sql`
          select tier_given as tier, count(*) filter (where state <> 'queued')::int as own,
            count(*) filter (where state = 'queued')::int as waiting
          from runs where state in (${liveStates}) and workspace_id = ${workspace_id}::uuid group by tier_given`),
        db.rows<{ instance_type: string; runs: number }>(sql`
          select instance_type, count(*)::int as runs from runs
          where state in ('starting', 'running') and workspace_id <> ${workspace_id}::uuid and instance_type is not null
          group by instance_type`),
      ])
      return {
        specs: workspace?.execution_specs ?? [],
        use: new Map(own.map((use) => [use.tier, use])),
        others: new Map(others.map(({ instance_type, runs }) => [instance_type, runs])),
      }
    },

    async people(): Promise<Omit<Content<'administration'>, 'disk' | 'gaps'>> {
      const found = await selectFirst<Omit<Content<'administration'>, 'disk' | 'gaps'>>(
        database,
        {
          accounts: sql`count(*)::int`,
          without_workspace: sql`count(*) filter (where role <> 'ADMIN' and not exists (
            select from current_members where account_id = accounts.id))::int`,
          sign_ins_refused: sql`(select count(*)::int from login_history
            where result <> 'ok' and created_at > now() - interval '24 hours')`,
          last_export: sql`(select at from audit_events where object_kind = 'installation' and object_id = 'export'
            order by id desc limit 1)`,
        },
        sql`from accounts where deleted_at is null`,
      )
      if (!found) throw new Error('The count of the accounts has no row.')
      return found
    },
  }
}
