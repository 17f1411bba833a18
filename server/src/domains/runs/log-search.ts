import type { Readable } from 'node:stream'

export interface Hit {
  line: number
  offset: number
  text: string
}

export interface Found {
  hits: Hit[]
  more: boolean
}

export interface SearchLimits {
  hits: number
  milliseconds: number
}

export const SEARCH_LIMITS: SearchLimits = { hits: 1000, milliseconds: 10_000 }

const NEWLINE = 10
/** Of a line without an end this much is looked at together; a text across such a cut is still found. */
const LONGEST_PIECE = 1024 * 1024
/** Characters of a line that a hit shows. */
const SHOWN = 400

/**
 * Lines that hold the text, without regard to case. Reads the log once, keeps no more than one piece of it, and
 * ends at the limits, saying that there may be more.
 */
export async function searchLog(log: Readable, text: string, limits = SEARCH_LIMITS): Promise<Found> {
  const deadline = performance.now() + limits.milliseconds
  const late = () => performance.now() > deadline
  const search = createSearch(text, limits.hits, late)
  for await (const chunk of log) {
    search.take(chunk as Buffer)
    if (search.full() || late()) return { hits: search.hits, more: true }
  }
  search.finish()
  return { hits: search.hits, more: search.full() }
}

function createSearch(text: string, limit: number, late: () => boolean) {
  const wanted = text.toLowerCase()
  const folded = fold(Buffer.from(asciiPart(text)))
  const overlap = folded.length * 4
  const hits: Hit[] = []
  let more = false
  let rest: Buffer = Buffer.alloc(0)
  let restOffset = 0
  let line = 0
  let lineStart = 0

  /** Looks through whole lines (or a piece of a very long one), and counts them. */
  function look(piece: Buffer): void {
    const haystack = fold(piece)
    let counted = 0
    const countTo = (end: number) => {
      for (
        let at = piece.indexOf(NEWLINE, counted);
        at !== -1 && at < end;
        at = piece.indexOf(NEWLINE, at + 1)
      ) {
        line += 1
        lineStart = restOffset + at + 1
        counted = at + 1
      }
    }
    let at = haystack.indexOf(folded)
    while (at !== -1 && !more) {
      countTo(at)
      const begin = Math.max(0, lineStart - restOffset)
      const newline = piece.indexOf(NEWLINE, at)
      const end = newline === -1 ? piece.length : newline
      const shown = shownText(piece.subarray(begin, end), wanted)
      if (shown !== null && hits.at(-1)?.line !== line) {
        if (hits.length === limit) more = true
        else hits.push({ line, offset: lineStart, text: shown })
      }
      if (late()) more = true
      // a text that begins with a newline stands where its line ends: the search must go on behind it
      at = haystack.indexOf(folded, Math.max(end, at + 1))
    }
    countTo(piece.length)
  }

  function drop(bytes: number): void {
    rest = rest.subarray(bytes)
    restOffset += bytes
  }

  return {
    hits,
    full: () => more,
    take(chunk: Buffer) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const whole = rest.lastIndexOf(NEWLINE) + 1
      if (whole > 0) {
        look(rest.subarray(0, whole))
        drop(whole)
      }
      if (rest.length > LONGEST_PIECE) {
        look(rest)
        drop(rest.length - overlap)
      }
    },
    finish() {
      look(rest)
    },
  }
}

/**
 * What lines are first looked through for: the longest part in which upper and lower case are one bit apart. A
 * text without any is looked for as it was typed.
 */
function asciiPart(text: string): string {
  const parts = text.match(/\p{ASCII}+/gu) ?? []
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '') || text
}

/** One character a byte, so that positions are byte offsets; a hit is looked at again as real text. */
function fold(bytes: Buffer): string {
  return bytes.toString('latin1').toLowerCase()
}

function shownText(line: Buffer, wanted: string): string | null {
  const text = line.toString('utf8')
  const at = text.toLowerCase().indexOf(wanted)
  if (at === -1) return null
  const begin = text.length <= SHOWN ? 0 : Math.max(0, at - SHOWN / 4)
  return text.slice(begin, begin + SHOWN)
}
