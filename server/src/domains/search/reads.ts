import { type Found, MAX_FOUND, SEARCH_KINDS, type SearchKind } from '@podium/contract/calls/search.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { askerOf } from '../../http/asker.ts'
import type { Caller, Sent } from '../../http/call.ts'
import { containing, matchesText } from '../../http/list.ts'
import { columnsOf, query, type ReplyColumns } from '../rows.ts'
import { seenBy } from '../workspaces/reads.ts'
import { modelIds } from './model-reads.ts'
import { runIds } from './run-reads.ts'

interface Asked {
  caller: Pick<Caller, 'account_id' | 'role'>
  /** the workspace whose objects come first */
  workspace_id: string
  q: string
}

interface Group {
  kind: SearchKind
  found: Sent<Found>[]
  more: boolean
}

/**
 * The objects whose names match the text, by kind. The single statement begins with the workspaces that the caller
 * sees, and each part reads rows of those only.
 */
export async function findObjects(db: Handle, request: Asked): Promise<Group[]> {
  const { caller, workspace_id } = request
  const text = request.q.replaceAll('\0', '')
  const seen = seenBy(caller)
  const seesAccounts = may('account.list', askerOf(caller, null))
  const parts = [...inWorkspaces(text, request), ...(seesAccounts ? [ofAccounts(text)] : [])]
  const groups = await query(db).rows<{ kind: SearchKind; found: Sent<Found>[] | null }>(sql`
    with mine as materialized (
      select w.id, w.display_name as name, w.id = ${workspace_id}::uuid as here, w.created_at
      from ${seen.from} where ${seen.where}
    )
    ${sql.join(parts, sql` union all `)}`)
  return SEARCH_KINDS.flatMap((kind) => {
    const found = groups.find((group) => group.kind === kind)?.found
    return found ? [{ kind, found: found.slice(0, MAX_FOUND), more: found.length > MAX_FOUND }] : []
  })
}

interface Part {
  kind: SearchKind
  /** the rows as `o`, each joined with its workspace in `mine` */
  from: SQL
  where: SQL
  name?: SQL
  detail?: SQL
  state?: SQL
  address?: SQL
  /** among equally near rows, the later one comes first */
  at: SQL
}

const NAME = sql`o.name`
const solutionName = sql`(select name from solutions where id = o.solution_id)`
const streamName = sql`(select name from streams where id = o.stream_id)`
const versionNumber = sql`(select version_num from solution_versions where id = o.solution_version_id)`
const nameOf = (account: SQL) => sql`(select display_name from accounts where id = ${account})`

function inWorkspaces(text: string, { caller, workspace_id }: Asked): SQL[] {
  const inMine = (table: SQL) => sql`mine join ${table} o on o.workspace_id = mine.id`
  const isNamed = matchesText(text, sql`lower(o.name)`)
  const parts: Part[] = [
    {
      kind: 'run',
      from: inMine(sql`runs`),
      where: sql`o.id = any(array(${runIds(text, workspace_id)}))`,
      detail: solutionName,
      state: sql`o.state`,
      at: sql`o.created_at`,
    },
    {
      kind: 'solution',
      from: inMine(sql`solutions`),
      where: matchesText(text, sql`o.search_text`),
      detail: sql`'v ' || (select max(version_num) from solution_versions where solution_id = o.id)`,
      at: sql`o.updated_at`,
    },
    {
      kind: 'instance',
      from: inMine(sql`instances`),
      where: isNamed,
      detail: solutionName,
      at: sql`o.updated_at`,
    },
    {
      kind: 'stream',
      from: inMine(sql`streams`),
      where: isNamed,
      detail: sql`(select name from instances where id = o.instance_id)`,
      at: sql`o.updated_at`,
    },
    {
      kind: 'model',
      from: inMine(sql`runs`),
      where: sql`o.model_number is not null and o.id = any(array(${modelIds(text)}))`,
      name: sql`(${streamName} || ' v ' || ${versionNumber} || '.' || o.model_number)`,
      detail: sql`(select string_agg(name, ', ' order by name) from model_aliases where run_id = o.id)`,
      at: sql`o.created_at`,
    },
    {
      kind: 'data-set',
      from: inMine(sql`data_sets`),
      where: isNamed,
      detail: sql`(select 'v ' || max(number) from data_set_versions where data_set_id = o.id)`,
      at: sql`o.updated_at`,
    },
    {
      kind: 'run-view',
      from: inMine(sql`run_views`),
      where: sql`(o.shared or o.account_id = ${caller.account_id}::uuid) and ${isNamed}`,
      detail: nameOf(sql`o.account_id`),
      address: sql`o.address`,
      at: sql`o.created_at`,
    },
    {
      kind: 'workspace',
      from: sql`mine join mine o on o.id = mine.id`,
      where: isNamed,
      at: sql`o.created_at`,
    },
  ]
  return parts.map((part) => statementOf(part, text))
}

function statementOf({ kind, from, where, at, ...columns }: Part, text: string): SQL {
  const { name = NAME, detail = sql`''`, state = sql`null`, address = sql`''` } = columns
  return groupOf(
    kind,
    {
      id: sql`o.id`,
      name,
      detail,
      state,
      address,
      workspace_id: sql`mine.id`,
      workspace_name: sql`mine.name`,
    },
    sql`from ${from} where ${where} order by mine.here desc, ${nearness(name, text)}, ${at} desc, o.id`,
  )
}

function ofAccounts(text: string): SQL {
  return groupOf(
    'account',
    {
      id: sql`o.id`,
      name: sql`o.display_name`,
      detail: sql`o.username`,
      state: sql`null`,
      address: sql`''`,
      workspace_id: sql`''`,
      workspace_name: sql`''`,
    },
    sql`from accounts o where o.deleted_at is null and ${matchesText(text, sql`o.search_text`)}
    order by least(${nearness(sql`o.username`, text)}, ${nearness(sql`o.display_name`, text)}),
      lower(o.display_name), o.id`,
  )
}

/** Reads one more row than is shown, to know if there are more. */
function groupOf(kind: SearchKind, columns: ReplyColumns<Found>, rest: SQL): SQL {
  const rows = sql`select ${columnsOf(columns)} ${rest} limit ${MAX_FOUND + 1}`
  return sql`select ${kind} as kind, (select json_agg(part) from (${rows}) part) as found`
}

/** Rank: the exact name, names that begin with the text, names that contain it, and rows found for other reasons. */
function nearness(name: SQL, text: string): SQL {
  const anywhere = containing(text)
  return sql`(case when lower(${name}) = lower(${text}) then 0 when lower(${name}) like lower(${anywhere.slice(1)}) then 1
    when lower(${name}) like lower(${anywhere}) then 2 else 3 end)`
}
