import { GROUP_GAP_SECONDS } from '@podium/contract/calls/notifications.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import type { EndedInGroup } from '../notifications/group-events.ts'
import { query } from '../rows.ts'

/** Serialises the ends of one person's runs in one stream, so that exactly one of them is the last of its group. */
const GROUP_LOCK = 4_927_004
/** Number of runs of the stream before and after the run that are searched for its group. */
const LOOKED_AT = 2_000

interface OwnRun {
  workspace_id: string
  stream_id: string
  created_by: string
  /** with microseconds */
  created_at: string
}

/**
 * Reads the group of a run that ends: the runs that the same person started in the stream and that follow each other
 * without a gap. Other ends in the group wait until the transaction is over.
 * @returns null if it is the only one, or a schedule or nobody with an account started it
 */
export async function lockGroup(tx: Handle, runId: string): Promise<EndedInGroup | null> {
  const own = await query(tx).first<OwnRun>(sql`
    select pg_advisory_xact_lock(${GROUP_LOCK}, hashtext(r.created_by::text || r.stream_id)), r.workspace_id,
      r.stream_id, r.created_by, r.created_at::text as created_at
    from runs r where r.id = ${runId}::uuid and r.created_by is not null and r.schedule_id is null`)
  if (!own) return null
  const gap = sql`make_interval(secs => ${GROUP_GAP_SECONDS})`
  const near = sql`select r.id, r.created_at, r.ended_at, r.state, r.created_by, r.schedule_id
    from runs r where r.stream_id = ${own.stream_id}::uuid`
  const place = sql`(${own.created_at}::timestamptz, ${runId}::uuid)`
  const found = await query(tx).first<EndedInGroup>(sql`
    with near as (
      (${near} and (r.created_at, r.id) <= ${place} order by r.created_at desc, r.id desc limit ${LOOKED_AT})
      union all
      (${near} and (r.created_at, r.id) > ${place} order by r.created_at, r.id limit ${LOOKED_AT})),
    following as (
      select near.*, near.created_at > ${gap} + max(coalesce(near.ended_at, 'infinity')) over (
        order by near.created_at, near.id rows between unbounded preceding and 1 preceding) as begins
      from near where near.created_by = ${own.created_by}::uuid and near.schedule_id is null),
    numbered as (
      select *, count(*) filter (where begins) over (order by created_at, id) as group_number from following),
    grouped as (
      select * from numbered where group_number = (select group_number from numbered where id = ${runId}::uuid))
    select w.id as workspace_id, ${own.created_by}::uuid as account_id, totals.run_ids, totals.live,
      jsonb_build_object('id', w.id, 'name', w.display_name) as workspace,
      jsonb_build_object('stream_id', s.id, 'stream_name', s.name, 'from', totals.from, 'to', totals.to,
        'ended_at', totals.ended_at, 'total', totals.total, 'succeeded', totals.succeeded, 'failed', totals.failed,
        'stopped', totals.stopped) as group
    from workspaces w, streams s, lateral (
      select array_agg(id) as run_ids, min(created_at) as from,
        max(created_at) + interval '1 millisecond' as to, max(ended_at) as ended_at, count(*)::int as total,
        count(*) filter (where state in (${liveStates}))::int as live,
        count(*) filter (where state = 'succeeded')::int as succeeded,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'stopped')::int as stopped
      from grouped) totals
    where w.id = ${own.workspace_id}::uuid and s.id = ${own.stream_id}::uuid and totals.total > 1`)
  if (!found) return null
  const { from, to, ended_at } = found.group
  return { ...found, group: { ...found.group, from: utc(from), to: utc(to), ended_at: utc(ended_at) } }
}

function utc(time: string): string {
  return new Date(time).toISOString()
}
