const NEWLINE = 10
/** An incomplete line is held back up to this many bytes. */
const LONGEST_HELD = 64 * 1024

export interface Piece {
  /** offset in the log of the first byte of `text` */
  from: number
  /** offset in the log of the byte after it */
  to: number
  text: string
}

export interface LineCutter {
  /** Adds the next bytes; returns the whole lines so far, or null. */
  take(bytes: Buffer): Piece | null
  /** Returns the bytes that were held back, when the log has ended. */
  rest(): Piece | null
}

/** Cuts a growing log at line starts, from the given offset on, and never inside a character. */
export function cutAtLines(from: number): LineCutter {
  let rest: Buffer = Buffer.alloc(0)
  let offset = from

  function give(length: number): Piece | null {
    if (length === 0) return null
    const piece = { from: offset, to: offset + length, text: rest.subarray(0, length).toString('utf8') }
    rest = rest.subarray(length)
    offset += length
    return piece
  }

  return {
    take(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      const whole = rest.lastIndexOf(NEWLINE) + 1
      if (whole > 0) return give(whole)
      return rest.length > LONGEST_HELD ? give(wholeCharacters(rest)) : null
    },
    rest: () => give(rest.length),
  }
}

/** How many of the bytes end with a complete UTF-8 character. */
function wholeCharacters(bytes: Buffer): number {
  let end = bytes.length
  while (end > bytes.length - 4 && isContinuation(bytes[end - 1])) end -= 1
  const lead = bytes[end - 1]
  if (lead === undefined || lead < 0xc0) return bytes.length
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return bytes.length - (end - 1) >= needed ? bytes.length : end - 1
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}
