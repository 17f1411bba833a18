import { MAX_FILES } from '@podium/contract/calls/data-set-files.ts'
import type { DataSetChanges } from '@podium/contract/calls/data-sets.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { type Actor, namedObject, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { lockBucket } from '../workspaces/service.ts'
import { differing } from './files-reads.ts'
import { readVersion } from './reads.ts'
import { lockUpload, storedAs } from './uploads.ts'

/**
 * Turns an upload into a version in one transaction. If its files equal those of the newest version, no new one is
 * made. A repeated call, as from a client that missed the answer, returns the same version.
 * @throws Failure NOT.FOUND, DATA_SET.EMPTY, DATA_SET.MANY, DATA_SET.INCOMPLETE, DATA_SET.FOLDER, DATA_SET.STALE
 */
export async function commitVersion(
  { database }: Deps,
  dataSet: ScopedObject,
  caller: Caller,
  upload: string,
) {
  const { number, is_new } = await database.transaction(async (tx) => {
    await lockBucket(tx, dataSet.workspace_id)
    // Locks the data set, so that the second of two commits at the same time sees the version of the first.
    await tx.execute(sql`select from data_sets where id = ${dataSet.id}::uuid for update`)
    const made = await numberOf(tx, dataSet, caller, upload)
    if (made !== null) return { number: made, is_new: true }
    await lockUpload(tx, dataSet, caller, upload)
    await refuseIncomplete(tx, dataSet.workspace_id, upload)
    await refuseFoldedFile(tx, upload)
    const same = await newestIfSame(tx, dataSet, upload)
    if (same === null) return { number: await numberVersion(tx, dataSet, caller, upload), is_new: true }
    // The upload stays, so that the call may be repeated, and is removed later as an idle one.
    return { number: same, is_new: false }
  })
  const version = (await readVersion(database, dataSet.id, number)) ?? fail('NOT.FOUND')
  return { ...version, is_new }
}

/** Returns the number of the version that the caller's upload became; null if it is not a version. */
async function numberOf(tx: Transaction, { id }: ScopedObject, { account_id }: Caller, upload: string) {
  if (!isUuid(upload)) return null
  const found = await query(tx).first<{ number: number | null }>(sql`
    select number from data_set_versions where id = ${upload}::uuid and data_set_id = ${id}::uuid
      and created_by is not distinct from ${account_id}::uuid for update`)
  return found?.number ?? null
}

/** Returns the number of the newest version if its files have the same paths and hashes; else null. */
async function newestIfSame(tx: Transaction, { id }: ScopedObject, upload: string): Promise<number | null> {
  const newest = await query(tx).first<{ id: string; number: number }>(newestOf(id))
  if (!newest) return null
  const differs = await query(tx).any(sql`
    select from (select path, sha256 from data_set_files where version_id = ${upload}::uuid) n
    full join (select path, sha256 from data_set_files where version_id = ${newest.id}::uuid) o on o.path = n.path
    where n.path is null or o.path is null or n.sha256 is distinct from o.sha256 or n.sha256 is null limit 1`)
  return differs ? null : newest.number
}

async function refuseIncomplete(tx: Transaction, workspace: string, upload: string): Promise<void> {
  const counted = await query(tx).first<{ files: number; missing: number }>(sql`
    select count(*)::int as files,
      count(distinct file.sha256) filter (where file.object is null and not exists (${storedAs(workspace)}))::int as missing
    from data_set_files file where file.version_id = ${upload}::uuid`)
  const { files, missing } = counted ?? fail('NOT.FOUND')
  if (files === 0) fail('DATA_SET.EMPTY')
  if (files > MAX_FILES) fail('DATA_SET.MANY', { most: MAX_FILES.toLocaleString('en') })
  if (missing > 0) fail('DATA_SET.INCOMPLETE', { count: missing })
}

/**
 * Refuses a file whose path is a folder of another, because a run's folder cannot hold both. `offset 0` forces an
 * index lookup per folder; stale statistics could otherwise make the planner compare every file with every other.
 */
async function refuseFoldedFile(tx: Transaction, upload: string): Promise<void> {
  const found = await query(tx).first<{ path: string }>(sql`
    with ends as (
      select distinct parts[1:cardinality(parts) - 1] as parts from (
        select string_to_array(path, '/') as parts from data_set_files where version_id = ${upload}::uuid) as files),
    folders as (
      select distinct array_to_string(parts[1:depth], '/') as path
      from ends cross join lateral generate_series(1, cardinality(parts)) as depth)
    select file.path from folders cross join lateral (
      select path from data_set_files where version_id = ${upload}::uuid and path = folders.path offset 0) file
    limit 1`)
  if (found) fail('DATA_SET.FOLDER', { path: found.path })
}

/**
 * Gives the upload the next number of its data set, and records its differences from the version before.
 * @throws Failure DATA_SET.STALE if it began with the files of a version and there is a newer one by now
 */
export async function numberVersion(
  tx: Transaction,
  dataSet: Pick<ScopedObject, 'id' | 'name' | 'workspace_id'>,
  actor: Actor,
  upload: string,
): Promise<number> {
  const counted = await query(tx).first<{ number: number; base: number | null }>(sql`
    update data_sets set last_version = last_version + 1, updated_at = now() where id = ${dataSet.id}::uuid
    returning last_version as number, (select base from data_set_versions where id = ${upload}::uuid)`)
  const { number, base } = counted ?? fail('NOT.FOUND')
  if (base !== null && base < number - 1) fail('DATA_SET.STALE', { version: number - 1 })
  const changes = await changesSince(tx, dataSet.id, upload)
  const made = await query(tx).first<{ files: number; size: number }>(sql`
    update data_set_versions v
    set number = ${number}, created_at = now(), changes = ${changes && JSON.stringify(changes)}::json,
      files = counted.files, bytes = counted.bytes
    from (select count(*)::int as files, sum(size) as bytes from data_set_files where version_id = ${upload}::uuid) counted
    where v.id = ${upload}::uuid returning v.files, v.bytes::float8 as size`)
  await record(tx, actor, {
    action: 'data-set.add-version',
    ...namedObject('data-set', dataSet),
    after: { version: number, ...made },
  })
  return number
}

const newestOf = (id: string) => sql`
  select id, number from data_set_versions where data_set_id = ${id}::uuid and number is not null
  order by number desc limit 1`

type Counts = Record<
  'added_files' | 'added_size' | 'changed_files' | 'changed_size' | 'removed_files' | 'removed_size',
  number
>

async function changesSince(tx: Transaction, id: string, upload: string): Promise<DataSetChanges | null> {
  const before = await query(tx).first<{ id: string; number: number }>(newestOf(id))
  if (!before) return null
  const counts = await query(tx).first<Counts>(sql`
    select count(*) filter (where "from" is null)::int as added_files,
      coalesce(sum("to") filter (where "from" is null), 0)::float8 as added_size,
      count(*) filter (where "from" is not null and "to" is not null)::int as changed_files,
      coalesce(sum("to") filter (where "from" is not null), 0)::float8 as changed_size,
      count(*) filter (where "to" is null)::int as removed_files,
      coalesce(sum("from") filter (where "to" is null), 0)::float8 as removed_size
    from ${differing(before.id, upload)}`)
  const of = (kind: 'added' | 'changed' | 'removed') => ({
    files: counts?.[`${kind}_files`] ?? 0,
    size: counts?.[`${kind}_size`] ?? 0,
  })
  return { before: before.number, added: of('added'), changed: of('changed'), removed: of('removed') }
}
