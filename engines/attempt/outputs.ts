import type { Dirent, Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Outputs } from '../engine.ts'
import { leftOut } from '../left-out.ts'
import { codeOf } from './json-file.ts'
import { withFolder } from './open-folder.ts'
import { notFound, openOwned, streamOf } from './owned-file.ts'

/** More entries would block the server and make a list too long to read. */
export const MAX_ENTRIES = 10_000
/** Limits the depth, because each folder of a path stays open while the folders below it are searched. */
export const MAX_PARTS = 50
/** In bytes, as on Linux, whose programs cannot use a longer path at once either. */
export const MAX_PATH_BYTES = 4096
/** Node puts this for bytes in a name that are not UTF-8; such a name finds no file. */
export const NO_TEXT = '\uFFFD'

/** Reasons why a run's file cannot be read. A file that vanished meanwhile is skipped silently. */
const REASONS: Record<string, string> = {
  ENAMETOOLONG: 'its path is too long',
  EACCES: 'the server may not read it',
  EPERM: 'the server may not read it',
  ENOENT: '',
  ENOTDIR: '',
  ELOOP: '',
}

interface Search extends Outputs {
  entries: number
  /** the paths of links, which are not followed */
  links: string[]
  linked: Set<string>
}

/** Outputs, and the identities of those files that have several names. */
export interface ListedOutputs extends Outputs {
  linked: Set<string>
}

export interface Listing {
  /** a folder below the root, to which the search is narrowed */
  under?: string | undefined
  mostEntries?: number
}

/** Lists the plain files below a folder, folder by folder in order of name. Links are left out, which is reported. */
export async function listOutputs(
  root: string,
  { under, mostEntries = MAX_ENTRIES }: Listing = {},
): Promise<ListedOutputs> {
  const search: Search = { files: [], left_out: [], entries: mostEntries, links: [], linked: new Set() }
  const names = under?.split('/') ?? []
  if (names.every(isName)) await searchBelow(search, root, [], names)
  if (search.entries < 0)
    search.left_out.push(`The run wrote more than ${mostEntries} files and folders; the rest were left out.`)
  const [link] = search.links
  // first, because a long list is cut
  if (link !== undefined) search.left_out.unshift(linksLeftOut(link, search.links.length))
  return { files: search.files, left_out: search.left_out, linked: search.linked }
}

/** Reports all links in one sentence, because caches and checkpoints contain hundreds. */
function linksLeftOut(link: string, count: number): string {
  const more = count === 1 ? '' : ` as ${count - 1} more are,`
  return leftOut(link, `it is a link,${more} and only copies are kept: cp -rL makes them`)
}

/** Descends step by step, because a link on the way would lead elsewhere. */
async function searchBelow(
  search: Search,
  folder: string,
  above: string[],
  [first, ...rest]: string[],
): Promise<void> {
  if (first === undefined) return searchFolder(search, folder, above)
  const names = [...above, first]
  await orLeaveOut(search, names, () =>
    withFolder(folder, (held) => searchBelow(search, join(held, first), names, rest)),
  )
}

/** `folder` is the current path of the folder; `names` are its names for the run, from the output folder down. */
async function searchFolder(search: Search, folder: string, names: string[]): Promise<void> {
  await orLeaveOut(search, names, () =>
    withFolder(folder, async (held) => {
      for (const entry of await entriesOf(search, held)) await addEntry(search, entry, held, names)
    }),
  )
}

async function addEntry(search: Search, entry: Dirent, folder: string, above: string[]): Promise<void> {
  const names = [...above, entry.name]
  const path = join(folder, entry.name)
  const reason = reasonInNames(names)
  if (entry.isSymbolicLink()) search.links.push(names.join('/'))
  if (!entry.isDirectory() && !entry.isFile()) return
  if (reason !== null) leaveOut(search, names, reason)
  else if (entry.isDirectory()) await searchFolder(search, path, names)
  else await orLeaveOut(search, names, () => addFile(search, path, names))
}

async function entriesOf(search: Search, folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = []
  for await (const entry of await opendir(folder)) {
    search.entries -= 1
    if (search.entries < 0) break
    entries.push(entry)
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function addFile(search: Search, file: string, names: string[]): Promise<void> {
  const status = await lstat(file)
  if (!status.isFile()) return
  if (status.nlink > 1) search.linked.add(identityOf(status))
  search.files.push({ path: names.join('/'), size: status.size, modified_at: status.mtime.toISOString() })
}

/** Identifies a file, whatever name it has. */
export function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

function reasonInNames(names: string[]): string | null {
  if (names.at(-1)?.includes(NO_TEXT)) return 'its name is not valid text'
  if (names.length > MAX_PARTS) return `its path has more than ${MAX_PARTS} parts`
  return Buffer.byteLength(names.join('/')) > MAX_PATH_BYTES ? 'its path is too long' : null
}

async function orLeaveOut(search: Search, names: string[], look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (error) {
    const reason = REASONS[codeOf(error) ?? '']
    if (reason === undefined) throw error
    leaveOut(search, names, reason)
  }
}

function leaveOut({ left_out }: Search, names: string[], reason: string): void {
  if (reason !== '') left_out.push(leftOut(names.join('/') || 'The output folder', reason))
}

/** @throws an error with code 'ENOENT' when there is no such plain file below the folder */
export async function openOutputFile(
  root: string,
  path: string,
  uid: number | null,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Promise<Readable> {
  const parts = path.split('/')
  if (parts.length > MAX_PARTS || !parts.every(isName)) throw notFound()
  return streamOf(await openOwned(join(root, ...parts), root, uid), { from, to })
}

/** Calls `use` with a path to the file below the folder, whatever its run puts in the place of folders. */
export async function withOutputFile<T>(
  root: string,
  path: string,
  uid: number | null,
  use: (file: string, owner: number | null) => Promise<T>,
): Promise<T> {
  const [first = '', ...others] = path.split('/')
  if (others.length >= MAX_PARTS || !isName(first)) throw notFound()
  return withFolder(root, async (held) => {
    const file = join(held, first)
    return others.length > 0 ? withOutputFile(file, others.join('/'), uid, use) : use(file, uid)
  })
}

/** True if this can be the name of one entry of a folder. */
export function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !part.includes('\0')
}
