import { fail } from '@podium/contract/rules/errors.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { solutions, solutionVersions } from '@podium/database/schema/solutions.ts'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import { nextSolutionNumber } from '../workspaces/solution-numbers.ts'

export interface NewSolution {
  workspace_id: string
  name: string
  created_by: string | null
}

/** Inserts a solution whose version 1 is about to be written, with the next seq of the workspace. */
export async function insertSolution(tx: Transaction, solution: NewSolution): Promise<string> {
  const seq = (await nextSolutionNumber(tx, solution.workspace_id)) ?? fail('NOT.FOUND')
  const [row] = await tx
    .insert(solutions)
    .values({ ...solution, seq, last_version: 1 })
    .returning({ id: solutions.id })
  return row?.id ?? fail('NOT.FOUND')
}

export const deleteSolutionRow = (tx: Transaction, id: string) =>
  tx.delete(solutions).where(eq(solutions.id, id))

export const deleteVersionRow = (tx: Transaction, id: string) =>
  tx.delete(solutionVersions).where(eq(solutionVersions.id, id))

/** Takes the solution's next version number. Concurrent calls wait until the transaction ends. */
export async function takeNextNumber(db: Handle, solution: string): Promise<number> {
  const [row] = await db
    .update(solutions)
    .set({ last_version: sql`${solutions.last_version} + 1` })
    .where(eq(solutions.id, solution))
    .returning({ number: solutions.last_version })
  return row?.number ?? fail('NOT.FOUND')
}

/** Returns a number that was not used for a version, unless a later one has been taken since. */
export async function giveNumberBack(db: Handle, solution: string, number: number): Promise<void> {
  await db
    .update(solutions)
    .set({ last_version: number - 1 })
    .where(sql`${solutions.id} = ${solution} and ${solutions.last_version} = ${number}`)
}

/**
 * Records that the solution gets a version. Call this before the version is written, so that no other writer that
 * waits for the solution is overtaken.
 */
export async function noteNextVersion(tx: Transaction, solution: string): Promise<void> {
  const noted = sql`update solutions set updated_at = now(), revision = revision + 1 where id = ${solution}`
  if (!(await query(tx).any(noted))) fail('NOT.FOUND')
}

export interface NewVersion {
  workspace_id: string
  solution_id: string
  version_num: number
  metadata: Metadata
  /** bytes in the bucket */
  size: number
  tool_files: string[]
  created_by: string | null
}

export interface InsertedVersion {
  id: string
  solution_id: string
  version: number
  version_num: number
  pipelines: string[]
  size: number
  created_at: string
}

/** Inserts the version, and updates the list columns unless a later version has been written already. */
export async function insertVersion(tx: Transaction, { metadata, ...version }: NewVersion) {
  const { workspace_id, solution_id, version_num, size, tool_files, created_by } = version
  const pipelines = metadata.pipeline.map((pipeline) => pipeline.type)
  const written = await query(tx).first<{ id: string; created_at: string }>(sql`
    with written as (
      insert into solution_versions
        (workspace_id, solution_id, version_num, metadata_json, pipelines, size, tool_files, created_by)
      values (${workspace_id}, ${solution_id}, ${version_num}, ${JSON.stringify(metadata)},
        ${sql.param(pipelines)}::text[], ${size}, ${sql.param(tool_files)}::text[], ${created_by})
      returning id, created_at
    ), noted as (
      update solutions set ${listedOf(metadata)} where id = ${solution_id} and not exists (
        select from solution_versions later
        where later.solution_id = ${solution_id} and later.version_num > ${version_num})
    )
    select id, created_at from written`)
  if (!written) return fail('NOT.FOUND')
  return { ...written, solution_id, version: version_num, version_num, pipelines, size }
}

/** Returns the parts of the version's prefix, and if it is the solution's only version; null if it does not exist. */
export async function readVersionLocation(db: Handle, id: string) {
  const [row] = await db
    .select({
      name: solutions.name,
      version_num: solutionVersions.version_num,
      is_only: sql<boolean>`not exists (
        select from solution_versions other
        where other.solution_id = ${solutions}.id and other.id <> ${solutionVersions}.id)`,
    })
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .where(eq(solutionVersions.id, id))
  return row ?? null
}

/**
 * Locks the version's solution and counts its versions, so that the second of two deletions sees the first. NO KEY,
 * because a starting run refers to the solution and holds its stream, for which the deletion waits next.
 */
export async function lockVersion(tx: Transaction, id: string) {
  const found = await query(tx).first<{ solution_id: string; name: string; version_num: number }>(sql`
    select solution.id as solution_id, solution.name, version.version_num
    from solutions solution join solution_versions version on version.solution_id = solution.id
    where version.id = ${id} for no key update of solution`)
  if (!found) return null
  const counted = await query(tx).first<{ versions: number }>(sql`
    update solutions set updated_at = now(), revision = revision + 1 where id = ${found.solution_id}
    returning (select count(*) from solution_versions where solution_id = ${found.solution_id}) as versions`)
  return { ...found, versions: counted?.versions ?? 0 }
}

/** Characters of an overview that a list shows. */
const OVERVIEW = 500
const TITLE = 200

/** Values of the columns of `solutions` that lists search, from its newest version. */
export function listedOf({ name, description, pipeline }: Metadata): SQL {
  const { title, overview } = isObject(description) ? description : { title: '', overview: description }
  const words = [name, beginningOf(title, TITLE), beginningOf(overview, OVERVIEW)].filter(
    (text) => text !== '',
  )
  const pipelines = pipeline.map(({ type }) => type)
  return sql`pipelines = ${sql.param(pipelines)}::text[], search_text = lower(${words.join('\n')})`
}

/** Call this after a version was deleted, because another one may be the newest now. */
export async function noteNewestVersion(db: Handle, solution: string): Promise<void> {
  const [newest] = await db
    .select({ metadata: solutionVersions.metadata_json })
    .from(solutionVersions)
    .where(eq(solutionVersions.solution_id, solution))
    .orderBy(desc(solutionVersions.version_num))
    .limit(1)
  if (newest)
    await db.execute(sql`
      update solutions set ${listedOf(newest.metadata)} where id = ${solution}`)
}

function beginningOf(value: unknown, length: number): string {
  return typeof value === 'string' ? [...value.slice(0, 2 * length)].slice(0, length).join('') : ''
}

export interface NewestVersion {
  id: string
  solution_id: string
  version_num: number
  metadata: Record<string, unknown>
  /** true if an instance is bound to it, or a run has it */
  in_use: boolean
  /** revision of the solution */
  revision: number
}

/** True if an instance is bound to the version, or a run has it. */
export function inUse(version: SQL): SQL<boolean> {
  return sql<boolean>`(exists (select from instances where solution_version_id = ${version})
    or exists (select from runs where solution_version_id = ${version}))`
}

/**
 * Reads the newest version with its solution locked. Binding an instance to it and registering the next version need
 * that row too, so they are either seen or wait until the end.
 */
export async function lockNewestVersion(tx: Transaction, solution: string) {
  await tx.execute(sql`select from solutions where id = ${solution} for update`)
  return query(tx).first<NewestVersion>(sql`
    select version.id, version.solution_id, version.version_num, version.metadata_json as metadata,
      ${inUse(sql`version.id`)} as in_use, solution.revision
    from solution_versions version join solutions solution on solution.id = version.solution_id
    where solution.id = ${solution} order by version.version_num desc limit 1`)
}

export async function changeMetadata(
  tx: Transaction,
  { id, solution_id }: NewestVersion,
  metadata: Metadata,
): Promise<void> {
  const pipelines = metadata.pipeline.map((pipeline) => pipeline.type)
  await tx
    .update(solutionVersions)
    .set({ metadata_json: metadata, pipelines })
    .where(eq(solutionVersions.id, id))
  await tx.execute(sql`
    update solutions set ${listedOf(metadata)}, updated_at = now(), revision = revision + 1
    where id = ${solution_id}`)
}

/** Locks the solution, so that the second of two ratings counts the first, and returns the account's stars. */
export async function lockRatings(tx: Transaction, solution: string, account: string) {
  const held = sql`select from solutions where id = ${solution} for no key update`
  if (!(await query(tx).any(held))) fail('NOT.FOUND')
  const previous = await query(tx).first<{ stars: number }>(sql`
    select stars from solution_ratings where solution_id = ${solution} and account_id = ${account}`)
  return previous?.stars ?? null
}

/** Stores mean and count with the solution, so that lists can be sorted by them. Does not change the revision. */
export async function keepStars(tx: Transaction, solution: string, account: string, stars: number) {
  await tx.execute(sql`
    insert into solution_ratings (solution_id, account_id, stars) values (${solution}, ${account}, ${stars})
    on conflict (solution_id, account_id) do update set stars = excluded.stars, updated_at = now()`)
  const rating = await query(tx).first<{ mean: number; count: number }>(sql`
    update solutions set (rating_mean, rating_count) = (
      select avg(stars)::float8, count(*)::int from solution_ratings where solution_id = ${solution})
    where id = ${solution} returning rating_mean as mean, rating_count as count`)
  return rating ?? fail('NOT.FOUND')
}
