import { ownTurn } from '@podium/engines/own-turn.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const PIECE = 256 * 1024

/** Limits of a JSON text before it is parsed: a short text may hold millions of values, or nest them endlessly. */
const MAX_VALUES = 500_000
const MAX_DEPTH = 200

/** True if a JSON text has few enough values, nested flatly enough, to be parsed at once. Lets other calls have turns. */
export async function isQuicklyParsed(bytes: Buffer): Promise<boolean> {
  let [values, depth, pause] = [0, 0, PIECE]
  for (let at = 0; at < bytes.length; at += 1) {
    if (at > pause) {
      pause = at + PIECE
      await ownTurn()
    }
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    else if (byte === 0x2c) values += 1
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false
  }
  return true
}

/** Returns the place of the quote that ends the text which begins at `open`, or the end of the bytes. */
function endOfText(bytes: Buffer, open: number): number {
  for (let at = open + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at)
    if (at < 0) return bytes.length
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
}
