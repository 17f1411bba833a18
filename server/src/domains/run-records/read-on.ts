import type { Readable } from 'node:stream'

/** Bytes at the beginning of a file, and before the place, by which it is known again. */
const KNOWN_BY = 512

/** How far a file was read that a run writes: it grows, unless the run begins it anew. */
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

/** Opens the bytes `from` up to but not including `to`; more may come, and are not read. */
type Open = (from: number, to?: number) => Promise<Readable>

/**
 * Takes what a file has behind the place, which moves on with it.
 * @returns false where the file is not the one that was read before: then nothing was taken
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

/** What of the known bytes stands behind a piece of the file; null where the piece differs from them. */
function behind(known: Buffer, piece: Buffer): Buffer | null {
  const length = Math.min(known.length, piece.length)
  return known.subarray(0, length).equals(piece.subarray(0, length)) ? known.subarray(length) : null
}

function moveOn(place: Place, bytes: Buffer): void {
  if (place.offset < KNOWN_BY)
    place.first = Buffer.concat([place.first, bytes.subarray(0, KNOWN_BY - place.offset)])
  // Of a piece a copy is kept: the stream's own memory is larger.
  place.last = Buffer.concat([place.last, bytes.subarray(-KNOWN_BY)]).subarray(-KNOWN_BY)
  place.offset += bytes.length
}
