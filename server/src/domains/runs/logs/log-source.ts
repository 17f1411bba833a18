import { Readable } from 'node:stream'
import { fail } from '@podium/contract/errors.ts'
import type { ByteRange, Engine, LogType } from '@podium/engines/engine.ts'
import { refuseGone } from '../../objects/gone-files.ts'
import { attemptPrefix } from '../../solutions/object-paths.ts'
import { keyOf, type RunDeps, type RunLocation, readLocation } from '../run-row.ts'
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
 * Opens a run's log wherever it lies: with the engine, or, when the run has ended, in the bucket. A log that
 * nothing was written to yet is empty.
 */
export async function openLog(deps: RunDeps, id: string, type: LogType): Promise<Log> {
  const location = (await readLocation(deps.database, id)) ?? fail('NOT.FOUND')
  try {
    return await openAt(deps, location, type)
  } catch (error) {
    // the run may have ended and been put away between the two looks
    const now = await readLocation(deps.database, id)
    if (!now || now.stored === location.stored) throw error
    return openAt(deps, now, type)
  }
}

async function openAt(deps: RunDeps, location: RunLocation, type: LogType): Promise<Log> {
  if (location.stored) await refuseGone(deps.database, location, 'logs')
  const at = location.stored ? { bucket: location.bucket, path: pathOf(location, type) } : null
  const log = { key: `${location.id}-${location.attempt}-${type}`, complete: location.ended_at !== null, at }
  const read = readerOf(deps, location, type)
  const storedIndex = async () =>
    location.stored ? readStoredIndex(deps.objects, location.bucket, pathOf(location, type)) : null
  return { ...log, size: await sizeOf(deps, location, type), read, storedIndex }
}

async function sizeOf({ engine, objects }: RunDeps, location: RunLocation, type: LogType): Promise<number> {
  if (location.stored) return (await objects.stat(location.bucket, pathOf(location, type)))?.size ?? 0
  if (!location.submitted || location.ended_at !== null) return 0
  const log = await engine.openLog(keyOf(location), type, { from: 0, to: 0 })
  log?.stream.destroy()
  if (!log && (await isForgotten(engine, location)))
    throw new Error('The engine removed the run in the meantime.')
  return log?.size ?? 0
}

function readerOf({ engine, objects }: RunDeps, location: RunLocation, type: LogType) {
  return async (from: number, to: number): Promise<Readable> => {
    const range: ByteRange = { from, to }
    const opened = location.stored
      ? await objects.open(location.bucket, pathOf(location, type), range)
      : await engine.openLog(keyOf(location), type, range)
    return opened?.stream ?? Readable.from([])
  }
}

async function isForgotten(engine: Engine, location: RunLocation): Promise<boolean> {
  const [seen] = await engine.inspect([keyOf(location)])
  return seen?.phase === 'absent'
}

function pathOf(location: RunLocation, type: LogType): string {
  return `${attemptPrefix(location)}${type}.log`
}
