import { countNewlines } from './newlines.ts'

/** Every how many lines the index keeps where one begins. */
export const INDEX_EVERY = 1000

const NEWLINE = 10
/** Newlines are counted in parts of this many bytes; only in a part where a kept line begins is each one looked at. */
const COUNTED_AT_ONCE = 16 * 1024

/** How far a log was read, and what was found there. */
export interface Scanned {
  /** bytes read so far */
  scanned: number
  newlines: number
  endsWithNewline: boolean
  /** where every thousandth line begins, from line 0 on; in bytes */
  offsets: number[]
}

export function nothingScanned(): Scanned {
  return { scanned: 0, newlines: 0, endsWithNewline: true, offsets: [0] }
}

/** Takes the next bytes of the log. */
export function scan(entry: Scanned, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; at += COUNTED_AT_ONCE) {
    const part = chunk.subarray(at, at + COUNTED_AT_ONCE)
    const newlines = countNewlines(part)
    const untilOffset = INDEX_EVERY - (entry.newlines % INDEX_EVERY)
    if (newlines >= untilOffset) keepOffsets(entry, part)
    entry.newlines += newlines
    entry.scanned += part.length
  }
  if (chunk.length > 0) entry.endsWithNewline = chunk[chunk.length - 1] === NEWLINE
}

function keepOffsets(entry: Scanned, part: Buffer): void {
  let newlines = entry.newlines
  for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) {
    newlines += 1
    if (newlines % INDEX_EVERY === 0) entry.offsets.push(entry.scanned + at + 1)
  }
}
