import type { Mode } from '@podium/contract/metadata.ts'
import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import { archiveName, artifactsPrefix } from './version-place.ts'

interface Parts {
  database: Database
  objects: ObjectStore
}

/** An archive below a version whose run is deleted. */
interface Left extends Record<string, unknown> {
  solution_version_id: string
  pipeline: Mode
  run_id: string
  bucket: string
  name: string
  version_num: number
}

interface Remaining extends Record<string, unknown> {
  id: string
  stream_id: string
  attempt: number
  ended_at: string
}

/** Somebody else has replaced or removed the archive meanwhile. */
class Overtaken extends Error {}

/**
 * What a deleted run left below its version gives way to the archive of the run that ended last of those that remain, or
 * goes. A crash is made up for by the next time.
 */
export function replaceLeftArchives(parts: Parts): Promise<void> {
  return replaceWhere(parts, sql`not exists (select from runs where runs.id = archive.run_id)`)
}

/** Does so with what runs left that have just been deleted. */
export async function replaceArchivesOf(parts: Parts, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await replaceWhere(parts, sql`archive.run_id = any(${sql.param(runs)}::uuid[])`)
}

async function replaceWhere(parts: Parts, isLeft: SQL): Promise<void> {
  const found = await parts.database.execute<Left>(sql`
    select archive.solution_version_id, archive.pipeline, archive.run_id, workspace.s3_bucket_name as bucket,
      solution.name, version.version_num
    from version_archives archive
    join solution_versions version on version.id = archive.solution_version_id
    join solutions solution on solution.id = version.solution_id
    join workspaces workspace on workspace.id = version.workspace_id
    where ${isLeft}`)
  const troubles: unknown[] = []
  for (const left of found.rows) await replace(parts, left).catch((error) => troubles.push(error))
  if (troubles.length > 0)
    throw new AggregateError(troubles, `${troubles.length} archives could not be replaced`)
}

async function replace(parts: Parts, left: Left): Promise<void> {
  const path = artifactsPrefix(left.name, left.version_num, left.pipeline) + archiveName(left.pipeline)
  try {
    for (const run of await remainingOf(parts.database, left))
      if (await putInstead(parts, left, path, run)) return
    await remove(parts, left, path)
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
}

/** The ended runs of the version, the last one first. */
async function remainingOf(database: Database, left: Left): Promise<Remaining[]> {
  const found = await database.execute<Remaining>(sql`
    select id, stream_id, attempt, ended_at from runs
    where solution_version_id = ${left.solution_version_id} and pipeline = ${left.pipeline} and ended_at is not null
    order by ended_at desc, id desc`)
  return found.rows
}

/** @returns false where the run has kept no archive */
async function putInstead(
  { database, objects }: Parts,
  left: Left,
  path: string,
  run: Remaining,
): Promise<boolean> {
  const stored = `streams/${run.stream_id}/${run.id}/${run.attempt}/${archiveName(left.pipeline)}`
  const archive = await objects.open(left.bucket, stored)
  if (!archive) return false
  try {
    await objects.put(left.bucket, path, archive.stream, {
      replace: true,
      within: (_, place) =>
        database.transaction(async (tx) => {
          const noted = await tx.execute(sql`
            update version_archives set run_id = ${run.id}, ended_at = ${run.ended_at}
            where ${rowOf(left)} returning run_id`)
          if (noted.rows.length === 0) throw new Overtaken()
          await place()
        }),
    })
    return true
  } finally {
    archive.stream.destroy()
  }
}

async function remove({ database, objects }: Parts, left: Left, path: string): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await tx.execute(sql`delete from version_archives where ${rowOf(left)} returning run_id`)
    if (removed.rows.length > 0) await objects.remove(left.bucket, path)
  })
}

function rowOf({ solution_version_id, pipeline, run_id }: Left) {
  return sql`solution_version_id = ${solution_version_id} and pipeline = ${pipeline} and run_id = ${run_id}`
}
