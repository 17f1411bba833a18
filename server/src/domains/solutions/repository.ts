import { fail } from '@podium/contract/errors.ts'
import type { Metadata } from '@podium/contract/metadata.ts'
import { LIVE_STATES } from '@podium/contract/run-state.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { solutions, solutionVersions } from '@podium/database/schema/solutions.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { listedOf } from './newest-version.ts'

export interface NewSolution {
  workspace_id: string
  name: string
  created_by: string | null
}

/** Writes a solution whose version 1 is about to be written; its seq is the workspace's next. */
export async function insertSolution(tx: Transaction, solution: NewSolution): Promise<string> {
  const numbered = await tx.execute<{ seq: number }>(sql`
    update workspaces set last_solution_seq = last_solution_seq + 1
    where id = ${solution.workspace_id} returning last_solution_seq as seq`)
  const seq = numbered.rows[0]?.seq ?? fail('NOT.FOUND')
  const [row] = await tx
    .insert(solutions)
    .values({ ...solution, seq, last_version: 1 })
    .returning({ id: solutions.id })
  return row?.id ?? fail('NOT.FOUND')
}

/** Takes the solution's next number. Until the transaction ends nobody else gets one. */
export async function takeNextNumber(db: Handle, solution: string): Promise<number> {
  const [row] = await db
    .update(solutions)
    .set({ last_version: sql`${solutions.last_version} + 1` })
    .where(eq(solutions.id, solution))
    .returning({ number: solutions.last_version })
  return row?.number ?? fail('NOT.FOUND')
}

/** Gives a number back that no version came to have, unless a later one has been taken meanwhile. */
export async function giveNumberBack(db: Handle, solution: string, number: number): Promise<void> {
  await db
    .update(solutions)
    .set({ last_version: number - 1 })
    .where(sql`${solutions.id} = ${solution} and ${solutions.last_version} = ${number}`)
}

/**
 * Notes that the solution gets a version. Before the version is written, so that nobody who waits for the solution is
 * overtaken.
 */
export async function noteNextVersion(tx: Transaction, solution: string): Promise<void> {
  const noted = await tx
    .update(solutions)
    .set({ updated_at: sql`now()`, revision: sql`${solutions.revision} + 1` })
    .where(eq(solutions.id, solution))
    .returning({ id: solutions.id })
  if (noted.length === 0) fail('NOT.FOUND')
}

export interface NewVersion {
  workspace_id: string
  solution_id: string
  version_num: number
  metadata: Metadata
  /** bytes in the bucket */
  size: number
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

/** Writes the version, and in the same statement what lists look for, unless a later one has been written already. */
export async function insertVersion(
  tx: Transaction,
  { metadata, ...version }: NewVersion,
): Promise<InsertedVersion> {
  const { workspace_id, solution_id, version_num, size, created_by } = version
  const pipelines = metadata.pipeline.map((pipeline) => pipeline.type)
  const written = await tx.execute<{ id: string; created_at: string }>(sql`
    with written as (
      insert into solution_versions
        (workspace_id, solution_id, version_num, metadata_json, pipelines, size, created_by)
      values (${workspace_id}, ${solution_id}, ${version_num}, ${JSON.stringify(metadata)},
        ${sql.param(pipelines)}::text[], ${size}, ${created_by})
      returning id, created_at
    ), noted as (
      update solutions set ${listedOf(metadata)} where id = ${solution_id} and not exists (
        select from solution_versions later
        where later.solution_id = ${solution_id} and later.version_num > ${version_num})
    )
    select id, created_at from written`)
  const [row] = written.rows
  if (!row) return fail('NOT.FOUND')
  return { ...row, solution_id, version: version_num, version_num, pipelines, size }
}

/** What can be deleted with all below it: its table, and the column by which runs name it. */
const KINDS = {
  solution: { table: sql`solutions`, ofRun: sql`solution_id` },
  version: { table: sql`solution_versions`, ofRun: sql`solution_version_id` },
  instance: { table: sql`instances`, ofRun: sql`instance_id` },
  stream: { table: sql`streams`, ofRun: sql`stream_id` },
  run: { table: sql`runs`, ofRun: sql`id` },
} as const
export type DeletableKind = keyof typeof KINDS

const liveStates = sql.join(
  LIVE_STATES.map((state) => sql`${state}`),
  sql`, `,
)

const STREAMS_BELOW: Record<DeletableKind, SQL> = {
  solution: sql`instance.solution_id`,
  version: sql`instance.solution_version_id`,
  instance: sql`instance.id`,
  stream: sql`stream.id`,
  run: sql`null::uuid`,
}

const INSTANCES_BELOW: Record<DeletableKind, SQL> = {
  solution: sql`solution_id`,
  version: sql`solution_version_id`,
  instance: sql`null::uuid`,
  stream: sql`null::uuid`,
  run: sql`null::uuid`,
}

/**
 * Holds the row with its streams and instances: until the transaction ends nothing comes to stand below it. The streams
 * are locked first, because a start locks its stream before it reaches what lies above.
 * @returns the ids of the streams below
 * @throws Failure NOT.FOUND when somebody else was faster
 */
export async function holdWithAllBelow(tx: Transaction, kind: DeletableKind, id: string): Promise<string[]> {
  await lockStreamsBelow(tx, kind, id)
  const locked = await tx.execute(sql`select id from ${KINDS[kind].table} where id = ${id} for update`)
  if (locked.rows.length === 0) fail('NOT.FOUND')
  await tx.execute(sql`select from instances where ${INSTANCES_BELOW[kind]} = ${id} order by id for update`)
  // with those that were made while it waited
  return lockStreamsBelow(tx, kind, id)
}

async function lockStreamsBelow(tx: Transaction, kind: DeletableKind, id: string): Promise<string[]> {
  const below = await tx.execute<{ id: string }>(sql`
    select stream.id from streams stream join instances instance on instance.id = stream.instance_id
    where ${STREAMS_BELOW[kind]} = ${id} order by stream.id for update of stream`)
  return below.rows.map((row) => row.id)
}

/**
 * Deletes what is held, with all below it.
 * @returns the ids of the runs that went
 * @throws Failure DELETE.LIVE with the count of runs under way
 */
export async function deleteHeld(tx: Transaction, kind: DeletableKind, id: string): Promise<string[]> {
  const { table, ofRun } = KINDS[kind]
  const live = await tx.execute<{ count: number }>(sql`
    select count(*) as count from runs where ${ofRun} = ${id} and state in (${liveStates})`)
  const count = live.rows[0]?.count ?? 0
  if (count > 0) fail('DELETE.LIVE', { count })
  const runs = await tx.execute<{ id: string }>(sql`select id from runs where ${ofRun} = ${id}`)
  await tx.execute(sql`delete from ${table} where id = ${id}`)
  return runs.rows.map((run) => run.id)
}

/** Whether the error is a broken unique constraint of that name. */
export function isTakenIn(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause) || !('constraint' in cause)) return false
  return cause.code === '23505' && cause.constraint === constraint
}

export interface LockedVersion {
  solution_id: string
  name: string
  version_num: number
  /** how many the solution has */
  versions: number
}

/** What the version's place in the bucket is named after, or null. */
export async function readVersionPlace(
  db: Handle,
  id: string,
): Promise<{ name: string; version_num: number } | null> {
  const [row] = await db
    .select({ name: solutions.name, version_num: solutionVersions.version_num })
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .where(eq(solutionVersions.id, id))
  return row ?? null
}

/** Whether the version has a sibling: a solution keeps at least one. */
export async function isOnlyVersion(db: Handle, id: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from solution_versions own join solution_versions other using (solution_id)
    where own.id = ${id} and other.id <> own.id limit 1`)
  return found.rows.length === 0
}

/**
 * The version with its solution held, so that of two deletions the second one sees the first. A run that starts needs
 * the solution to stay, no more, and holds its stream meanwhile, for which the deletion waits next.
 */
export async function lockVersion(tx: Transaction, id: string): Promise<LockedVersion | null> {
  const locked = await tx.execute<{ solution_id: string; name: string; version_num: number }>(sql`
    select solution.id as solution_id, solution.name, version.version_num
    from solutions solution join solution_versions version on version.solution_id = solution.id
    where version.id = ${id} for no key update of solution`)
  const found = locked.rows[0]
  if (!found) return null
  const counted = await tx.execute<{ versions: number }>(sql`
    update solutions set updated_at = now(), revision = revision + 1 where id = ${found.solution_id}
    returning (select count(*) from solution_versions where solution_id = ${found.solution_id}) as versions`)
  return { ...found, versions: counted.rows[0]?.versions ?? 0 }
}

/** Holds the solution before anything below it is written, so that nobody who waits for it is overtaken. */
export async function holdSolution(tx: Transaction, id: string): Promise<void> {
  const held = await tx.execute(sql`select from solutions where id = ${id} for no key update`)
  if (held.rows.length === 0) fail('NOT.FOUND')
}
