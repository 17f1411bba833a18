import type { Attempt } from '../../attempt/attempt.ts'
import { diskState } from '../../attempt/disk.ts'
import { exists, namesIn } from '../../attempt/folders.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import type { CacheKind, WorkspaceCache } from '../../workspace-caches.ts'
import type { Host } from '../host.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { isWithoutRuns } from '../workspace-folder.ts'
import { bytesIn } from '../written.ts'
import {
  allCaches,
  type Cache,
  cacheFolder,
  cachesIn,
  cachesOf,
  type DownloadFolders,
  isEmpty,
  leftovers,
  makeDownloadFolders,
  makeProgramsFolder,
  moveAside,
  readCache,
  temporaryFolders,
  writeRecord,
} from './cache-folder.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface CachesOptions {
  host: Host
  /** days after which an unused cache is removed */
  keepDays: number
  /** the running attempts */
  live: () => Attempt[]
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

export type Caches = ReturnType<typeof createCaches>

/**
 * The caches of each workspace: one that programs keep from run to run, and downloads of packages. A run sees only the
 * first and an installation only the second, so that a run without network cannot pass its data to an installation,
 * which has network.
 */
export function createCaches({ host, keepDays, live, clock, log }: CachesOptions) {
  /** number of running installations by workspace */
  const installations = new Map<string, number>()
  /** serialises steps that take a cache into use, and steps that remove one */
  const alone = createSerialQueue()

  /** Returns the folder for the programs of an attempt, which must be a running one. */
  function forPrograms({ key }: Attempt, uid: number | null): Promise<string> {
    return alone(async () => {
      const folder = cacheFolder(host.runs, key.workspace, 'programs')
      await makeProgramsFolder(folder, uid)
      await noteUse(key.workspace, 'programs')
      return folder.root
    })
  }

  /** Calls `install` with the folders for downloads, which stay until it has ended. */
  async function withDownloads(
    { key: { workspace } }: Attempt,
    uid: number | null,
    name: string,
    install: (downloads: DownloadFolders) => Promise<void>,
  ): Promise<void> {
    const downloads = await alone(async () => {
      const folders = await makeDownloadFolders(cacheFolder(host.runs, workspace, 'packages'), uid, name)
      await noteUse(workspace, 'packages')
      installations.set(workspace, (installations.get(workspace) ?? 0) + 1)
      return folders
    })
    try {
      await install(downloads)
    } finally {
      installations.set(workspace, (installations.get(workspace) ?? 1) - 1)
      await removeTree(downloads.temporary).catch((error) =>
        log('Temporary files of an installation could not be removed.', { error: String(error) }),
      )
    }
  }

  async function noteUse(workspace: string, kind: CacheKind): Promise<void> {
    const folder = cacheFolder(host.runs, workspace, kind)
    const size = (await readCache(folder))?.size ?? 0
    await writeRecord(folder, { size, used_at: clock().toISOString() })
  }

  /** True if a run may use the cache: an installation in progress, or any run but `except`. */
  function isInUse({ workspace, kind }: Cache, except?: Attempt): boolean {
    if (kind === 'packages') return isInstalling(workspace)
    return live().some(
      ({ key, directory }) => key.workspace === workspace && directory.root !== except?.directory.root,
    )
  }

  async function list(): Promise<WorkspaceCache[]> {
    const all = await allCaches(host.runs)
    return all
      .filter((cache) => !isEmpty(cache))
      .map((cache) => {
        const { workspace, kind, size, used_at } = cache
        return { id: idOf(cache), workspace, kind, size, used_at, in_use: isInUse(cache) }
      })
  }

  async function clear(id: string): Promise<'cleared' | 'in use' | 'absent'> {
    const found = (await allCaches(host.runs)).find((cache) => idOf(cache) === id)
    if (!found) return 'absent'
    if (await removeIdle([found])) return 'cleared'
    return isInUse(found) ? 'in use' : 'absent'
  }

  /**
   * Removes the caches that no run but `except` uses. Runs that start meanwhile wait only until they are moved away.
   * @returns true if one was removed
   */
  async function removeIdle(caches: Cache[], except?: Attempt): Promise<boolean> {
    const going = await alone(async () => {
      const idle = caches.filter((cache) => !isInUse(cache, except))
      return (await Promise.all(idle.map(moveAside))).filter((path) => path !== null)
    })
    await Promise.all(going.map(removeTree))
    return going.length > 0
  }

  /** Returns the bytes of all caches of a workspace now. */
  async function sizeOf(workspace: string): Promise<number> {
    const folder = cachesOf(host.runs, workspace)
    return (await exists(folder)) ? bytesIn(host, ['.'], folder) : 0
  }

  /** Measures the caches of a workspace in which a run has ended. */
  async function noteEnd({ key: { workspace } }: Attempt): Promise<void> {
    await measure(workspace).catch((error) =>
      log('Caches could not be measured.', { workspace, error: String(error) }),
    )
  }

  async function measure(workspace: string): Promise<void> {
    for (const cache of await cachesIn(host.runs, workspace)) {
      const size = await bytesIn(host, [`./${cache.kind}`], cachesOf(host.runs, workspace))
      await alone(async () => {
        const now = await readCache(cache)
        const used_at = cache.kind === 'programs' ? clock().toISOString() : cache.used_at
        if (now) await writeRecord(cache, { size, used_at })
      })
    }
  }

  /** Removes caches unused for long, and remains of a killed server. */
  async function tidy(): Promise<void> {
    const oldest = new Date(clock().getTime() - keepDays * DAY_MS).toISOString()
    try {
      const outdated = (await allCaches(host.runs)).filter(({ used_at }) => used_at < oldest)
      await removeIdle(outdated)
      for (const workspace of await namesIn(host.runs))
        for (const path of await alone(() => leftoversIn(workspace))) await removeTree(path)
    } catch (error) {
      log('Caches could not be tidied up; trying again later.', { error: String(error) })
    }
  }

  async function leftoversIn(workspace: string): Promise<string[]> {
    const temporary = isInstalling(workspace) ? [] : await temporaryFolders(host.runs, workspace)
    return [...temporary, ...(await leftovers(host.runs, workspace))]
  }

  function isInstalling(workspace: string): boolean {
    return (installations.get(workspace) ?? 0) > 0
  }

  /** Removes the caches of the workspace of an attempt that ends while the disk is full, if no other run uses them. */
  async function freeSpace(attempt: Attempt): Promise<void> {
    const disk = await diskState(host.runs)
    if (disk.free < disk.reserve) await removeIdle(await cachesIn(host.runs, attempt.key.workspace), attempt)
  }

  /** Removes everything of a workspace without runs here. */
  async function release(workspace: string): Promise<void> {
    await alone(async () => {
      if (await isWithoutRuns(host.runs, workspace)) await removeTree(cachesOf(host.runs, workspace))
    })
  }

  return { forPrograms, withDownloads, list, clear, sizeOf, noteEnd, tidy, freeSpace, release }
}

function idOf({ kind, workspace }: Cache): string {
  return `${kind}-${workspace}`
}
