import {
  GROUP_GAP_SECONDS,
  NOTIFICATION_DEFAULTS,
  type NotificationChoices,
  type RunGroup,
} from '@podium/contract/calls/notifications.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import { OF_ACCOUNT, RUNS_CHANNEL } from './queue.ts'

/** The group of a run that has just ended, as it is now. */
export interface EndedInGroup {
  workspace_id: string
  /** the person who started the runs */
  account_id: string
  workspace: { id: string; name: string }
  run_ids: string[]
  /** number of runs that have not ended */
  live: number
  group: RunGroup & { ended_at: string }
}

interface Choices extends NotificationChoices {
  has_address: boolean
}

/**
 * Updates the group's one notification, or creates it when the person wants to hear of this end. The end of the last
 * run makes it unread again.
 * @param names event names of the run's end
 */
export async function notifyOfGroup(tx: Handle, ended: EndedInGroup, names: string[]): Promise<void> {
  const choices = await query(tx).first<Choices>(sql`
    select chosen.*, a.email <> '' as has_address from accounts a,
      jsonb_to_record(${JSON.stringify(NOTIFICATION_DEFAULTS)}::jsonb || a.preferences)
        as chosen(bell text[], mail text[], muted text[])
    where a.id = ${ended.account_id}::uuid and a.deleted_at is null`)
  if (!choices || choices.muted.includes(ended.workspace_id)) return
  const isOver = ended.live === 0
  const told = isOver ? ['run.group', ...names] : names
  await ring(tx, ended, { isOver, isWanted: told.some((name) => has(choices.bell, name)) })
  if (choices.has_address) await mail(tx, ended, { isOver, names, chosen: choices.mail })
}

async function ring(
  tx: Handle,
  ended: EndedInGroup,
  { isOver, isWanted }: { isOver: boolean; isWanted: boolean },
): Promise<void> {
  const { account_id, workspace_id } = ended
  const again = isOver ? sql`, read_at = null, created_at = now()` : sql``
  await query(tx).any(sql`
    with earlier as (
      select n.id from notifications n where ${isOfGroup(ended, sql`n.run_id`)} order by n.created_at desc limit 1),
    updated as (
      update notifications n set event = 'run.group', run_id = null, facts = ${factsOf(ended)} ${again}
      from earlier where n.id = earlier.id returning n.account_id),
    created as (
      insert into notifications (account_id, workspace_id, event, facts)
      select ${account_id}::uuid, ${workspace_id}::uuid, 'run.group', ${factsOf(ended)}
      where ${isWanted} and not exists (select from earlier) returning account_id)
    select pg_notify(${RUNS_CHANNEL}, ${`${OF_ACCOUNT} `} || account_id)
    from (select account_id from updated union select account_id from created) notified`)
}

/**
 * Queues at most two mails for a group: one for the first end that the person wants to hear of, and one when the group
 * is over. The second waits while a further run of the group goes on (`gatherMails`).
 */
async function mail(
  tx: Handle,
  ended: EndedInGroup,
  { isOver, names, chosen }: { isOver: boolean; names: string[]; chosen: readonly string[] },
): Promise<void> {
  const runId = sql`(n.facts -> 'run' ->> 'id')::uuid`
  const earlier = await query(tx).rows<{ id: string; event: string; waits: boolean }>(sql`
    select n.id, n.event, n.mail_id is null as waits from mail_events n
    where n.workspace_id = ${ended.workspace_id}::uuid and ${isOfGroup(ended, runId)}
    order by n.created_at desc for update`)
  const wantedNow =
    earlier.every(({ event }) => event === 'run.group') && names.find((name) => has(chosen, name))
  const isWantedLater = isOver && (earlier.length > 0 || has(chosen, 'run.group'))
  const waiting = earlier.find(({ waits }) => waits)
  if (waiting) {
    const event = wantedNow || waiting.event
    const again = isOver && event === 'run.group' ? sql`, created_at = now()` : sql``
    await query(tx).any(
      sql`update mail_events set event = ${event}, facts = ${factsOf(ended)} ${again} where id = ${waiting.id}::uuid`,
    )
  } else if (wantedNow || isWantedLater)
    await query(tx).any(sql`insert into mail_events (account_id, workspace_id, event, facts)
      values (${ended.account_id}::uuid, ${ended.workspace_id}::uuid, ${wantedNow || 'run.group'}, ${factsOf(ended)})`)
}

const has = (chosen: readonly string[], name: string) => chosen.includes(name)

function factsOf({ workspace, group }: EndedInGroup): SQL {
  return sql`${JSON.stringify({ workspace, group })}::jsonb`
}

/** Condition for the rows `n` about the group: about it as a whole, or about its first run when it was still alone. */
function isOfGroup({ account_id, run_ids, group }: EndedInGroup, runId: SQL): SQL {
  const before = sql`${group.from}::timestamptz - make_interval(secs => ${GROUP_GAP_SECONDS})`
  return sql`n.account_id = ${account_id}::uuid and n.created_at >= ${before} and case
    when n.facts ? 'group' then n.facts -> 'group' ->> 'stream_id' = ${group.stream_id}
      and (n.facts -> 'group' ->> 'ended_at')::timestamptz >= ${before}
    else n.event <> 'run.waits' and ${runId} = any (${sql.param(run_ids)}::uuid[]) end`
}
