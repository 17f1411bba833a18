import { randomUUID } from 'node:crypto'
import {
  type announceDataSetFiles,
  type beginDataSetVersion,
  MAX_FILES,
} from '@podium/contract/calls/data-set-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { checkPath } from '@podium/storage/names.ts'
import { BadObjectName } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { withStoreErrors } from '../objects/writes.ts'
import { query } from '../rows.ts'
import { PATIENCE_MS } from '../workspaces/removals.ts'
import { lockBucket } from '../workspaces/service.ts'
import { lockForRemoval, removeGoneContents, removeUploads, removeVersions } from './contents.ts'

/** Limits the depth of a path, because the commit checks every folder above every file. */
const MAX_FOLDERS = 32

/** Begins the upload of a version; with `keep` it starts with the files of the newest version. */
export async function beginVersion(
  { database }: Deps,
  dataSet: ScopedObject,
  caller: Caller,
  { note = '', keep = false }: Call<typeof beginDataSetVersion>['body'],
): Promise<{ upload: string }> {
  const upload = randomUUID()
  await removeOldUploads(database, dataSet, caller)
  await database.transaction(async (tx) => {
    await lockBucket(tx, dataSet.workspace_id)
    if (await query(tx).any(sql`${uploadsOf(dataSet, caller)} offset ${MAX_UPLOADS - 1} limit 1`))
      fail('DATA_SET.UPLOADS', { most: MAX_UPLOADS })
    await tx.execute(sql`
      insert into data_set_versions (id, data_set_id, workspace_id, note, created_by, base)
      select ${upload}::uuid, id, workspace_id, ${note}, ${caller.account_id}::uuid, case when ${keep} then last_version end
      from data_sets where id = ${dataSet.id}::uuid`)
    if (keep)
      await tx.execute(sql`
        insert into data_set_files (version_id, path, size, sha256, object, etag)
        select ${upload}::uuid, path, size, sha256, object, etag from data_set_files where version_id = (
          select id from data_set_versions where data_set_id = ${dataSet.id}::uuid and number is not null
          order by number desc limit 1)`)
  })
  return { upload }
}

/** Limits the number of unfinished uploads, so that a client that only begins them cannot fill the database. */
const MAX_UPLOADS = 20
const KEPT_UPLOADS = 5
const LEFT = sql`number is null and touched_at < now() - interval '15 minutes'`

const uploadsOf = ({ id }: ScopedObject, { account_id }: Caller) => sql`
  select id from data_set_versions
  where data_set_id = ${id}::uuid and number is null and created_by is not distinct from ${account_id}::uuid`

/** Removes a person's idle uploads except the newest. */
async function removeOldUploads(database: Database, dataSet: ScopedObject, caller: Caller): Promise<void> {
  const old = await query(database).rows<{ id: string }>(sql`
    ${uploadsOf(dataSet, caller)} and ${LEFT} order by touched_at desc, id desc offset ${KEPT_UPLOADS - 1}`)
  const { workspace_id } = dataSet
  await removeUploads(
    database,
    old.map(({ id }) => ({ id, workspace_id })),
    LEFT,
  )
}

/**
 * Locks the caller's upload, if it is not a version yet, and the workspace, so that its contents stay stored.
 * @returns the bucket of the workspace
 * @throws Failure NOT.FOUND
 */
export async function lockUpload(tx: Transaction, dataSet: ScopedObject, caller: Caller, upload: string) {
  if (!isUuid(upload)) fail('NOT.FOUND')
  const bucket = await lockBucket(tx, dataSet.workspace_id)
  const touched = await query(tx).any(sql`
    update data_set_versions set touched_at = now()
    where id = ${upload}::uuid and data_set_id = ${dataSet.id}::uuid and number is null
      and created_by is not distinct from ${caller.account_id}::uuid`)
  if (!touched) fail('NOT.FOUND')
  return bucket
}

/** Removes an upload and the contents that only it references. @throws Failure NOT.FOUND */
export async function removeUpload(
  deps: ServingDeps,
  dataSet: ScopedObject,
  caller: Caller,
  upload: string,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockForRemoval(tx, dataSet.workspace_id)
    await lockUpload(tx, dataSet, caller, upload)
    await removeVersions(tx, dataSet.workspace_id, [upload])
  })
  await deps.background.begin((ending) => removeGoneContents(deps, ending), PATIENCE_MS)
}

/**
 * Announces files of the upload.
 * @returns the hashes of the contents that are not stored in the workspace
 * @throws Failure OBJECT.NAME, OBJECT.LARGE, DATA_SET.MANY, NOT.FOUND
 */
export async function announceFiles(
  { database, config }: Deps,
  dataSet: ScopedObject,
  caller: Caller,
  upload: string,
  { files: sent }: Call<typeof announceDataSetFiles>['body'],
): Promise<{ missing: string[] }> {
  await withStoreErrors('', config.upload_max, async () => {
    for (const { path } of sent) {
      if (checkPath(path).length <= MAX_FOLDERS + 1) continue
      throw new BadObjectName(`${path} is below more than ${MAX_FOLDERS} folders. Move it up.`)
    }
  })
  if (sent.some(({ size }) => size > config.upload_max))
    fail('OBJECT.LARGE', { limit: `${config.upload_max.toLocaleString('en')} bytes` })
  const files = [...new Map(sent.map((file) => [file.path, file])).values()]
  const column = (of: 'path' | 'sha256' | 'size') => sql.param(files.map((file) => file[of]))
  return database.transaction(async (tx) => {
    await lockUpload(tx, dataSet, caller, upload)
    await tx.execute(sql`
      insert into data_set_files (version_id, path, size, sha256)
      select ${upload}::uuid, file.* from unnest(
        ${column('path')}::text[], ${column('size')}::bigint[], ${column('sha256')}::text[]) as file
      on conflict (version_id, path) do update
        set size = excluded.size, sha256 = excluded.sha256, object = null, etag = null`)
    await refuseTooMany(tx, upload)
    const missing = await query(tx).rows<{ sha256: string }>(sql`
      select distinct file.sha256 from unnest(${column('sha256')}::text[], ${column('size')}::bigint[]) as file (sha256, size)
      where not exists (${storedAs(dataSet.workspace_id)})`)
    return { missing: missing.map(({ sha256 }) => sha256) }
  })
}

async function refuseTooMany(tx: Transaction, upload: string): Promise<void> {
  const isMore = await query(tx).any(sql`
    select from data_set_files where version_id = ${upload}::uuid offset ${MAX_FILES} limit 1`)
  if (isMore) fail('DATA_SET.MANY', { most: MAX_FILES.toLocaleString('en') })
}

/** The stored content with the hash and size of a row `file`. */
export const storedAs = (workspace: string) => sql`
  select from data_set_contents c where c.workspace_id = ${workspace}::uuid and c.gone_at is null
    and c.sha256 = file.sha256 and c.size = file.size`
