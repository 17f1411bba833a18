import { cover, type Mask } from './mask.ts'

/** At the end of what is there, so many bytes of a secret that has begun are masked too. */
const LEAST_BEGINNING = 4

/** Masks bytes that come piece by piece; each stays where it was, as a mask is as long as what it hides. */
export interface Masker {
  /** The bytes of which it is known what they are: what may be the beginning of a secret waits for those behind it. */
  take(bytes: Buffer): Buffer
  /** The bytes that wait, as nothing follows them. */
  rest(): Buffer
}

export function createMasker(mask: Mask): Masker {
  const search = mask.tree.search()
  let waiting: Buffer = Buffer.alloc(0)
  /** the place of the first byte that waits */
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

/** Bytes with the place of the first of them. */
interface Placed {
  offset: number
  bytes: Buffer
}

/** From where on bytes must be read for those from `from` on to be masked. */
export function readFrom(mask: Mask, from: number): number {
  return Math.max(0, from - mask.longest + 1)
}

/**
 * The bytes from `from` up to but not including `to`, masked.
 * @param pieces the bytes from `readFrom` on, and as many behind `to` as the longest secret has
 * @param isLast false: what may be the beginning of a secret at the end of the bytes is left out
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

/** A text masked; one that was cut off (…) in the middle of a secret too. */
export function maskedText(mask: Mask, text: string): string {
  const end = text.endsWith('…') ? '…' : ''
  const masker = createMasker(mask)
  const bytes = Buffer.from(text.slice(0, text.length - end.length))
  return Buffer.concat([masker.take(bytes), masker.rest()]).toString() + end
}

/** Every text in a value as JSON has them, the names of fields too. */
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
