import { Readable } from 'node:stream'
import { fail } from '@podium/contract/rules/errors.ts'
import type { ByteRange, Engine, LogType } from '@podium/engines/engine.ts'
import { refuseGone } from '../objects/gone-files.ts'
import { keyOf, type LocatedRun, type RunDeps, readLocation } from '../run-records/run-row.ts'
import { attemptPrefix } from '../solutions/object-paths.ts'
import type { Scanned } from './line-offsets.ts'
import { readStoredIndex } from './stored-index.ts'

/** A log as it is now. It grows, unless the run empties it: until then its size identifies its content. */
export interface Log {
  /** names the log, also in other servers */
  key: string
  size: number
  /** whether nothing will be added any more */
  complete: boolean
  /** where it lies in the store; null while it is with the engine */
  at: { bucket: string; path: string } | null
  /** bytes `from` up to but not including `to` */
  read(from: number, to: number): Promise<Readable>
  /** the index that was kept when the log was put away; null where there is none */
  storedIndex(): Promise<Scanned | null>
}

/**
 * Opens a run's log wherever it lies: with the engine, or, when the run has ended and the store has taken all that it
 * left, in the bucket. A log that nothing was written to yet is empty.
 */
export async function openLog(deps: RunDeps, id: string, type: LogType): Promise<Log> {
  const location = (await readLocation(deps.database, id)) ?? fail('NOT.FOUND')
  try {
    return await openAt(deps, location, type)
  } catch (error) {
    // the run may have ended and been put away between the two looks
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
    // the store may have taken it since it was opened
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
