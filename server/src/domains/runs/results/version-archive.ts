import type { Database, Handle } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { archiveName, artifactsPrefix } from '../../solutions/version-place.ts'
import { type RunRow, storedPrefix } from '../run-row.ts'

/** Another run of the version ended later, and its archive is there already. */
class Overtaken extends Error {}

/**
 * Puts the archive of an ended run where older clients look for it: below its version. Of several runs that of the one
 * that ended last stays, in whatever order they are collected. May be repeated.
 * @param endedAt null where nobody knows: then it ended just now
 */
export async function putVersionArchive(
  { database, objects }: { database: Database; objects: ObjectStore },
  run: RunRow,
  endedAt: string | null,
): Promise<void> {
  const at = endedAt ?? new Date().toISOString()
  if (await isOvertaken(database, run, at)) return
  const { bucket, prefix } = await readPlace(database, run)
  const archive = await objects.open(bucket, storedPrefix(run) + archiveName(run.pipeline))
  // what could not be kept is said by the run itself
  if (!archive) return
  try {
    await objects.put(bucket, prefix + archiveName(run.pipeline), archive.stream, {
      replace: true,
      within: (_, place) =>
        database.transaction(async (tx) => {
          if (!(await noteArchive(tx, run, at))) throw new Overtaken()
          await place()
        }),
    })
  } catch (error) {
    archive.stream.destroy()
    if (!(error instanceof Overtaken)) throw error
  }
}

async function readPlace(db: Handle, run: RunRow): Promise<{ bucket: string; prefix: string }> {
  const found = await db.execute<{ bucket: string; name: string; version_num: number }>(sql`
    select workspace.s3_bucket_name as bucket, solution.name, version.version_num
    from solution_versions version
    join solutions solution on solution.id = version.solution_id
    join workspaces workspace on workspace.id = version.workspace_id
    where version.id = ${run.solution_version_id}`)
  const [version] = found.rows
  if (!version) throw new Error(`The version of run ${run.id} is gone.`)
  return {
    bucket: version.bucket,
    prefix: artifactsPrefix(version.name, version.version_num, run.pipeline),
  }
}

async function isOvertaken(db: Handle, run: RunRow, at: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from version_archives
    where solution_version_id = ${run.solution_version_id} and pipeline = ${run.pipeline}
      and (ended_at, run_id) > (${at}::timestamptz, ${run.id}::uuid)`)
  return found.rows.length > 0
}

/** Notes whose archive lies there from now on, unless that of a later run does. Others wait until the end. */
async function noteArchive(tx: Handle, run: RunRow, at: string): Promise<boolean> {
  const noted = await tx.execute(sql`
    insert into version_archives (solution_version_id, pipeline, run_id, ended_at)
    values (${run.solution_version_id}, ${run.pipeline}, ${run.id}, ${at})
    on conflict (solution_version_id, pipeline) do update
      set run_id = excluded.run_id, ended_at = excluded.ended_at
      where (version_archives.ended_at, version_archives.run_id) <= (excluded.ended_at, excluded.run_id)
    returning run_id`)
  return noted.rows.length > 0
}
