import { randomUUID } from 'node:crypto'
import type { Transaction } from '@podium/database/connect.ts'
import { isPath } from '@podium/storage/names.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { namedObject, podium, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import type { RemovalParts } from '../workspaces/removals.ts'
import { numberVersion } from './commit.ts'

const FOLDERS = 'datasets/'
const AT_ONCE = 1000

interface Due {
  workspace_id: string
  bucket: string
}

/**
 * Makes data sets of the folders below datasets/ that a workspace had before data sets existed. Nothing is copied or
 * read: version 1 refers to the files in place, with etags that show later changes.
 */
export async function adoptFolders({ database, objects, log }: RemovalParts): Promise<void> {
  const all = await query(database).rows<Due>(sql`
    select due.workspace_id, w.s3_bucket_name as bucket from data_set_folders_due due
    join workspaces w on w.id = due.workspace_id`)
  for (const due of all)
    try {
      for (const [folder, files] of await foldersOf(objects, due.bucket))
        await database.transaction((tx) => adopt(tx, due, folder, files))
      await database.execute(
        sql`delete from data_set_folders_due where workspace_id = ${due.workspace_id}::uuid`,
      )
    } catch (error) {
      log.warn({ err: error, ...due }, 'the folders of a workspace could not be made data sets yet')
    }
}

async function foldersOf(objects: ObjectStore, bucket: string): Promise<Map<string, StoredObject[]>> {
  const folders = new Map<string, StoredObject[]>()
  for await (const object of objects.list(bucket, FOLDERS)) {
    const end = object.path.indexOf('/', FOLDERS.length)
    if (end < 0) continue
    const folder = object.path.slice(0, end + 1)
    if (!isPath(object.path.slice(folder.length))) continue
    const files = folders.get(folder)
    if (files) files.push(object)
    else folders.set(folder, [object])
  }
  return folders
}

/** The workspace is locked against other servers, and a folder that has become a data set is skipped. */
async function adopt(
  tx: Transaction,
  { workspace_id }: Due,
  folder: string,
  files: StoredObject[],
): Promise<void> {
  await tx.execute(sql`select from workspaces where id = ${workspace_id}::uuid for no key update`)
  const done = sql`
    select from data_set_versions where workspace_id = ${workspace_id}::uuid and from_folder = ${folder} limit 1`
  if (await query(tx).any(done)) return
  const dataSet = { id: randomUUID(), name: await freeName(tx, workspace_id, folder), workspace_id }
  await tx.execute(sql`
    insert into data_sets (id, workspace_id, name) values (${dataSet.id}::uuid, ${workspace_id}::uuid, ${dataSet.name})`)
  await record(tx, podium, {
    action: 'data-set.create',
    ...namedObject('data-set', dataSet),
    after: { folder },
  })
  const version = randomUUID()
  await tx.execute(sql`
    insert into data_set_versions (id, data_set_id, workspace_id, from_folder)
    values (${version}::uuid, ${dataSet.id}::uuid, ${workspace_id}::uuid, ${folder})`)
  for (let at = 0; at < files.length; at += AT_ONCE)
    await insertFiles(tx, version, folder, files.slice(at, at + AT_ONCE))
  await numberVersion(tx, dataSet, podium, version)
}

async function insertFiles(tx: Transaction, version: string, folder: string, files: StoredObject[]) {
  const column = (of: 'path' | 'size' | 'etag') => sql.param(files.map((file) => file[of]))
  await tx.execute(sql`
    insert into data_set_files (version_id, path, size, object, etag)
    select ${version}::uuid, substr(file.object, ${[...folder].length + 1}), file.size, file.object, file.etag
    from unnest(${column('path')}::text[], ${column('size')}::bigint[], ${column('etag')}::text[])
      as file (object, size, etag)`)
}

/** A name for the data set from the folder's name, with a number if the name is taken. */
async function freeName(tx: Transaction, workspace: string, folder: string): Promise<string> {
  const plain = folder.slice(FOLDERS.length, -1).replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  const name = plain.replace(/^[^A-Za-z0-9]+/, '').slice(0, 90) || 'folder'
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}-${number}`
    const taken = sql`
      select from data_sets where workspace_id = ${workspace}::uuid and lower(name) = lower(${tried})`
    if (!(await query(tx).any(taken))) return tried
  }
}
