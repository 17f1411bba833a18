import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { NLTK_FOLDER } from '../../attempt/cache-variables.ts'
import { exists, namesIn, ownFolder, passableFolder } from '../../attempt/folders.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'
import { hasFields } from '../../attempt/record-shapes.ts'
import type { CacheKind } from '../../workspace-caches.ts'
import { CACHES } from '../workspace-folder.ts'

const KINDS: readonly CacheKind[] = ['programs', 'packages']
/** An empty folder takes about as many bytes itself. */
const EMPTY = 32 * 1024
const REMOVED_PREFIX = '.gone-'
const TOOLS = ['pip', 'uv']

/** A cache of one workspace. Runs own its content; the folder above it and the record belong to the server. */
export interface CacheFolder {
  workspace: string
  kind: CacheKind
  root: string
  record: string
}

interface CacheRecord {
  /** bytes when last measured */
  size: number
  /** ISO-8601 */
  used_at: string
}

export type Cache = CacheFolder & CacheRecord

/** The folders in which an installation of packages writes, on one mount, so that files can be renamed between them. */
export interface DownloadFolders {
  root: string
  pip: string
  uv: string
  /** for temporary files: pip moves a wheel that it built from here into its cache */
  temporary: string
}

export function cachesOf(runs: string, workspace: string): string {
  return join(runs, workspace, CACHES)
}

export function cacheFolder(runs: string, workspace: string, kind: CacheKind): CacheFolder {
  const all = cachesOf(runs, workspace)
  return { workspace, kind, root: join(all, kind), record: join(all, `${kind}.json`) }
}

/** Creates the cache folder for programs in runs of the workspace. */
export async function makeProgramsFolder({ root }: CacheFolder, uid: number | null): Promise<void> {
  await passableFolder(join(root, '..'), uid)
  // Only before the hand-over: afterwards a run can put a link there.
  if (!(await exists(root))) await ownFolder(join(root, NLTK_FOLDER), uid)
  await ownFolder(root, uid)
}

/** @param name name of this installation's folder for temporary files */
export async function makeDownloadFolders(
  { root }: CacheFolder,
  uid: number | null,
  name: string,
): Promise<DownloadFolders> {
  await passableFolder(join(root, '..'), uid)
  await passableFolder(root, uid)
  return {
    root,
    pip: await ownFolder(join(root, 'pip'), uid),
    uv: await ownFolder(join(root, 'uv'), uid),
    temporary: await ownFolder(join(root, name), uid),
  }
}

export async function writeRecord({ record }: CacheFolder, { size, used_at }: CacheRecord): Promise<void> {
  await writeJson(record, { size, used_at })
}

/** Returns null if there is no such cache. One without a readable record counts as used long ago. */
export async function readCache(folder: CacheFolder): Promise<Cache | null> {
  if (!(await exists(folder.root))) return null
  const record = await readJsonOrNull(folder.record, isRecord)
  return { ...folder, ...(record ?? { size: 0, used_at: new Date(0).toISOString() }) }
}

function isRecord(value: unknown): value is CacheRecord {
  return hasFields(value, { size: 'number', used_at: 'string' })
}

export async function cachesIn(runs: string, workspace: string): Promise<Cache[]> {
  const all = await Promise.all(KINDS.map((kind) => readCache(cacheFolder(runs, workspace, kind))))
  return all.filter((one) => one !== null)
}

export async function allCaches(runs: string): Promise<Cache[]> {
  const workspaces = await namesIn(runs)
  return (await Promise.all(workspaces.map((workspace) => cachesIn(runs, workspace)))).flat()
}

export function isEmpty({ size }: Cache): boolean {
  return size <= EMPTY
}

/** Takes a cache away from runs in one step. Returns the folder to be removed, or null if it is gone. */
export async function moveAside({ root, kind }: CacheFolder): Promise<string | null> {
  if (!(await exists(root))) return null
  const going = join(root, '..', `${REMOVED_PREFIX}${kind}-${randomUUID()}`)
  await rename(root, going)
  return going
}

/** Lists the caches of a workspace that a killed server had begun to remove. */
export async function leftovers(runs: string, workspace: string): Promise<string[]> {
  const all = cachesOf(runs, workspace)
  return (await namesIn(all)).filter((name) => name.startsWith(REMOVED_PREFIX)).map((name) => join(all, name))
}

/** Lists the temporary files of all installations of a workspace. */
export async function temporaryFolders(runs: string, workspace: string): Promise<string[]> {
  const { root } = cacheFolder(runs, workspace, 'packages')
  return (await namesIn(root)).filter((name) => !TOOLS.includes(name)).map((name) => join(root, name))
}
