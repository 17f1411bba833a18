import { setTimeout as wait } from 'node:timers/promises'
import { type ClusterClient, ClusterRefusal, type Query } from './client.ts'
import type { Resource, WatchEvent } from './resources.ts'

/** A copy of objects of the cluster that keeps itself up to date, and may be some moments old. */
export interface Reflector<T> {
  /** Returns the objects with that key of `keyOf`. */
  find(key: string): T[]
  all(): T[]
  /** Resolves when all objects were read once; rejects if that fails for now. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface ReflectorOptions<T> {
  client: Pick<ClusterClient, 'list' | 'watch'>
  path: string
  query: Query
  keyOf: (object: T) => string
  log: (message: string, details: Record<string, unknown>) => void
  /** how long the server may send nothing: it sends a bookmark about every minute */
  idle_ms?: number
  backOff?: (failures: number) => number
}

/** The server ends a watch after this long, which is not a failure. */
const WATCH_SECONDS = 240
/** Interval of lists that are made even if nothing was missed. */
const RESYNC_MS = 300_000
/** Failures of the first list before `ready` rejects. */
const PATIENCE = 3

/** Lists, then watches from there. The next list corrects anything that a watch missed. */
export function createReflector<T extends Resource>(options: ReflectorOptions<T>): Reflector<T> {
  const { client, path, query, keyOf, log, idle_ms = 75_000 } = options
  const { backOff = withJitter } = options
  const objects = new Map<string, T>()
  const byKey = new Map<string, Set<string>>()
  const closing = new AbortController()
  let version: string | null = null
  let listed = 0
  let failures = 0
  let first = createDeferred()

  function put(object: T): void {
    const name = nameOf(object)
    drop(name)
    objects.set(name, object)
    const key = keyOf(object)
    byKey.set(key, (byKey.get(key) ?? new Set()).add(name))
  }

  function drop(name: string): void {
    const old = objects.get(name)
    if (!old) return
    objects.delete(name)
    const names = byKey.get(keyOf(old))
    names?.delete(name)
    if (names?.size === 0) byKey.delete(keyOf(old))
  }

  async function list(): Promise<void> {
    const { metadata, items } = await client.list<T>(path, query)
    const names = new Set(items.map(nameOf))
    for (const name of [...objects.keys()]) if (!names.has(name)) drop(name)
    for (const object of items) put(object)
    version = metadata.resourceVersion
    listed = performance.now()
    first.resolve()
  }

  async function watch(): Promise<void> {
    const idle = new AbortController()
    const timer = setTimeout(() => idle.abort(), idle_ms)
    const watchQuery = {
      ...query,
      resourceVersion: version ?? undefined,
      allowWatchBookmarks: true,
      timeoutSeconds: WATCH_SECONDS,
    }
    try {
      const signal = AbortSignal.any([closing.signal, idle.signal])
      for await (const event of client.watch<T>(path, watchQuery, signal, () => timer.refresh())) apply(event)
    } catch (error) {
      if (!idle.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function apply(event: WatchEvent<T>): void {
    if (event.type === 'ERROR')
      throw new ClusterRefusal(
        event.object.code ?? 500,
        event.object.reason ?? '',
        event.object.message ?? '',
      )
    version = event.object.metadata.resourceVersion ?? version
    failures = 0
    if (event.type === 'DELETED') drop(nameOf(event.object))
    else if (event.type !== 'BOOKMARK') put(event.object)
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        if (version === null || performance.now() - listed > RESYNC_MS) await list()
        await watch()
      } catch (error) {
        if (closing.signal.aborted) return
        if (isTooOld(error)) version = null
        failures += 1
        if (failures >= PATIENCE) {
          log('The cluster cannot be watched; trying again.', { path, error: (error as Error).message })
          refuse(error)
        }
        await wait(backOff(failures), undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  /** Rejects callers that wait for the first list. Later callers wait for the next try. */
  function refuse(error: unknown): void {
    first.reject(error)
    if (version === null && listed === 0) first = createDeferred()
  }

  const going = run()
  return {
    find: (key) => [...(byKey.get(key) ?? [])].flatMap((name) => objects.get(name) ?? []),
    all: () => [...objects.values()],
    ready: () => first.promise,
    async close() {
      closing.abort()
      first.reject(new Error('The cluster is no longer watched.'))
      await going
    },
  }
}

function createDeferred() {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((good, bad) => {
    resolve = good
    reject = bad
  })
  // There may be no caller yet.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

/** True if the requested version is no longer stored, so that only a new list helps. */
function isTooOld(error: unknown): boolean {
  return error instanceof ClusterRefusal && (error.status === 410 || error.reason === 'Expired')
}

function nameOf({ metadata }: Resource): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

function withJitter(failures: number): number {
  return Math.min(30_000, 250 * 2 ** (failures - 1)) * (0.5 + Math.random())
}
