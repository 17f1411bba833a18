import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { query } from '../rows.ts'
import { archiveName, artifactsPrefix, attemptPrefix } from './object-paths.ts'

/**
 * Older clients look below a version for the archive of each pipeline's run that ended last. `version_archives`
 * records the run that each archive belongs to.
 */

type Stores = Pick<Deps, 'database' | 'objects'>

interface EndedRun {
  id: string
  stream_id: string
  attempt: number
  solution_version_id: string
  pipeline: Mode
}

/** Another run's archive has replaced it, or a deletion has removed it. */
class Overtaken extends Error {}

/**
 * Puts the archive of an ended run below its version. The archive of the run that ended last stays, in whatever order
 * runs are collected. May be repeated.
 * @param endedAt null if not known: then the run counts as ended now
 */
export async function putVersionArchive(stores: Stores, run: EndedRun, endedAt: string | null) {
  const at = endedAt ?? new Date().toISOString()
  const overtaken = await query(stores.database).any(sql`
    select from version_archives
    where solution_version_id = ${run.solution_version_id} and pipeline = ${run.pipeline}
      and (ended_at, run_id) > (${at}::timestamptz, ${run.id}::uuid)`)
  if (overtaken) return
  const version = await query(stores.database).first<Version>(sql`
    select ${VERSION} from ${VERSIONS} where version.id = ${run.solution_version_id}`)
  if (!version) throw new Error(`The version of run ${run.id} is gone.`)
  // If the archive was left out, the run itself says so. Other ending runs wait for the row.
  await unlessOvertaken(() =>
    copyArchive(
      stores,
      version,
      run,
      sql`
      insert into version_archives (solution_version_id, pipeline, run_id, ended_at)
      values (${run.solution_version_id}, ${run.pipeline}, ${run.id}, ${at})
      on conflict (solution_version_id, pipeline) do update
        set run_id = excluded.run_id, ended_at = excluded.ended_at
        where (version_archives.ended_at, version_archives.run_id) <= (excluded.ended_at, excluded.run_id)`,
    ),
  )
}

interface Version {
  bucket: string
  name: string
  version_num: number
}

const VERSION = sql`workspace.s3_bucket_name as bucket, solution.name, version.version_num`
const VERSIONS = sql`solution_versions version
  join solutions solution on solution.id = version.solution_id
  join workspaces workspace on workspace.id = version.workspace_id`

/** An archive below a version whose run was deleted. */
interface Left extends Version {
  solution_version_id: string
  pipeline: Mode
  run_id: string
}

/**
 * Replaces archives of deleted runs by that of the remaining run that ended last, or removes them. After a crash the
 * next call completes this.
 */
export function replaceLeftArchives(stores: Stores): Promise<void> {
  return replaceWhere(stores, sql`not exists (select from runs where runs.id = archive.run_id)`)
}

/** Does the same for runs that have just been deleted. */
export async function replaceArchivesOf(stores: Stores, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await replaceWhere(stores, sql`archive.run_id = any(${sql.param(runs)}::uuid[])`)
}

async function replaceWhere(stores: Stores, isLeft: SQL): Promise<void> {
  const found = await query(stores.database).rows<Left>(sql`
    select archive.solution_version_id, archive.pipeline, archive.run_id, ${VERSION}
    from ${VERSIONS} join version_archives archive on archive.solution_version_id = version.id
    where ${isLeft}`)
  const troubles: unknown[] = []
  for (const left of found)
    await unlessOvertaken(() => replace(stores, left)).catch((error) => troubles.push(error))
  if (troubles.length > 0)
    throw new AggregateError(troubles, `${troubles.length} archives could not be replaced`)
}

async function replace(stores: Stores, left: Left): Promise<void> {
  const { solution_version_id, pipeline, run_id } = left
  const row = sql`solution_version_id = ${solution_version_id} and pipeline = ${pipeline} and run_id = ${run_id}`
  const remaining = await query(stores.database).rows<EndedRun & { ended_at: string }>(sql`
    select id, stream_id, attempt, solution_version_id, pipeline, ended_at from runs
    where solution_version_id = ${solution_version_id} and pipeline = ${pipeline} and ended_at is not null
    order by ended_at desc, id desc`)
  for (const run of remaining) {
    const note = sql`
      update version_archives set run_id = ${run.id}, ended_at = ${run.ended_at} where ${row}`
    if (await copyArchive(stores, left, run, note)) return
  }
  await stores.database.transaction(async (tx) => {
    await writeOrOvertaken(tx, sql`delete from version_archives where ${row}`)
    await stores.objects.remove(left.bucket, pathOf(left, pipeline))
  })
}

/**
 * Copies the run's archive to its version, if the row can be written in the same transaction.
 * @returns false if the run has no archive
 */
async function copyArchive({ database, objects }: Stores, version: Version, run: EndedRun, row: SQL) {
  const archive = await objects.open(version.bucket, attemptPrefix(run) + archiveName(run.pipeline))
  if (!archive) return false
  try {
    await objects.put(version.bucket, pathOf(version, run.pipeline), archive.stream, {
      replace: true,
      within: (_, commit) =>
        database.transaction(async (tx) => {
          await writeOrOvertaken(tx, row)
          await commit()
        }),
    })
    return true
  } finally {
    archive.stream.destroy()
  }
}

function pathOf({ name, version_num }: Version, pipeline: Mode): string {
  return artifactsPrefix(name, version_num, pipeline) + archiveName(pipeline)
}

async function writeOrOvertaken(tx: Transaction, statement: SQL): Promise<void> {
  if (!(await query(tx).any(statement))) throw new Overtaken()
}

async function unlessOvertaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
}
