import { WAITS_MINUTES } from '@podium/contract/webhooks.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** What an end is called, the most telling name first. A stream's first failure and its recovery need the run before. */
const NAMES_OF_END = sql`array_remove(array[
  case when r.state = 'failed' and before.state = 'succeeded' then 'run.first_failure' end,
  case when r.state = 'succeeded' and before.state = 'failed' then 'run.recovered' end,
  'run.' || r.state, 'run.ended'], null)`

/** Queues what the webhooks of the workspace are told of the end, in the transaction that ends the run. */
export function tellOfEnd(tx: Handle, runId: string): Promise<void> {
  return queue(tx, { runs: sql`select ${runId}::uuid as id`, names: NAMES_OF_END })
}

/** Queues what is told of runs that have waited too long for their start, once of each. */
export function tellOfWaiting(db: Handle, now: SQL): Promise<void> {
  const runs = sql`
    update runs set waits_told_at = ${now}
    where state in ('queued', 'starting') and started_at is null and attempt = 1 and waits_told_at is null
      and created_at <= ${now} - make_interval(mins => ${WAITS_MINUTES})
    returning id`
  return queue(db, { runs, names: sql`array['run.waits']` })
}

/** One message for each webhook that wants any of the names, under the first of them that it wants. */
async function queue(db: Handle, { runs, names }: { runs: SQL; names: SQL }): Promise<void> {
  await query(db).any(sql`
    with told as (${runs}),
    named as (
      select r.id as run_id, r.workspace_id, ${names} as names, ${FACTS} as facts
      from told join runs r on r.id = told.id
      join workspaces w on w.id = r.workspace_id join streams s on s.id = r.stream_id
      join solutions o on o.id = r.solution_id left join accounts a on a.id = r.created_by
      left join lateral (
        select b.state from runs b
        where b.stream_id = r.stream_id and b.id <> r.id and b.pipeline = r.pipeline
          and b.state in ('succeeded', 'failed')
        order by b.created_at desc, b.id desc limit 1) before on true
      where exists (select from webhooks h where h.workspace_id = r.workspace_id))
    insert into deliveries (workspace_id, webhook_id, run_id, event, facts)
    select n.workspace_id, h.id, n.run_id, wanted.name, n.facts
    from named n join webhooks h on h.workspace_id = n.workspace_id
    cross join lateral (
      select name from unnest(n.names) with ordinality as each (name, place)
      where name = any (h.events) order by place limit 1) wanted
    for key share of h`)
}

const FACTS = sql`jsonb_build_object(
  'workspace', jsonb_build_object('id', w.id, 'name', regexp_replace(w.name, '-ws$', '')),
  'run', jsonb_build_object('id', r.id, 'name', r.name, 'pipeline', r.pipeline, 'state', r.state, 'detail', r.detail,
    'stream_id', s.id, 'stream_name', s.name, 'solution_id', o.id, 'solution_name', o.name,
    'started_by', coalesce(a.display_name, ''), 'metrics', r.metrics,
    'created_at', r.created_at, 'started_at', r.started_at, 'ended_at', r.ended_at))`
