import {
  RETAINED_KINDS,
  type RetainedKind,
  type RetentionRule,
  type RetentionRules,
} from '@podium/contract/calls/retention.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'

/** Rules of a workspace, and the instant that they are evaluated at. */
export interface Look {
  workspace_id: string
  rules: RetentionRules
  as_of: string
}

/**
 * The files that rules do not keep, as rows of run_id, kind and bytes. Previews and moves both use it. For a fixed
 * instant the result never grows: files recorded later do not count, and files that lose their protection later stay.
 */
export function freeFiles(look: Look): SQL {
  const each = RETAINED_KINDS.flatMap((kind) => {
    const rule = look.rules[kind]
    return rule ? [freeOf(look, kind, rule)] : []
  })
  return each.length === 0
    ? sql`select run_id, kind, bytes from run_files where false`
    : sql.join(each, sql` union all `)
}

/** Ranks count the files that were stored at the instant and never restored, so no later event moves another file. */
function freeOf({ workspace_id, rules, as_of }: Look, kind: RetainedKind, rule: RetentionRule): SQL {
  return sql`
    select f.run_id, f.kind, f.bytes from (
      select f.*, ${ranks(rule)} from run_files f ${figureOf(rule)}
      where f.workspace_id = ${workspace_id}::uuid and f.kind = ${kind} and f.recorded_at < ${as_of}::timestamptz
        and (f.trashed_at is null or f.trashed_at >= ${as_of}::timestamptz) and f.restored_at is null
    ) f
    where f.bytes > 0 and ${isFree({ workspace_id, rules, as_of }, kind)} and not (${keptByRank(rule)})
      and not (${keptByAge(rule, as_of)})`
}

const NEWEST_FIRST = sql`f.ended_at desc, f.run_id desc`

function ranks({ best }: RetentionRule): SQL {
  const newest = sql`row_number() over (partition by f.stream_id order by ${NEWEST_FIRST}) as newest`
  if (!best) return newest
  const direction = best.direction === 'highest' ? sql`desc` : sql`asc`
  return sql`${newest}, figure.value as figure, count(figure.value) over (partition by f.stream_id) as figures,
    row_number() over (partition by f.stream_id order by figure.value ${direction} nulls last, ${NEWEST_FIRST}) as best`
}

function figureOf({ best }: RetentionRule): SQL {
  return best
    ? sql`left join run_figures figure on figure.run_id = f.run_id and figure.name = ${best.figure}`
    : sql``
}

function keptByRank({ last, best, aliased, days }: RetentionRule): SQL {
  // if no run of a stream has the figure, its best runs are unknown, and this condition alone keeps them all
  const isAlone = last === null && !aliased && days === null
  const keptAsBest = best
    ? sql`((f.figure is not null and f.best <= ${best.count}::int) or (${isAlone} and f.figures = 0))`
    : sql`false`
  return sql`(${last !== null} and f.newest <= ${last ?? 0}::int) or ${keptAsBest}`
}

function keptByAge({ days }: RetentionRule, as_of: string): SQL {
  return sql`${days !== null} and f.ended_at > ${as_of}::timestamptz - make_interval(days => ${days ?? 0}::int)`
}

/** True if a schedule, paused or not, names the model by its run or an alias. */
function isScheduled(workspaceId: string): SQL {
  return sql`(f.run_id::text in (
    select lower(model_from) from schedules where workspace_id = ${workspaceId}::uuid and model_from is not null
  ) or f.run_id in (
    select a.run_id from schedules s join streams t on t.id = s.stream_id join instances i on i.id = t.instance_id
    join model_aliases a on a.solution_id = i.solution_id and a.name = s.model_from
    where s.workspace_id = ${workspaceId}::uuid))`
}

const HAS_ALIAS = sql`exists (select from model_aliases a where a.run_id = f.run_id)`
const IS_READ = sql`exists (select from runs u where u.model_from = f.run_id and u.state in (${liveStates}))`

/** True if a row `f` of run_files in the trash is needed again; then only a person can remove it. */
export function isNeeded(workspaceId: string): SQL {
  const isNewest = sql`exists (
    select from runs m where m.id = f.run_id
      and m.model_number = (select max(model_number) from runs where stream_id = f.stream_id))`
  return sql`(${HAS_ALIAS} or f.kind = 'artifacts' and (${IS_READ} or ${isNewest} or ${isScheduled(workspaceId)}))`
}

/**
 * True if nothing but a rank or its age can keep a row `f` of run_files. These conditions may change after a preview,
 * so a move checks them again.
 */
export function isFree({ workspace_id, rules, as_of }: Look, kind: RetainedKind): SQL {
  const conditions = [
    sql`f.kind = ${kind} and f.measured and f.trashed_at is null and f.restored_at is null`,
    sql`f.free_since < ${as_of}::timestamptz`,
  ]
  if (rules[kind]?.aliased)
    conditions.push(
      sql`not ${HAS_ALIAS}`,
      sql`(f.alias_lost_at is null or f.alias_lost_at < ${as_of}::timestamptz)`,
    )
  if (kind === 'artifacts')
    conditions.push(
      sql`not ${IS_READ} and not ${isScheduled(workspace_id)}`,
      sql`f.run_id not in (${newestModels(workspace_id, as_of)})`,
    )
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** The newest model of each stream now, and the one that was newest at the instant. */
function newestModels(workspaceId: string, as_of: string): SQL {
  const models = (narrowed: SQL) => sql`
    (select m.id from runs m ${narrowed} where m.stream_id = s.id and m.model_number is not null
    order by m.model_number desc limit 1)`
  const byThen = sql`join run_files put on put.run_id = m.id and put.kind = 'artifacts'
    and put.recorded_at < ${as_of}::timestamptz`
  return sql`
    select newest.id from streams s cross join lateral (${models(sql``)} union all ${models(byThen)}) newest
    where s.workspace_id = ${workspaceId}::uuid`
}
