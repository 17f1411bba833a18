import { cover, type Mask } from './mask.ts'

/** At the end of the data, a partial secret of at least this many bytes is masked too. */
const LEAST_BEGINNING = 4

/** Masks a stream of bytes. Offsets do not change, because a mask is as long as its text. */
export interface Masker {
  /** Returns the bytes that are final; a possible beginning of a secret waits for the bytes after it. */
  take(bytes: Buffer): Buffer
  /** Returns the waiting bytes at the end of the stream. */
  rest(): Buffer
}

export function createMasker(mask: Mask): Masker {
  const search = mask.tree.search()
  let waiting: Buffer = Buffer.alloc(0)
  /** offset of the first waiting byte */
  let offset = 0

  return {
    take(piece) {
      const bytes = Buffer.concat([waiting, piece])
      const { ranges, open } = search(piece)
      for (const [from, to] of ranges) cover(bytes, [from - offset, to - offset])
      const known = bytes.subarray(0, open - offset)
      waiting = bytes.subarray(open - offset)
      offset = open
      return known
    },
    rest() {
      const bytes = waiting
      waiting = Buffer.alloc(0)
      if (bytes.length >= LEAST_BEGINNING) cover(bytes, [0, bytes.length])
      return bytes
    },
  }
}

/** Bytes with the offset of the first one. */
interface Placed {
  offset: number
  bytes: Buffer
}

/** Returns the offset to read from in order to mask bytes from `from` on. */
export function readFrom(mask: Mask, from: number): number {
  return Math.max(0, from - mask.longest + 1)
}

/**
 * Yields the masked bytes from `from` up to but not including `to`.
 * @param pieces the bytes from `readFrom` on, and after `to` as many as the longest secret has
 * @param isLast false: a possible beginning of a secret at the end of the bytes is omitted
 */
export async function* maskedPieces(
  mask: Mask,
  pieces: AsyncIterable<Buffer>,
  from: number,
  { to = Number.POSITIVE_INFINITY, isLast = true }: { to?: number; isLast?: boolean } = {},
): AsyncGenerator<Placed> {
  const masker = createMasker(mask)
  let offset = readFrom(mask, from)

  function within(bytes: Buffer): Placed[] {
    const begin = Math.max(offset, from)
    const part = bytes.subarray(begin - offset, Math.max(0, to - offset))
    offset += bytes.length
    return part.length === 0 ? [] : [{ offset: begin, bytes: part }]
  }

  for await (const piece of pieces) yield* within(masker.take(piece))
  if (isLast) yield* within(masker.rest())
}

/** Masks a text, also one that was cut (…) in the middle of a secret. */
export function maskedText(mask: Mask, text: string): string {
  const end = text.endsWith('…') ? '…' : ''
  const masker = createMasker(mask)
  const bytes = Buffer.from(text.slice(0, text.length - end.length))
  return Buffer.concat([masker.take(bytes), masker.rest()]).toString() + end
}

/** Masks every string in a JSON value, also the names of fields. */
export function maskedTexts<T>(mask: Mask, value: T): T {
  return inTexts(mask, value) as T
}

function inTexts(mask: Mask, value: unknown): unknown {
  if (typeof value === 'string') return maskedText(mask, value)
  if (Array.isArray(value)) return value.map((item) => inTexts(mask, item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, item]) => [maskedText(mask, name), inTexts(mask, item)]))
}
