import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { FieldProblems, fail } from '@podium/contract/rules/errors.ts'
import { RUN_STATES, type RunState } from '@podium/contract/rules/run-state.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { hasId, matchesText } from '../../../http/list.ts'
import { readTimeSpan } from '../../audit/reads.ts'
import { query } from '../../rows.ts'
import { fullNames, nameIs } from './parameter-names.ts'
import { readTerm, type Term } from './terms.ts'

/** The workspace and the account that a list is read for. */
export interface Reading {
  workspace_id: string
  /** null for the person at the server's own host */
  account_id: string | null
}

/** Runs that a side table selects: those with a tag, a star, a figure or a parameter. */
export interface Beside {
  /** the table's rows, each of a different run, with `run_id` and `run_created_at` */
  rows: SQL
  /** the condition that the present run is among them, for one run at a time */
  hasRun: SQL
  /** the condition that one of them is a run of that stream */
  hasRunOf: (stream: SQL) => SQL
}

/** Parsed filters, as conditions on `runs`. */
export interface Wanted {
  workspace: SQL
  /** the solutions, versions, instances and streams, all of them in the workspace */
  scopes: SQL[]
  own: SQL[]
  beside: Beside[]
  /** conditions on the table of totals; null if the filters need more than it has */
  counted: SQL[] | null
}

/**
 * Parses the filters of a list.
 * @throws Failure RUN.FILTER with a sentence that shows the right form
 */
export async function readFilter(
  db: Handle,
  reading: Reading,
  filters: Partial<RunFilters>,
): Promise<Wanted> {
  const workspace = sql`${runs.workspace_id} = ${reading.workspace_id}::uuid`
  const states = readStates(filters.state)
  const found = await findNamed(db, reading, filters)
  const scopes = [
    ...oneOf(sql`${runs.solution_version_id}`, found.versions),
    ...oneOf(sql`${runs.solution_id}`, found.solutions),
    ...oneOf(sql`${runs.instance_id}`, found.instances),
    ...oneOf(sql`${runs.stream_id}`, found.streams),
  ]
  const counted = [
    sql`workspace_id = ${reading.workspace_id}::uuid`,
    ...oneOf(sql`state`, states, 'text'),
    ...oneOf(sql`pipeline`, filters.pipeline && [filters.pipeline], 'text'),
    ...oneOf(sql`account_id`, found.people),
  ]
  const uncounted = [
    ...oneOf(sql`${runs.tier_asked}`, listed(filters.tier), 'text'),
    ...oneOf(sql`${runs.failure_key}`, filters.failure === undefined ? undefined : [filters.failure], 'text'),
    ...spanOf(filters),
    ...(filters.q === undefined ? [] : [matchesText(filters.q, sql`${runs.search_text}`)]),
  ]
  const beside = besideOf(reading, filters, await parameterConditions(db, reading, filters))
  const isCounted = scopes.length + uncounted.length + beside.length === 0
  const own = [
    ...oneOf(sql`${runs.state}`, states, 'text'),
    ...oneOf(sql`${runs.pipeline}`, filters.pipeline && [filters.pipeline], 'text'),
    ...oneOf(sql`${runs.created_by}`, found.people),
    ...uncounted,
  ]
  return { workspace, scopes, own, beside, counted: isCounted ? counted : null }
}

function readStates(text: string | undefined): RunState[] | undefined {
  const states = listed(text)
  const unknown = states?.find((state) => !(RUN_STATES as readonly string[]).includes(state))
  if (unknown === undefined) return states as RunState[] | undefined
  return fail('RUN.FILTER', {
    problem: `There is no state '${unknown}'. Write one or more of ${RUN_STATES.join(', ')}, such as state=failed,stopped.`,
  })
}

function listed(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Compares a single value with `=`, so that an index gives its rows in order. */
function oneOf(column: SQL, values: readonly string[] | undefined | '', type = 'uuid'): SQL[] {
  if (!values) return []
  const as = sql.raw(type)
  if (values.length === 1) return [sql`${column} = ${values[0]}::${as}`]
  return [sql`${column} = any(${sql.param(values)}::${as}[])`]
}

function spanOf(filters: Partial<RunFilters>): SQL[] {
  const { from, before } = readSpan(filters)
  const ended = readSpan({ from: filters.ended_from }).from
  return [
    ...(from === null ? [] : [sql`${runs.created_at} >= ${from}::timestamptz`]),
    ...(before === null ? [] : [sql`${runs.created_at} < ${before}::timestamptz`]),
    ...(ended === null ? [] : [sql`${runs.ended_at} >= ${ended}::timestamptz`]),
  ]
}

function readSpan({ from, to }: Partial<RunFilters>) {
  try {
    return readTimeSpan({ from, to })
  } catch (error) {
    if (!(error instanceof FieldProblems)) throw error
    const [problem] = error.problems
    return fail('RUN.FILTER', { problem: `${problem?.loc[1]}: ${problem?.msg}` })
  }
}

type Found = Partial<Record<'solutions' | 'versions' | 'instances' | 'streams' | 'people', string[]>>

/** The ids of the objects that the filters name, if they belong to the workspace. */
async function findNamed(db: Handle, reading: Reading, filters: Partial<RunFilters>): Promise<Found> {
  const { solution_id, instance_id, stream_id, version } = filters
  const [solutionNames, streamNames, people] = [
    listed(filters.solution),
    listed(filters.stream),
    listed(filters.person),
  ]
  const inWorkspace = sql`workspace_id = ${reading.workspace_id}::uuid`
  const named = (names: string[] | undefined) =>
    names ? sql`and name = any(${sql.param(names)}::text[])` : sql``
  const withId = (id: string | undefined) => (id === undefined ? sql`` : sql`and ${hasId(sql`id`, id)}`)
  const asked: Record<string, SQL> = {}
  const solutions = sql`select id from solutions where ${inWorkspace} ${named(solutionNames)} ${withId(solution_id)}`
  const namesSolution = solutionNames !== undefined || solution_id !== undefined
  if (version !== undefined) {
    const ofThem = namesSolution ? sql`and solution_id in (${solutions})` : sql``
    asked.versions = sql`select id from solution_versions
      where ${inWorkspace} and version_num = ${version} ${ofThem}`
  } else if (namesSolution) asked.solutions = solutions
  if (instance_id !== undefined)
    asked.instances = sql`select id from instances where ${inWorkspace} ${withId(instance_id)}`
  if (streamNames !== undefined || stream_id !== undefined)
    asked.streams = sql`select id from streams where ${inWorkspace} ${named(streamNames)} ${withId(stream_id)}`
  if (people !== undefined)
    asked.people = sql`select id from accounts where lower(username) = any(${sql.param(people.map((name) => name.toLowerCase()))}::text[])
      or (${people.includes('me')} and id = ${reading.account_id}::uuid)`
  const columns = Object.entries(asked).map(([name, ids]) => sql`array(${ids}) as ${sql.identifier(name)}`)
  if (columns.length === 0) return {}
  return (await query(db).first<Found>(sql`select ${sql.join(columns, sql`, `)}`)) ?? {}
}

function besideOf(
  { workspace_id, account_id }: Reading,
  filters: Partial<RunFilters>,
  parameters: Condition[],
): Beside[] {
  const inWorkspace = sql`workspace_id = ${workspace_id}::uuid`
  const among = (table: SQL, fits: SQL): Beside => ({
    rows: sql`${table} where ${inWorkspace} and ${fits}`,
    // a scalar subquery, so that the planner evaluates it per run and never turns it into a join
    hasRun: sql`(select true from ${table} where run_id = ${runs.id} and ${fits})`,
    hasRunOf: (stream) => sql`exists (select from ${table} where stream_id = ${stream} and ${fits})`,
  })
  const isOwn = sql`account_id = ${account_id}::uuid`
  const starred: Beside = {
    rows: sql`run_stars where ${isOwn} and ${inWorkspace}`,
    hasRun: sql`exists (select from run_stars where run_id = ${runs.id} and ${isOwn})`,
    hasRunOf: (stream) => sql`exists (select from run_stars where ${isOwn} and stream_id = ${stream})`,
  }
  return [
    ...several(filters.tag).map((tag) => among(sql`run_tags`, sql`tag = ${tag}`)),
    ...(filters.star ? [starred] : []),
    ...several(filters.figure).map((text) => among(sql`run_figures`, figureFits(readTerm('figure', text)))),
    ...parameters.map(({ fits, isOnce }) => {
      const one = among(sql`run_parameters`, fits)
      const rows = sql`(select distinct on (run_id) * from run_parameters where ${inWorkspace} and ${fits}) as run_parameters`
      return isOnce ? one : { ...one, rows }
    }),
  ]
}

interface Condition {
  /** the condition on a row of run_parameters */
  fits: SQL
  /** true if at most one row of a run meets it */
  isOnce: boolean
}

async function parameterConditions(
  db: Handle,
  { workspace_id }: Reading,
  filters: Partial<RunFilters>,
): Promise<Condition[]> {
  const terms = several(filters.parameter).map((text) => readTerm('parameter', text))
  return Promise.all(
    terms.map(async (term) => {
      const names = await fullNames(db, workspace_id, term.name)
      return { fits: parameterFits(nameIs(names), term), isOnce: names.length <= 1 }
    }),
  )
}

function several(texts: string | string[] | undefined): string[] {
  return texts === undefined ? [] : [texts].flat()
}

function figureFits({ name, comparison, number }: Term): SQL {
  return sql`name = ${name} and value ${operatorOf(comparison)} ${number}::float8`
}

/** Compares numbers as numbers, so that 300 finds 3e2, and any other value as text. */
function parameterFits(isNamed: SQL, { comparison, value, number }: Term): SQL {
  const operator = operatorOf(comparison)
  if (number !== null && comparison !== '!=') return sql`${isNamed} and number ${operator} ${number}::float8`
  if (number !== null) return sql`${isNamed} and number is distinct from ${number}::float8`
  return sql`${isNamed} and word ${operator} left(${value}, 200)`
}

function operatorOf(comparison: Term['comparison']): SQL {
  return sql.raw(comparison === '!=' ? '<>' : comparison)
}
