import { fail } from '@podium/contract/rules/errors.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps, ServingDeps } from '../../deps.ts'
import { askerOf } from '../../http/asker.ts'
import { BELOW, type DeletableKind, deletableKind, madeItAlone, refuseDeletion } from '../../http/below.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { namedObject, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { discardOf } from '../workspaces/engine-retained-work.ts'
import { PATIENCE_MS, workOffBelow } from '../workspaces/removals.ts'
import { type ObjectPrefix, scheduleDeletion } from '../workspaces/reservation.ts'
import { runPrefix, streamPrefix } from './object-paths.ts'
import { replaceArchivesOf } from './version-archives.ts'

/** Prefixes and runs of a deleted object whose files must still be removed. */
export interface Leavings {
  targets: ObjectPrefix[]
  runs: string[]
}

/**
 * Deletes an object with its streams and runs in the transaction, and schedules the removal of their files.
 * @param deleteRow deletes the row of the locked object; the database deletes those below it
 * @param prefixes prefixes in the bucket that belong to the object itself
 * @throws Failure NOT.ALLOWED, DELETE.BUILT_ON, DELETE.LIVE, NOT.FOUND
 */
export async function deleteObject(
  tx: Transaction,
  object: ScopedObject,
  caller: Caller,
  deleteRow: (tx: Transaction, id: string) => Promise<unknown>,
  prefixes: string[] = [],
): Promise<Leavings> {
  const kind = deletableKind(object)
  const streams = await holdWithAllBelow(tx, kind, object.id)
  await checkStillAlone(tx, kind, object, caller)
  const runs = await endedRunsBelow(tx, kind, object.id)
  await deleteRow(tx, object.id)
  // A run may have another version than the instance of its stream.
  const elsewhere = kind === 'version' ? runs.filter(({ stream_id }) => !streams.includes(stream_id)) : []
  const targets = [...prefixes, ...streams.map(streamPrefix), ...elsewhere.map(runPrefix)].map((prefix) => ({
    bucket: object.s3_bucket_name,
    prefix,
  }))
  await scheduleDeletion(tx, targets)
  await recordDeletion(tx, object, caller, streams.length)
  return { targets, runs: runs.map(({ id }) => id) }
}

export async function recordDeletion(tx: Transaction, object: ScopedObject, caller: Caller, streams: number) {
  await record(tx, caller, {
    action: `${object.kind}.delete`,
    ...namedObject(object.kind, object),
    before: { name: object.name, streams },
  })
}

/** Checks the right again, because others may have added something meanwhile. The lock prevents more. */
async function checkStillAlone(tx: Transaction, kind: DeletableKind, object: ScopedObject, caller: Caller) {
  const permission = kind === 'run' ? 'stream.delete' : (`${kind}.delete` as const)
  const asker = askerOf(caller, object)
  if (may(permission, asker)) return
  const madeIt = await madeItAlone(tx, object, caller.account_id)
  if (!may(permission, { ...asker, madeIt })) await refuseDeletion(tx, object, caller.account_id)
}

const TABLES: Record<DeletableKind, SQL> = {
  solution: sql`solutions`,
  version: sql`solution_versions`,
  instance: sql`instances`,
  stream: sql`streams`,
  run: sql`runs`,
}

/**
 * Locks the row with its streams and instances, so that nothing is added below it until the transaction ends. The
 * streams are locked first, because a start locks its stream before the rows above it.
 * @returns the ids of the streams below; for a stream its own id too
 * @throws Failure NOT.FOUND if another deletion was faster
 */
async function holdWithAllBelow(tx: Transaction, kind: DeletableKind, id: string): Promise<string[]> {
  await lockStreamsBelow(tx, kind, id)
  const locked = sql`select from ${TABLES[kind]} where id = ${id} for update`
  if (!(await query(tx).any(locked))) fail('NOT.FOUND')
  await tx.execute(sql`select from instances where ${BELOW[kind].instances} = ${id} order by id for update`)
  // includes streams that were created while this waited
  return lockStreamsBelow(tx, kind, id)
}

async function lockStreamsBelow(tx: Transaction, kind: DeletableKind, id: string): Promise<string[]> {
  const column = kind === 'stream' ? sql`stream.id` : BELOW[kind].streams
  const below = await query(tx).rows<{ id: string }>(sql`
    select stream.id from streams stream join instances instance on instance.id = stream.instance_id
    where ${column} = ${id} order by stream.id for update of stream`)
  return below.map((stream) => stream.id)
}

/**
 * The runs of the locked object, all of which have ended.
 * @throws Failure DELETE.LIVE with the count of runs under way
 */
async function endedRunsBelow(tx: Transaction, kind: DeletableKind, id: string) {
  const column = kind === 'run' ? sql`id` : BELOW[kind].runs
  const runs = await query(tx).rows<{ id: string; stream_id: string; live: boolean }>(sql`
    select id, stream_id, state in (${liveStates}) as live from runs where ${column} = ${id}`)
  const count = runs.filter(({ live }) => live).length
  if (count > 0) fail('DELETE.LIVE', { count })
  return runs
}

/**
 * Runs the deletion in a transaction, and then removes the files of this object only. The caller waits for that no
 * longer than PATIENCE_MS; the rest is removed in the background or by the next sweep.
 */
export async function deleteAndSweep(
  deps: ServingDeps,
  { id }: ScopedObject,
  work: (tx: Transaction) => Promise<Leavings>,
): Promise<{ id: string }> {
  const left = await deps.database.transaction(work)
  await deps.background.begin((ending) => clearAway(deps, left, ending), PATIENCE_MS)
  return { id }
}

async function clearAway(deps: Deps, { targets, runs }: Leavings, ending: AbortSignal): Promise<void> {
  for (const target of targets) await workOffBelow(deps, target, ending)
  if (ending.aborted) return
  await replaceArchivesOf(deps, runs).catch((err) => deps.log.warn({ err }, 'archives of deleted runs stay'))
  await discardOf(deps, runs).catch((err) => deps.log.warn({ err }, 'the engine keeps what runs left'))
}
