import { createHash } from 'node:crypto'
import type { Holding, Holdings } from '@podium/contract/calls/off-boarding.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { SESSION_IDLE, SESSION_LONGEST } from '../../http/session/session.ts'
import { columnsOf, query } from '../rows.ts'

const MAX_SUCCESSORS = 100

interface Signed {
  username: string
  display_name: string
  revision: number
  locked: boolean
  sessions: number
  tokens: string[]
  links: string[]
}

/** The live runs of the account. */
export async function liveRunsOf(db: Handle, id: string): Promise<string[]> {
  const runs = await query(db).rows<{ id: string }>(
    sql`select id from runs where created_by = ${id}::uuid and state in (${liveStates}) order by id`,
  )
  return runs.map((run) => run.id)
}

/** The present holdings of the account, which must exist. */
export async function findHoldings(db: Handle, id: string): Promise<Holdings> {
  const signed = await query(db).first<Signed>(sql`
    select username, display_name, revision, locked_by_admin_at is not null as locked,
      (select count(*)::int from sessions where account_id = accounts.id
        and last_seen_at > now() - ${SESSION_IDLE} and created_at > now() - ${SESSION_LONGEST}) as sessions,
      array(select t.id::text from access_tokens t where t.account_id = accounts.id
        and t.revoked_at is null and t.expires_at > now() order by t.id) as tokens,
      array(select l.created_at::text from one_time_links l where l.account_id = accounts.id
        and l.expires_at > now()) as links
    from accounts where id = ${id}::uuid`)
  if (!signed) throw new Error('the account of these holdings is not there')
  const workspaces = await query(db).rows<Holding>(inWorkspaces(id))
  const { revision, tokens, links, ...account } = signed
  const parts: Record<Part, unknown> = {
    account: revision,
    workspaces: workspaces.map((held) => [held.id, held.role, held.only_manager]),
    runs: await liveRunsOf(db, id),
    made: workspaces.map((held) => [
      held.drafts,
      held.solutions,
      held.instances,
      held.streams,
      held.data_sets,
      held.schedules,
      held.webhooks,
      held.files,
    ]),
    tokens: [tokens, links],
  }
  return {
    ...account,
    revision: PARTS.map((part) => digest(parts[part])).join('.'),
    workspaces,
    access_tokens: tokens.length,
    password_link: links.length > 0,
  }
}

const PARTS = ['account', 'workspaces', 'runs', 'made', 'tokens'] as const
export type Part = (typeof PARTS)[number]

/** The parts in which two revisions of holdings differ. */
export function changedParts(seen: string, now: string): Part[] {
  const [before, after] = [seen.split('.'), now.split('.')]
  return PARTS.filter((_, at) => before[at] !== after[at])
}

function digest(part: unknown): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 12)
}

function inWorkspaces(id: string): SQL {
  const countedIn = (table: SQL, name: SQL, condition = sql`created_by = ${id}::uuid`) => sql`left join (
    select workspace_id, count(*)::int as count from ${table} where ${condition} group by workspace_id
  ) ${name} on ${name}.workspace_id = w.id`
  const made = (draft: boolean) => sql`created_by = ${id}::uuid and draft = ${draft}`
  return sql`
    with found as (
      select w.id, w.name, w.display_name, m.role, m.role = 'MANAGER' and m.ends_at is null and not exists (
          select from current_members other where other.workspace_id = w.id and other.role = 'MANAGER'
            and other.ends_at is null and other.account_id <> m.account_id) is true as only_manager,
        coalesce(live.queued, 0) as queued, coalesce(live.running, 0) as running,
        coalesce(drafts.count, 0) as drafts, coalesce(made.count, 0) as instances,
        coalesce(registered.count, 0) as solutions, coalesce(used.count, 0) as streams,
        coalesce(sets.count, 0) as data_sets, coalesce(scheduled.count, 0) as schedules,
        coalesce(hooks.count, 0) as webhooks, coalesce(files.count, 0) as files
      from workspaces w
      left join current_members m on m.workspace_id = w.id and m.account_id = ${id}::uuid
      left join (
        select workspace_id, count(*) filter (where state = 'queued')::int as queued,
          count(*) filter (where state <> 'queued')::int as running
        from runs where created_by = ${id}::uuid and state in (${liveStates}) group by workspace_id
      ) live on live.workspace_id = w.id
      ${countedIn(sql`instances`, sql`drafts`, made(true))}
      ${countedIn(sql`instances`, sql`made`, made(false))}
      ${countedIn(sql`solutions`, sql`registered`)}
      ${countedIn(sql`streams`, sql`used`)}
      ${countedIn(sql`data_sets`, sql`sets`)}
      ${countedIn(sql`schedules`, sql`scheduled`, sql`run_as = ${id}::uuid`)}
      ${countedIn(sql`webhooks`, sql`hooks`)}
      ${countedIn(sql`uploads`, sql`files`, sql`account_id = ${id}::uuid`)}
      where coalesce(m.account_id, live.workspace_id, drafts.workspace_id, made.workspace_id,
        registered.workspace_id, used.workspace_id, sets.workspace_id, scheduled.workspace_id, hooks.workspace_id,
        files.workspace_id) is not null
    )
    select ${columnsOf<Holding>({
      id: sql`w.id`,
      display_name: sql`w.display_name`,
      role: sql`w.role`,
      only_manager: sql`coalesce(w.only_manager, false)`,
      successors: sql`case when w.only_manager then ${successors(id)} else '[]' end`,
      queued: sql`w.queued`,
      running: sql`w.running`,
      drafts: sql`w.drafts`,
      solutions: sql`w.solutions`,
      instances: sql`w.instances`,
      streams: sql`w.streams`,
      data_sets: sql`w.data_sets`,
      schedules: sql`w.schedules`,
      webhooks: sql`w.webhooks`,
      files: sql`w.files`,
    })}
    from found w order by w.name`
}

/** The other members of the workspace `w` whose account is not locked, developers first. */
function successors(id: string): SQL {
  return sql`(
    select coalesce(json_agg(other), '[]') from (
      select a.id as account_id, a.username, a.display_name, o.role
      from current_members o join accounts a on a.id = o.account_id
      where o.workspace_id = w.id and o.account_id <> ${id}::uuid
        and a.deleted_at is null and a.locked_by_admin_at is null
      order by o.role, lower(a.username) limit ${MAX_SUCCESSORS}) other)`
}
