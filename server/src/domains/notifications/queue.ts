import { NOTIFICATION_DEFAULTS } from '@podium/contract/calls/notifications.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** The channel that tells every server which runs changed and which accounts have new notifications. */
export const RUNS_CHANNEL = 'podium_runs'

/** Prefix of a payload on that channel that names an account with new notifications. */
export const OF_ACCOUNT = 'account'

/** The accounts that manage a workspace. */
export const managersOf = (workspace: SQL) =>
  sql`array(select account_id from current_members where workspace_id = ${workspace} and role = 'MANAGER')`

/** The accounts to notify of each event, each with the first event name that they chose for this channel. */
const told = (channel: 'bell' | 'mail') => sql`
  events e join accounts a on a.id = any (e.people) and a.deleted_at is null
  cross join lateral (
    select ${JSON.stringify(NOTIFICATION_DEFAULTS)}::jsonb || a.preferences as choices) chosen
  cross join lateral (
    select name from unnest(e.names) with ordinality as each (name, place)
    where choices -> ${channel}::text ? name order by place limit 1) wanted
  where not choices -> 'muted' ? e.workspace_id::text`

/**
 * Queues a message for each webhook, and for each person a notification and a mail event under a name they chose.
 * @param events select of `workspace_id`, `run_id`, `names` (the most specific one first), `facts`, and `people`: the
 * accounts to notify
 * @param first further CTEs that the select reads
 */
export async function queueEvents(db: Handle, events: SQL, first?: SQL): Promise<void> {
  await query(db).any(sql`
    with ${first ? sql`${first},` : sql``} events as materialized (${events}),
    sent as (
      insert into deliveries (workspace_id, webhook_id, run_id, event, facts)
      select e.workspace_id, h.id, e.run_id, wanted.name, e.facts
      from events e join webhooks h on h.workspace_id = e.workspace_id
      cross join lateral (
        select name from unnest(e.names) with ordinality as each (name, place)
        where name = any (h.events) order by place limit 1) wanted
      for key share of h),
    notified as (
      insert into notifications (account_id, workspace_id, run_id, event, facts)
      select a.id, e.workspace_id, e.run_id, wanted.name, e.facts from ${told('bell')}
      returning account_id),
    mailed as (
      insert into mail_events (account_id, workspace_id, event, facts)
      select a.id, e.workspace_id, wanted.name, e.facts from ${told('mail')} and a.email <> '')
    select pg_notify(${RUNS_CHANNEL}, ${`${OF_ACCOUNT} `} || account_id) from notified group by account_id`)
}
