import type { readLogIndex } from '@podium/contract/calls/run-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { type Place, placeAt, readOn } from '../run-records/read-on.ts'
import { INDEX_EVERY, nothingScanned, type Scanned, scan } from './line-offsets.ts'
import type { Log } from './log-source.ts'

/** Maximum number of offsets over all logs, 32 MiB. The least recently read log is evicted first. */
const MAX_OFFSETS = 4_000_000
/** Interval at which an opened live log is read on, so that opening it again reads little. */
const TAIL_MS = 2_000
/** How long a live log is read on after the last request. */
const TAILED_FOR_MS = 15 * 60_000

type LogBytes = Pick<Log, 'key' | 'size' | 'read'> & Partial<Pick<Log, 'storedIndex'>>

interface ReadLog extends Scanned {
  place: Place
}

interface Entry extends ReadLog {
  work: Promise<void>
  /** time of the last request, by performance.now() */
  askedAt: number
  tail: NodeJS.Timeout | null
}

/** Creates sparse line indexes of logs, kept in bounded memory and extended when a log grows. */
export function createLogIndexes(mostOffsets = MAX_OFFSETS) {
  const entries = new Map<string, Entry>()

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? {
      ...nothingScanned(),
      place: placeAt(0),
      work: Promise.resolve(),
      askedAt: 0,
      tail: null,
    }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  function forgetOldest(): void {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.offsets.length, 0)
    for (const [key, entry] of entries) {
      if (total <= mostOffsets || entries.size === 1) return
      stopTail(entry)
      entries.delete(key)
      total -= entry.offsets.length
    }
  }

  function extended(entry: Entry, log: LogBytes): Promise<void> {
    const work = entry.work.then(() => extend(entry, log))
    entry.work = work.catch(() => undefined)
    return work
  }

  return {
    /** Returns the index from line `from` on (rounded down to an indexed line), after reading appended bytes. */
    async read(log: LogBytes, from: number): Promise<ReplyOf<typeof readLogIndex>> {
      const entry = entryOf(log.key)
      entry.askedAt = performance.now()
      await extended(entry, log)
      forgetOldest()
      const first = Math.floor(from / INDEX_EVERY)
      return {
        size: entry.scanned,
        lines: entry.newlines + (entry.endsWithNewline ? 0 : 1),
        every: INDEX_EVERY,
        from: first * INDEX_EVERY,
        offsets: entry.offsets.slice(first),
      }
    },

    /** Reads a live log periodically until it is complete, gone, or no longer requested. */
    tail(key: string, open: () => Promise<LogBytes & Pick<Log, 'complete'>>): void {
      const entry = entries.get(key)
      if (!entry || entry.tail) return
      const readOn = async (): Promise<boolean> => {
        const log = await open()
        if (log.complete || log.key !== key) return false
        await extended(entry, log)
        return performance.now() - entry.askedAt < TAILED_FOR_MS
      }
      const again = () => {
        entry.tail = setTimeout(() => {
          readOn().then(
            // A stopped entry has no tail.
            (goesOn) => (goesOn && entry.tail ? again() : stopTail(entry)),
            () => stopTail(entry),
          )
        }, TAIL_MS).unref()
      }
      again()
    },

    /** Stops all periodic reads. */
    close(): void {
      for (const entry of entries.values()) stopTail(entry)
    },
  }
}

function stopTail(entry: Entry): void {
  if (entry.tail) clearTimeout(entry.tail)
  entry.tail = null
}

async function extend(entry: Entry, log: LogBytes): Promise<void> {
  if (log.size === entry.scanned) return
  const index = await log.storedIndex?.()
  if (index?.scanned === log.size) Object.assign(entry, index, { place: placeAt(log.size) })
  else if (log.size < entry.scanned || !(await scanOn(entry, log))) await beginAnew(entry, log)
}

/** Rebuilds the index of a log that its run has emptied, unless the log has been stored since. */
async function beginAnew(entry: Entry, log: LogBytes): Promise<void> {
  const anew = { ...nothingScanned(), place: placeAt(0) }
  await scanOn(anew, log)
  if (anew.scanned === log.size) Object.assign(entry, anew)
}

/** @returns false if it is not the log that was read before */
function scanOn(read: ReadLog, log: LogBytes): Promise<boolean> {
  const open = (from: number, to = log.size) => log.read(from, to)
  return readOn(read.place, open, async (bytes) => scan(read, bytes))
}
