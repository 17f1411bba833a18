import { countNewlines } from './newlines.ts'

/** The index has the offset of every n-th line. */
export const INDEX_EVERY = 1000

const NEWLINE = 10
/** Newlines are counted in parts of this many bytes. Only a part with an indexed line is searched for each newline. */
const COUNTED_AT_ONCE = 16 * 1024

/** The index of a log up to the byte that it was read to. */
export interface Scanned {
  /** bytes read so far */
  scanned: number
  newlines: number
  endsWithNewline: boolean
  /** byte offsets of every thousandth line, from line 0 on */
  offsets: number[]
}

export function nothingScanned(): Scanned {
  return { scanned: 0, newlines: 0, endsWithNewline: true, offsets: [0] }
}

/** Adds the next bytes of the log. */
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
