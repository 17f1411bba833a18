import { WAITS_MINUTES } from '@podium/contract/calls/webhooks.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { queueEvents } from '../notifications/queue.ts'

/** The event names of an end, the most specific first. First failures and recoveries depend on the run before. */
const NAMES_OF_END = sql`array_remove(array[
  case when r.state = 'failed' and before.state = 'succeeded' then 'run.first_failure' end,
  case when r.state = 'succeeded' and before.state = 'failed' then 'run.recovered' end,
  'run.' || r.state, 'run.ended'], null)`

/** Queues the event of a run's end for webhooks and the person who started it, in the transaction that ends the run. */
export function tellOfEnd(tx: Handle, runId: string): Promise<void> {
  return queueEvents(tx, runEvents(sql`(select ${runId}::uuid as id)`, NAMES_OF_END))
}

/** Queues one event for each run that has waited too long for its start. */
export function tellOfWaiting(db: Handle, now: SQL): Promise<void> {
  const waiting = sql`
    update runs set waits_told_at = ${now}
    where state in ('queued', 'starting') and started_at is null and attempt = 1 and waits_told_at is null
      and created_at <= ${now} - make_interval(mins => ${WAITS_MINUTES})
    returning id`
  return queueEvents(db, runEvents(sql`waiting`, sql`array['run.waits']`), sql`waiting as (${waiting})`)
}

function runEvents(told: SQL, names: SQL): SQL {
  return sql`
    select r.id as run_id, r.workspace_id, ${names} as names, ${FACTS} as facts, array[r.created_by] as people
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
