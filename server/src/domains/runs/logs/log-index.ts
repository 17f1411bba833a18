import type { Readable } from 'node:stream'

/** Every how many lines the index keeps where one begins. */
export const INDEX_EVERY = 1000
/** Offsets kept over all logs: 32 MiB. The least recently read log is forgotten first. */
const OFFSETS_KEPT = 4_000_000

const NEWLINE = 10

/** A log whose bytes from a position on can be read; it may have grown since the last time. */
export interface IndexedLog {
  /** names the log; another attempt has another key */
  key: string
  size: number
  read(from: number, to: number): Promise<Readable>
}

export interface LogIndexPart {
  size: number
  lines: number
  every: number
  from: number
  offsets: number[]
}

interface Scanned {
  scanned: number
  newlines: number
  endsWithNewline: boolean
  offsets: number[]
}

interface Entry extends Scanned {
  work: Promise<void>
}

export interface LogIndexes {
  /** The index from line `from` on (rounded down to a kept line), after reading what was appended. */
  read(log: IndexedLog, from: number): Promise<LogIndexPart>
}

/** Sparse line indexes of logs, kept in bounded memory and extended when a log grew. */
export function createLogIndexes(kept = OFFSETS_KEPT): LogIndexes {
  const entries = new Map<string, Entry>()

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? { ...nothingScanned(), work: Promise.resolve() }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  function forgetOldest(): void {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.offsets.length, 0)
    for (const [key, entry] of entries) {
      if (total <= kept || entries.size === 1) return
      entries.delete(key)
      total -= entry.offsets.length
    }
  }

  return {
    async read(log, from) {
      const entry = entryOf(log.key)
      const work = entry.work.then(() => extend(entry, log))
      entry.work = work.catch(() => undefined)
      await work
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
  }
}

function nothingScanned(): Scanned {
  return { scanned: 0, newlines: 0, endsWithNewline: true, offsets: [0] }
}

async function extend(entry: Entry, log: IndexedLog): Promise<void> {
  // a run can empty its own log: what was kept of it is true no more
  if (log.size < entry.scanned) Object.assign(entry, nothingScanned())
  if (log.size === entry.scanned) return
  for await (const chunk of await log.read(entry.scanned, log.size)) scan(entry, chunk as Buffer)
}

function scan(entry: Entry, chunk: Buffer): void {
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
    entry.newlines += 1
    if (entry.newlines % INDEX_EVERY === 0) entry.offsets.push(entry.scanned + at + 1)
  }
  entry.scanned += chunk.length
  if (chunk.length > 0) entry.endsWithNewline = chunk[chunk.length - 1] === NEWLINE
}
