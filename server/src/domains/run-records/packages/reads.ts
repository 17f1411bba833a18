import {
  type FetchedPackages,
  type InstalledPackage,
  MAX_SHARING,
  type PackageList,
  type readPackages,
} from '@podium/contract/calls/run-packages.ts'
import { packageDifferences, withAskedFor } from '@podium/contract/python-packages/package-lines.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Database } from '@podium/database/connect.ts'
import { packageSets, runPackages } from '@podium/database/schema/packages.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'

/** At most this many runs with the same packages are named. */
const MAX_NAMED = 5

/** The packages of each run of a query over `runs`; null if it has no list. */
export const packagesOfRuns = sql<InstalledPackage[] | null>`(select packages from package_sets
  join run_packages on set_id = package_sets.id where run_id = ${runs}.id)`

/** The number of packages in the list of the run; null if it has none. */
export async function countPackages(db: Database, run: string): Promise<number | null> {
  const [found] = await db
    .select({ count: packageSets.count })
    .from(runPackages)
    .innerJoin(packageSets, eq(packageSets.id, runPackages.set_id))
    .where(eq(runPackages.run_id, run))
  return found?.count ?? null
}

/**
 * Reads the run's packages, and their differences from the run that it retries, or else the one before in its stream.
 * @param newer the engine's present list, with the answers of indexes since it was stored; null to use the stored one
 * @throws Failure RUN.NO_PACKAGES if the run has no list
 */
export async function readRunPackages(
  db: Database,
  run: string,
  newer: PackageList | null,
): Promise<ReplyOf<typeof readPackages>> {
  const own = (await readList(db, eq(runs.id, run))) ?? fail('RUN.NO_PACKAGES')
  const other =
    (own.retry_of && (await readList(db, eq(runs.id, own.retry_of)))) || (await listBefore(db, own))
  const { tool, file, python, requires_python, fetched, packages } = newer ?? own
  return {
    tool,
    file,
    python,
    ...(requires_python && { requires_python }),
    ...(fetched && { fetched }),
    packages: withAskedFor(packages, file),
    compared_with: other && { id: other.id, name: other.name },
    differences: other ? packageDifferences(other.packages, packages) : [],
    shared_by: await runsWith(db, own.set_id),
  }
}

type ListOfRun = NonNullable<Awaited<ReturnType<typeof readList>>>

function listBefore(db: Database, { stream_id, number }: ListOfRun): Promise<ListOfRun | null> {
  return readList(db, and(eq(runs.stream_id, stream_id), lt(runs.number, number)))
}

/** The newest runs that have the list, and the number of all. */
async function runsWith(db: Database, set_id: string): Promise<ReplyOf<typeof readPackages>['shared_by']> {
  const found = await query(db).rows<{
    id: string
    name: string
    fetched: FetchedPackages | null
    total: number
  }>(sql`
    with shared as (select run_id, fetched from run_packages where set_id = ${set_id} limit ${MAX_SHARING + 1})
    select id::text, name, fetched, count(*) over ()::int as total from shared join runs on id = run_id
    order by created_at desc, id desc limit ${MAX_NAMED}`)
  return {
    total: found[0]?.total ?? 0,
    runs: found.map(({ id, name, fetched }) => ({ id, name, fetched })),
  }
}

/** Reads the list of the newest matching run that has one. */
async function readList(db: Database, which: SQL | undefined) {
  const [found] = await db
    .select({
      id: runs.id,
      set_id: packageSets.id,
      name: runs.name,
      stream_id: runs.stream_id,
      number: runs.number,
      retry_of: runs.retry_of,
      tool: packageSets.tool,
      file: packageSets.file,
      python: packageSets.python,
      requires_python: packageSets.requires_python,
      fetched: runPackages.fetched,
      packages: packageSets.packages,
    })
    .from(runs)
    .innerJoin(runPackages, eq(runPackages.run_id, runs.id))
    .innerJoin(packageSets, eq(packageSets.id, runPackages.set_id))
    .where(which)
    .orderBy(desc(runs.number))
    .limit(1)
  return found ?? null
}
