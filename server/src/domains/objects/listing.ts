import type { listObjects } from '@podium/contract/calls/objects.ts'
import type { QueryOf, ReplyOf } from '@podium/contract/wire/call.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'

type Listing = QueryOf<typeof listObjects>
type Folder = ReplyOf<typeof listObjects>['folders'][number]

/** Lists the objects below the prefix in order of path; keeps only the requested page in memory. */
export async function listFiles(objects: ObjectStore, bucket: string, listing: Listing) {
  const found: StoredObject[] = []
  const from = (listing.page - 1) * listing.page_size
  let total = 0
  for await (const object of objects.list(bucket, listing.prefix ?? '')) {
    if (!matches(object.path, listing.q)) continue
    if (total >= from && found.length < listing.page_size) found.push(object)
    total += 1
  }
  return { objects: found, folders: [], total }
}

/** Lists the folders, with their totals, and the files directly below the prefix, counted and paged together. */
export async function listFolders(objects: ObjectStore, bucket: string, listing: Listing) {
  const prefix = listing.prefix ?? ''
  const folders = new Map<string, Folder>()
  const files: StoredObject[] = []
  for await (const object of objects.list(bucket, prefix)) {
    const end = object.path.indexOf('/', prefix.length)
    const path = end < 0 ? object.path : object.path.slice(0, end + 1)
    if (!matches(path.slice(prefix.length), listing.q)) continue
    if (end < 0) files.push(object)
    else folders.set(path, withFile(folders.get(path), path, object))
  }
  const from = (listing.page - 1) * listing.page_size
  const shown = [...folders.values()].slice(from, from + listing.page_size)
  const rest = Math.max(0, from - folders.size)
  return {
    folders: shown,
    objects: files.slice(rest, rest + listing.page_size - shown.length),
    total: folders.size + files.length,
  }
}

function matches(path: string, q = ''): boolean {
  return path.toLowerCase().includes(q.toLowerCase())
}

function withFile(known: Folder | undefined, path: string, { size, modified_at }: StoredObject): Folder {
  if (!known) return { path, files: 1, size, modified_at }
  known.files += 1
  known.size += size
  if (modified_at > known.modified_at) known.modified_at = modified_at
  return known
}
