import { Readable } from 'node:stream'
import { fail } from '@podium/contract/rules/errors.ts'
import type { ByteRange, Engine, LogType } from '@podium/engines/engine.ts'
import { refuseGone } from '../objects/gone-files.ts'
import { keyOf, type LocatedRun, type RunDeps, readLocation } from '../run-records/run-row.ts'
import { attemptPrefix } from '../solutions/object-paths.ts'
import type { Scanned } from './line-offsets.ts'
import { readStoredIndex } from './stored-index.ts'

/** The present state of a log. It only grows, unless the run empties it, so its size identifies its content. */
export interface Log {
  /** identifies the log, in other servers too */
  key: string
  size: number
  /** true if nothing will be appended any more */
  complete: boolean
  /** the object in the store; null while the log is with the engine */
  at: { bucket: string; path: string } | null
  /** reads the bytes from `from` up to but not including `to` */
  read(from: number, to: number): Promise<Readable>
  /** the index that was stored with the log; null if there is none */
  storedIndex(): Promise<Scanned | null>
}

/**
 * Opens a run's log in the engine, or in the bucket if the run has ended and the store has accepted all its files. A
 * log without content yet is empty.
 */
export async function openLog(deps: RunDeps, id: string, type: LogType): Promise<Log> {
  const location = (await readLocation(deps.database, id)) ?? fail('NOT.FOUND')
  try {
    return await openAt(deps, location, type)
  } catch (error) {
    // the run may have ended and been stored between the two reads
    const now = await readLocation(deps.database, id)
    if (!now || (now.stored === location.stored && now.kept_later === location.kept_later)) throw error
    return openAt(deps, now, type)
  }
}

async function openAt(deps: RunDeps, found: LocatedRun, type: LogType): Promise<Log> {
  if (found.stored) await refuseGone(deps.database, found, 'logs')
  const isWaiting = found.kept_later && !(await isForgotten(deps.engine, found))
  const location = isWaiting ? { ...found, stored: false } : found
  const at = location.stored ? { bucket: location.bucket, path: pathOf(location, type) } : null
  const log = { key: `${location.id}-${location.attempt}-${type}`, complete: location.ended_at !== null, at }
  const read = readerOf(deps, location, type)
  const storedIndex = async () =>
    location.stored ? readStoredIndex(deps.objects, location.bucket, pathOf(location, type)) : null
  return { ...log, size: await sizeOf(deps, location, type), read, storedIndex }
}

async function sizeOf({ engine, objects }: RunDeps, location: LocatedRun, type: LogType): Promise<number> {
  if (location.stored) return (await objects.stat(location.bucket, pathOf(location, type)))?.size ?? 0
  if (!location.submitted || (location.ended_at !== null && !location.kept_later)) return 0
  const log = await engine.openLog(keyOf(location), type, { from: 0, to: 0 })
  log?.stream.destroy()
  if (!log && (await isForgotten(engine, location)))
    throw new Error('The engine removed the run in the meantime.')
  return log?.size ?? 0
}

function readerOf({ engine, objects }: RunDeps, location: LocatedRun, type: LogType) {
  return async (from: number, to: number): Promise<Readable> => {
    const range: ByteRange = { from, to }
    const inStore = () => objects.open(location.bucket, pathOf(location, type), range)
    if (location.stored) return (await inStore())?.stream ?? Readable.from([])
    const opened = await engine.openLog(keyOf(location), type, range)
    // the store may have accepted it since it was opened
    const kept = opened ?? (location.kept_later ? await inStore() : null)
    return kept?.stream ?? Readable.from([])
  }
}

async function isForgotten(engine: Engine, location: LocatedRun): Promise<boolean> {
  const [seen] = await engine.inspect([keyOf(location)])
  return seen?.phase === 'absent'
}

function pathOf(location: LocatedRun, type: LogType): string {
  return `${attemptPrefix(location)}${type}.log`
}
