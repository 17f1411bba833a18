import type { ReplyOf } from '@podium/contract/call.ts'
import type { readLogIndex } from '@podium/contract/run-files.ts'
import type { Log } from './log-source.ts'

/** Every how many lines the index keeps where one begins. */
export const INDEX_EVERY = 1000
/** Offsets kept over all logs: 32 MiB. The least recently read log is forgotten first. */
const OFFSETS_KEPT = 4_000_000

const NEWLINE = 10

type LogBytes = Pick<Log, 'key' | 'size' | 'read'>

interface Scanned {
  scanned: number
  newlines: number
  endsWithNewline: boolean
  offsets: number[]
}

interface Entry extends Scanned {
  work: Promise<void>
}

/** Sparse line indexes of logs, kept in bounded memory and extended when a log grew. */
export function createLogIndexes(kept = OFFSETS_KEPT) {
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
    /** The index from line `from` on (rounded down to a kept line), after reading what was appended. */
    async read(log: LogBytes, from: number): Promise<ReplyOf<typeof readLogIndex>> {
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

async function extend(entry: Entry, log: LogBytes): Promise<void> {
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
