import { WAITS_MINUTES } from '@podium/contract/calls/webhooks.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { notifyOfGroup } from '../notifications/group-events.ts'
import { queueEvents } from '../notifications/queue.ts'
import { query } from '../rows.ts'
import { lockGroup } from './run-group.ts'

/** The event names of an end, the most specific first. First failures and recoveries depend on the run before. */
const NAMES_OF_END = sql`array_remove(array[
  case when r.state = 'failed' and before.state = 'succeeded' then 'run.first_failure' end,
  case when r.state = 'succeeded' and before.state = 'failed' then 'run.recovered' end,
  'run.' || r.state, 'run.ended'], null)`

const STARTED_BY = sql`array[r.created_by]`

/**
 * Queues the event of a run's end for webhooks and the person who started it, in the transaction that ends the run.
 * The person hears of a group of runs as a whole; webhooks get a message for each run.
 */
export async function tellOfEnd(tx: Handle, runId: string): Promise<void> {
  const group = await lockGroup(tx, runId)
  const people = group ? sql`'{}'::uuid[]` : STARTED_BY
  const events = runEvents(sql`(select ${runId}::uuid as id)`, NAMES_OF_END, people)
  await queueEvents(tx, events)
  if (!group) return
  const ended = await query(tx).first<{ names: string[] }>(sql`select names from (${events}) ended`)
  await notifyOfGroup(tx, group, ended?.names ?? [])
}

/** False if the person's own queue in the stream explains the wait: an older run of theirs has not ended. */
const IS_OLDEST = sql`r.schedule_id is not null or not exists (
  select from runs older where older.stream_id = r.stream_id and older.created_by = r.created_by
    and older.schedule_id is null and older.state in (${liveStates})
    and (older.created_at, older.id) < (r.created_at, r.id))`

/**
 * Queues one event for each run that has waited too long for its start. Of the runs that a person started in a stream,
 * only the oldest one notifies the person; webhooks get a message for each.
 */
export function tellOfWaiting(db: Handle, now: SQL): Promise<void> {
  const waiting = sql`
    update runs set waits_told_at = ${now}
    where state in ('queued', 'starting') and started_at is null and attempt = 1 and waits_told_at is null
      and created_at <= ${now} - make_interval(mins => ${WAITS_MINUTES})
    returning id`
  const people = sql`case when ${IS_OLDEST} then ${STARTED_BY} else '{}'::uuid[] end`
  return queueEvents(
    db,
    runEvents(sql`waiting`, sql`array['run.waits']`, people),
    sql`waiting as (${waiting})`,
  )
}

function runEvents(told: SQL, names: SQL, people: SQL): SQL {
  return sql`
    select r.id as run_id, r.workspace_id, ${names} as names, ${FACTS} as facts, ${people} as people
    from ${told} told join runs r on r.id = told.id
    join workspaces w on w.id = r.workspace_id join streams s on s.id = r.stream_id
    join solutions o on o.id = r.solution_id left join accounts a on a.id = r.created_by
    left join lateral (
      select b.state from runs b
      where b.stream_id = r.stream_id and b.id <> r.id and b.pipeline = r.pipeline
        and b.state in ('succeeded', 'failed')
      order by b.created_at desc, b.id desc limit 1) before on true`
}

const FACTS = sql`jsonb_build_object(
  'workspace', jsonb_build_object('id', w.id, 'name', w.display_name),
  'run', jsonb_build_object('id', r.id, 'name', r.name, 'pipeline', r.pipeline, 'state', r.state, 'detail', r.detail,
    'stream_id', s.id, 'stream_name', s.name, 'solution_id', o.id, 'solution_name', o.name,
    'started_by', coalesce(a.display_name, ''), 'metrics', r.metrics,
    'created_at', r.created_at, 'started_at', r.started_at, 'ended_at', r.ended_at))`
