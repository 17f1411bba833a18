import {
  listSolutions,
  type Rating,
  type Solution,
  type Version,
  type VersionDetail,
} from '@podium/contract/calls/solutions.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import type { Database } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import {
  instances,
  solutionLastRuns,
  solutionRatings,
  solutions,
  solutionVersions,
  streams,
} from '@podium/database/schema/solutions.ts'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { hasId, idsAsPage, matchesText, pageOfIds } from '../../http/list.ts'
import { madeBy } from '../accounts/maker.ts'
import { inUse } from './repository.ts'

/** A solution in a list has at most this many versions. */
const NEWEST_VERSIONS = 100

const description = sql`newest.metadata_json -> 'description'`
/** The overview, cut for lists. Generations without an overview describe a solution in the title or problem. */
const overview = sql<string>`coalesce((
  select left(case json_typeof(${description}) when 'object' then coalesce(
      nullif(${description} ->> 'overview', ''), nullif(${description} ->> 'title', ''), ${description} ->> 'problem')
    when 'string' then ${description} #>> '{}' end, 500)
  from ${solutionVersions} newest
  where newest.solution_id = ${solutions}.id order by newest.version_num desc limit 1
), '')`

/** `own` are the stars of the account in the placeholder. */
const ratingColumn = sql<Rating>`json_build_object('mean', ${solutions.rating_mean}, 'count', ${solutions.rating_count},
  'own', (select stars from ${solutionRatings}
    where solution_id = ${solutions}.id and account_id = ${sql.placeholder('account')}::uuid))`

const solutionColumns = {
  id: solutions.id,
  seq: solutions.seq,
  name: solutions.name,
  solution_name: solutions.name,
  workspace_id: solutions.workspace_id,
  overview,
  version_count: sql<number>`(select count(*) from ${solutionVersions} where solution_id = ${solutions}.id)`,
  run_count: sql<number>`(select coalesce(sum(runs), 0)::int from solution_totals where solution_id = ${solutions}.id)`,
  instance_count: sql<number>`(select count(*) from ${instances} where solution_id = ${solutions}.id)`,
  stream_count: sql<number>`(select count(*) from ${streams} s join ${instances} i on i.id = s.instance_id
    where i.solution_id = ${solutions}.id)`,
  last_run_state: solutionLastRuns.state,
  last_run_at: solutionLastRuns.created_at,
  rating: ratingColumn,
  created_by: madeBy,
  created_at: solutions.created_at,
  updated_at: solutions.updated_at,
  revision: solutions.revision,
}

const versionColumns = {
  id: solutionVersions.id,
  solution_id: solutionVersions.solution_id,
  version: solutionVersions.version_num,
  version_num: solutionVersions.version_num,
  pipelines: solutionVersions.pipelines,
  size: solutionVersions.size,
  created_by: madeBy,
  created_at: solutionVersions.created_at,
}

type VersionRow = Sent<Version>
type SolutionRow = Sent<Solution>

type SolutionQuery = QueryOf<typeof listSolutions>

/** Creates lists and single reads of solutions; statements are prepared once. */
export function createSolutionReads(database: Database) {
  const rows = database
    .select(solutionColumns)
    .from(idsAsPage)
    .innerJoin(solutions, sql`${solutions.id} = page.id`)
    .leftJoin(accounts, eq(accounts.id, solutions.created_by))
    .leftJoin(solutionLastRuns, eq(solutionLastRuns.solution_id, solutions.id))
    .orderBy(sql`page.place`)
    .prepare('solutions_of_page')
  const newestVersions = database
    .select(versionColumns)
    .from(solutionVersions)
    .leftJoin(accounts, eq(accounts.id, solutionVersions.created_by))
    .where(sql`${solutionVersions.id} in (
      select newest.id from unnest(${sql.placeholder('ids')}::uuid[]) as asked(id)
      join lateral (
        select version.id from solution_versions version where version.solution_id = asked.id
        order by version.version_num desc limit ${sql.raw(String(NEWEST_VERSIONS))}
      ) as newest on true
    )`)
    .orderBy(desc(solutionVersions.version_num))
    .prepare('solutions_newest_versions')

  /** Returns the solutions in the order of the ids, without deleted ones. */
  async function solutionsOf(ids: string[], account: string | null): Promise<SolutionRow[]> {
    if (ids.length === 0) return []
    const [found, versions] = await Promise.all([
      rows.execute({ ids, account }),
      newestVersions.execute({ ids }),
    ])
    const bySolution = new Map<string | null, VersionRow[]>(ids.map((id) => [id, []]))
    for (const version of versions) bySolution.get(version.solution_id)?.push(version)
    return found.map((row) => Object.assign(row, { versions: bySolution.get(row.id) ?? [] }))
  }

  return {
    /** `account` owns the returned stars and the solutions of `mine`; null for the host, which owns those of none. */
    async list(workspace: string, query: SolutionQuery, account: string | null) {
      const wanted = wantedOf(workspace, query, account)
      const { ids, total } = await pageOfIds(database, listSolutions, sql`solutions`, SORTS, query, wanted)
      return { solutions: await solutionsOf(ids, account), total }
    },

    /** @throws Failure NOT.FOUND */
    async read(id: string, account: string | null): Promise<SolutionRow> {
      return (await solutionsOf([id], account))[0] ?? fail('NOT.FOUND')
    },

    async checkName(workspace: string, name: string) {
      const known = await readSolutionNamed(database, workspace, name)
      return { duplicate: known !== null, solution_id: known?.id ?? null }
    },

    /**
     * Reads the version of that number with its metadata.
     * @throws Failure NOT.FOUND
     */
    async readVersion(solution: string, number: number): Promise<Sent<VersionDetail>> {
      const [row] = await database
        .select({
          ...versionColumns,
          metadata_json: solutionVersions.metadata_json,
          tool_files: solutionVersions.tool_files,
          in_use: inUse(sql`${solutionVersions}.id`),
        })
        .from(solutionVersions)
        .leftJoin(accounts, eq(accounts.id, solutionVersions.created_by))
        .where(
          and(
            eq(solutionVersions.solution_id, solution),
            sql`${solutionVersions.version_num} = ${number}::bigint`,
          ),
        )
      return row ?? fail('NOT.FOUND')
    },
  }
}

/** Reads the solution of that name in the workspace, ignoring case, or null. */
export function readSolutionNamed(database: Database, workspace: string, name: string) {
  return readKnown(database, workspace, sql`lower(${solutions.name}) = lower(${name.replaceAll('\0', '')})`)
}

/** The solution with that id in the workspace, or null. */
export function readSolutionIn(database: Database, workspace: string, id: string) {
  return readKnown(database, workspace, hasId(sql`${solutions.id}`, id))
}

export type KnownSolution = NonNullable<Awaited<ReturnType<typeof readKnown>>>

async function readKnown(database: Database, workspace: string, isMeant: SQL) {
  const [row] = await database
    .select({ id: solutions.id, name: solutions.name, last_version: solutions.last_version })
    .from(solutions)
    .where(and(eq(solutions.workspace_id, workspace), isMeant))
  return row ?? null
}

const SORTS = {
  seq: sql`seq`,
  name: sql`lower(name)`,
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
  rating: sql`rating_mean`,
}
function wantedOf(workspace: string, query: SolutionQuery, account: string | null): SQL[] {
  const { q, pipeline, mine, state } = query
  const conditions = [sql`workspace_id = ${workspace}::uuid`, matchesText(q, sql`search_text`)]
  if (pipeline !== undefined) conditions.push(sql`pipelines @> array[${pipeline}]::text[]`)
  if (mine !== undefined)
    conditions.push(account === null ? sql`created_by is null` : sql`created_by = ${account}::uuid`)
  if (state !== undefined)
    conditions.push(sql`id in (
      select solution_id from solution_last_runs
      where workspace_id = ${workspace}::uuid and solution_last_runs.state = ${state})`)
  return conditions
}
