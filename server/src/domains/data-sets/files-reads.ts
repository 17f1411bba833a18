import type { DataSetFile, listDataSetChanges } from '@podium/contract/calls/data-set-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { matches } from '../../http/list.ts'
import { query, selectRows } from '../rows.ts'

interface Keyset {
  after?: string | undefined
  page_size: number
}

interface FilesAsked extends Keyset {
  prefix?: string | undefined
  q?: string | undefined
}

/** Reads a page of the files of a version, in byte order of their paths. */
export async function listFiles(db: Handle, version: string, { after, page_size, prefix, q }: FilesAsked) {
  const found = await selectRows<DataSetFile>(
    db,
    { path: sql`path`, size: sql`size::float8`, sha256: sql`coalesce(sha256, '')` },
    sql`from data_set_files
    where version_id = ${version}::uuid and path > ${after ?? ''} and ${beginsWith(prefix)} and ${matches(q, [sql`path`])}
    order by path limit ${page_size + 1}`,
  )
  return pageOfPaths(found, page_size)
}

function beginsWith(prefix: string | undefined): SQL {
  return prefix === undefined ? sql`true` : sql`path >= ${prefix} and starts_with(path, ${prefix})`
}

function pageOfPaths<T extends { path: string }>(found: T[], size: number) {
  const files = found.slice(0, size)
  return { files, next_cursor: found.length > size ? (files.at(-1)?.path ?? null) : null }
}

/** The files that differ between two versions; one without a hash, which was not read, is compared by size. */
export const differing = (before: string, version: string) => sql`(
  select coalesce(n.path, o.path) as path, o.size as "from", n.size as "to"
  from (select * from data_set_files where version_id = ${version}::uuid) n
  full join (select * from data_set_files where version_id = ${before}::uuid) o on o.path = n.path
  where n.path is null or o.path is null or n.size <> o.size or n.sha256 <> o.sha256
) as differing`

type Change = ReplyOf<typeof listDataSetChanges>['files'][number]

/** Reads a page of the differences between two versions. */
export async function listChanges(db: Handle, before: string, version: string, { after, page_size }: Keyset) {
  const found = await selectRows<Change>(
    db,
    { path: sql`path`, from: sql`"from"::float8`, to: sql`"to"::float8` },
    sql`from ${differing(before, version)}
    where path > ${after ?? ''} order by path limit ${page_size + 1}`,
  )
  return pageOfPaths(found, page_size)
}

/** A file of a version and the object that has its bytes. One with an etag may have been changed there since. */
export interface PlacedFile {
  path: string
  size: number
  bucket: string
  object: string
  etag: string | null
}

/** Path of a content's object in the bucket, unique per stored content, so that a removal never hits a later one. */
export function objectPath({ sha256, id }: { sha256: string; id: string }): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256.slice(2)}-${id}`
}

interface FoundFile extends Omit<PlacedFile, 'object'> {
  object: string | null
  sha256: string
  content: string
}

/** Returns null if the version has no such file. */
export async function findFile(db: Handle, version: string, path: string): Promise<PlacedFile | null> {
  if (path.includes('\0')) return null
  const found = await query(db).first<FoundFile>(sql`
    select f.path, f.size::float8 as size, f.sha256, f.object, f.etag, c.id as content, w.s3_bucket_name as bucket
    from data_set_files f join data_set_versions v on v.id = f.version_id join workspaces w on w.id = v.workspace_id
    left join data_set_contents c on c.workspace_id = v.workspace_id and c.sha256 = f.sha256 and c.gone_at is null
    where f.version_id = ${version}::uuid and f.path = ${path} and (f.object is not null or c.id is not null)`)
  if (!found) return null
  const { sha256, content, object, ...file } = found
  return { ...file, object: object ?? objectPath({ sha256, id: content }) }
}

/** True if the version belongs to the workspace that has the bucket. */
export function isVersionIn(db: Handle, bucket: string, version: string): Promise<boolean> {
  return query(db).any(sql`
    select from data_set_versions v join workspaces w on w.id = v.workspace_id
    where v.id = ${version}::uuid and w.s3_bucket_name = ${bucket}`)
}

const PAGE = 1000

/** Reads every file of a version in order of their paths, page by page. */
export async function* allFiles(db: Handle, version: string): AsyncIterable<DataSetFile> {
  let after: string | null = ''
  while (after !== null) {
    const { files, next_cursor } = await listFiles(db, version, { after, page_size: PAGE })
    yield* files
    after = next_cursor
  }
}
