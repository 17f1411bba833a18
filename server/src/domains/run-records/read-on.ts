import type { Readable } from 'node:stream'

/** Bytes at the beginning of a file, and before the position, that identify it on the next read. */
const KNOWN_BY = 512

/** The position up to which a file was read. The file grows unless the run writes it anew. */
export interface Place {
  offset: number
  /** the first bytes of the file */
  first: Buffer
  /** the bytes before the offset */
  last: Buffer
}

export function placeAt(offset: number): Place {
  return { offset, first: Buffer.alloc(0), last: Buffer.alloc(0) }
}

/** Opens the bytes from `from` up to but not including `to`; bytes appended later are not read. */
type Open = (from: number, to?: number) => Promise<Readable>

/**
 * Reads the bytes of a file after the position, and advances it.
 * @returns false if it is not the file that was read before; then `take` got nothing
 */
export async function readOn(
  place: Place,
  open: Open,
  take: (bytes: Buffer) => Promise<void>,
): Promise<boolean> {
  let known = place.last
  let isKnown = place.offset === place.last.length
  for await (const piece of await open(place.offset - known.length)) {
    const left = behind(known, piece as Buffer)
    if (left === null) return false
    const fresh = (piece as Buffer).subarray(known.length - left.length)
    known = left
    if (fresh.length === 0) continue
    isKnown ||= await beginsWith(place.first, open)
    if (!isKnown) return false
    moveOn(place, fresh)
    await take(fresh)
  }
  return known.length === 0
}

async function beginsWith(first: Buffer, open: Open): Promise<boolean> {
  let left: Buffer | null = first
  for await (const piece of await open(0, first.length)) {
    left = behind(left, piece as Buffer)
    if (left === null || left.length === 0) break
  }
  return left?.length === 0
}

/** Compares a piece of the file with the known bytes; returns those after the piece, or null if they differ. */
function behind(known: Buffer, piece: Buffer): Buffer | null {
  const length = Math.min(known.length, piece.length)
  return known.subarray(0, length).equals(piece.subarray(0, length)) ? known.subarray(length) : null
}

function moveOn(place: Place, bytes: Buffer): void {
  if (place.offset < KNOWN_BY)
    place.first = Buffer.concat([place.first, bytes.subarray(0, KNOWN_BY - place.offset)])
  // The piece is copied, because a slice would keep the stream's larger buffer in memory.
  place.last = Buffer.concat([place.last, bytes.subarray(-KNOWN_BY)]).subarray(-KNOWN_BY)
  place.offset += bytes.length
}
