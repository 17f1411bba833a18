import { createHash } from 'node:crypto'
import type { Mode } from '@podium/contract/metadata.ts'
import { RUN_STATES, type RunState, wireStatus } from '@podium/contract/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import { prepareRows } from '@podium/database/prepared-rows.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { madeBy } from '../accounts/maker.ts'

/** The words of the wire for every state, from the one place that knows them. */
const statusInSql = sql<string>`case ${runs.state} ${sql.join(
  RUN_STATES.map((state) => sql.raw(`when '${state}' then '${wireStatus(state)}'`)),
  sql` `,
)} end`

/** A run as lists answer it: every column has its name on the wire, so that rows go out as they are. */
export const listColumns = {
  id: runs.id,
  name: runs.name,
  status: statusInSql.as('status'),
  state: runs.state,
  detail: runs.detail,
  pipeline: runs.pipeline,
  stream_id: runs.stream_id,
  stream_name: sql<string>`${streams.name}`.as('stream_name'),
  instance_id: runs.instance_id,
  instance_name: sql<string>`${instances.name}`.as('instance_name'),
  solution_id: runs.solution_id,
  solution_name: sql<string>`${solutions.name}`.as('solution_name'),
  version_num: solutionVersions.version_num,
  model_version: sql<string>`coalesce(${solutionVersions.version_num} || '.' || ${runs.model_number}, '')`.as(
    'model_version',
  ),
  execution_spec: sql<string>`coalesce(${runs.tier_given}, ${runs.tier_asked})`.as('execution_spec'),
  created_by: madeBy,
  created_at: runs.created_at,
  started_at: runs.started_at,
  ended_at: runs.ended_at,
}

/** Runs with what they belong to. */
function selectRuns(db: Database) {
  return db
    .select(listColumns)
    .from(runs)
    .innerJoin(streams, eq(streams.id, runs.stream_id))
    .innerJoin(instances, eq(instances.id, runs.instance_id))
    .innerJoin(solutions, eq(solutions.id, runs.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .leftJoin(accounts, eq(accounts.id, runs.created_by))
    .$dynamic()
}

export type ListedRun = Awaited<ReturnType<typeof selectRuns>>[number]

export interface RunListQuery {
  workspace_id: string
  page: number
  page_size: number
  sort?: string | undefined
  q?: string | undefined
  stream_id?: string | undefined
  instance_id?: string | undefined
  solution_id?: string | undefined
  state?: RunState | undefined
  pipeline?: Mode | undefined
}

export interface RunList {
  stream_histories: ListedRun[]
  total: number
}

const SORTS: Record<string, SQL | (typeof runs)['created_at' | 'started_at' | 'ended_at']> = {
  name: sql`lower(${runs.name})`,
  state: sql`${runs.state}`,
  created_at: runs.created_at,
  started_at: runs.started_at,
  ended_at: runs.ended_at,
}

const IDS = { stream_id: runs.stream_id, instance_id: runs.instance_id, solution_id: runs.solution_id }

/** Lists runs, newest first unless sorted otherwise: one query for the rows, one for the total, both prepared. */
export function createRunReads(db: Database) {
  const prepared = new Map<string, ReturnType<typeof prepareList>>()

  return async function listRuns(query: RunListQuery): Promise<RunList> {
    const given = Object.entries(IDS).filter(([name]) => query[name as keyof typeof IDS])
    if (given.some(([name]) => !isUuid(query[name as keyof typeof IDS] ?? '')))
      return { stream_histories: [], total: 0 }
    const filters = [
      ...given.map(([name]) => name),
      query.state && 'state',
      query.pipeline && 'pipeline',
      query.q && 'q',
    ]
      .filter((name) => name !== undefined && name !== '')
      .map(String)
    const sort = query.sort ?? '-created_at'
    const shape = [...filters, sort].join(' ')
    const statements = prepared.get(shape) ?? prepareList(db, shape, filters, sort)
    prepared.set(shape, statements)
    const values = {
      ...query,
      q: `%${(query.q ?? '').replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
      offset: (query.page - 1) * query.page_size,
    }
    const [stream_histories, counted] = await Promise.all([statements.rows(values), statements.count(values)])
    return { stream_histories, total: counted[0]?.total ?? 0 }
  }
}

/** PostgreSQL keeps 63 bytes of a statement's name, so the shape goes into it as a hash. */
function prepareList(db: Database, shape: string, filters: string[], sort: string) {
  const name = `runs_${createHash('sha256').update(shape).digest('hex').slice(0, 32)}`
  const column = SORTS[sort.replace('-', '')] ?? runs.created_at
  const direction = sort.startsWith('-') ? desc : asc
  const where = and(
    eq(runs.workspace_id, sql.placeholder('workspace_id')),
    ...filters.map((name) => conditionOf(name)),
  )
  const ids = db.select({ id: runs.id }).from(runs).$dynamic()
  const totals = db
    .select({ total: sql<number>`count(*)`.as('total') })
    .from(runs)
    .$dynamic()
  if (filters.includes('q')) {
    ids.innerJoin(solutions, eq(solutions.id, runs.solution_id))
    totals.innerJoin(solutions, eq(solutions.id, runs.solution_id))
  }
  // the page is cut from an index before anything is joined: rows are wide, and most are on other pages
  const page = ids
    .where(where)
    .orderBy(direction(column), direction(runs.id))
    .limit(sql.placeholder('page_size'))
    .offset(sql.placeholder('offset'))
    .as('page')
  return {
    rows: prepareRows(
      db,
      name,
      selectRuns(db).innerJoin(page, eq(page.id, runs.id)).orderBy(direction(column), direction(runs.id)),
    ),
    count: prepareRows(db, `${name}_total`, totals.where(where)),
  }
}

function conditionOf(name: string): SQL {
  if (name === 'q')
    return sql`(${runs.name} ilike ${sql.placeholder('q')} or ${solutions.name} ilike ${sql.placeholder('q')})`
  if (name === 'state') return sql`${runs.state} = ${sql.placeholder('state')}`
  if (name === 'pipeline') return sql`${runs.pipeline} = ${sql.placeholder('pipeline')}`
  return sql`${IDS[name as keyof typeof IDS]} = ${sql.placeholder(name)}`
}

/** The runs with these ids that belong to the workspace, with how far each says it is. */
export async function readChangedRuns(db: Database, workspace: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ ...listColumns, progress: runs.progress })
    .from(runs)
    .innerJoin(streams, eq(streams.id, runs.stream_id))
    .innerJoin(instances, eq(instances.id, runs.instance_id))
    .innerJoin(solutions, eq(solutions.id, runs.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .leftJoin(accounts, eq(accounts.id, runs.created_by))
    .where(and(eq(runs.workspace_id, workspace), inArray(runs.id, [...ids])))
}
