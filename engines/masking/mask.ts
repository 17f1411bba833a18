/** Finds secrets in what a run wrote, as they are or in a form that programs often print them in. */
export interface Mask {
  /** bytes of the longest text that is looked for */
  longest: number
  /**
   * Where secrets stand, and from where on the bytes may be the beginning of one that goes on behind them: the length of the
   * bytes where nothing does.
   */
  find(bytes: Buffer): { ranges: Range[]; open: number }
}

/** From a byte up to but not including another. */
export type Range = [from: number, to: number]

/** A shorter text stands in any log, so that to mask it would hide the log and tell what it is. */
export const LEAST = 8
const STAR = 0x2a
const [NEWLINE, RETURN] = [10, 13]

/** null where there is nothing to look for */
export function createMask(secrets: readonly string[]): Mask | null {
  const texts = new Set(secrets.flatMap(formsOf))
  const patterns = [...texts].map((text) => Buffer.from(text)).filter(({ length }) => length >= LEAST)
  if (patterns.length === 0) return null
  const longest = Math.max(...patterns.map(({ length }) => length))
  const { skips, endingIn } = tablesOf(patterns)

  /** Looks at every LEAST-th pair of bytes, and closer only where a text may stand (Wu and Manber). */
  function find(bytes: Buffer) {
    const ranges: Range[] = []
    let open = bytes.length
    let at = LEAST - 1
    while (at < bytes.length) {
      const pair = pairAt(bytes, at - 1)
      const skip = skips[pair] as number
      if (skip > 0) {
        at += skip
        continue
      }
      const from = at - LEAST + 1
      for (const pattern of endingIn.get(pair) ?? []) {
        const to = Math.min(from + pattern.length, bytes.length)
        if (bytes.compare(pattern, 0, to - from, from, to) !== 0) continue
        if (to - from === pattern.length) ranges.push([from, to])
        else open = Math.min(open, from)
      }
      at += 1
    }
    return { ranges, open: Math.min(open, shortBeginning(bytes)) }
  }

  /** Where one begins of which fewer bytes than LEAST are there yet. */
  function shortBeginning(bytes: Buffer): number {
    for (let length = Math.min(LEAST - 1, bytes.length); length > 0; length -= 1) {
      const from = bytes.length - length
      if (patterns.some((pattern) => bytes.compare(pattern, 0, length, from, bytes.length) === 0)) return from
    }
    return bytes.length
  }

  return { longest, find }
}

/** Covers the bytes in place. Line breaks stay, so that lines keep their numbers. */
export function cover(bytes: Buffer, [from, to]: Range): void {
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 1)
    if (bytes[at] !== NEWLINE && bytes[at] !== RETURN) bytes[at] = STAR
}

/** What a secret may look like: itself, each line of several, and encoded for JSON, for addresses and in base64. */
function formsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/)
  const trimmed = secret.trim()
  return [secret, trimmed, ...lines].flatMap((text) => {
    const bytes = Buffer.from(text)
    // Too short itself, and so is what is looked for of its other forms.
    if (bytes.length < LEAST) return []
    return [
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      new URLSearchParams({ '': text }).toString().slice(1),
      ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
    ]
  })
}

/** The part of a base64 text that is the same whatever stands before the secret, and behind it, in what was encoded. */
function base64Within(secret: Buffer, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), secret])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const
  // Alone, it ends with a character that depends on nothing else.
  const ends = before === 0 ? [to, Math.ceil((bytes.length * 8) / 6)] : [to]
  return encodings.flatMap((encoding) => ends.map((end) => bytes.toString(encoding).slice(from, end)))
}

/** How far one may go on from each pair of bytes, and the patterns of which the first LEAST bytes end in it. */
function tablesOf(patterns: readonly Buffer[]) {
  const skips = new Uint8Array(2 ** 16).fill(LEAST - 1)
  const endingIn = new Map<number, Buffer[]>()
  for (const pattern of patterns) {
    for (let at = 0; at <= LEAST - 2; at += 1) {
      const pair = pairAt(pattern, at)
      skips[pair] = Math.min(skips[pair] as number, LEAST - 2 - at)
    }
    const last = pairAt(pattern, LEAST - 2)
    endingIn.set(last, [...(endingIn.get(last) ?? []), pattern])
  }
  return { skips, endingIn }
}

function pairAt(bytes: Buffer, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}
