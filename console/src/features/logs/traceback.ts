/** The role of a line in a Python traceback. */
export type TracebackPart = 'own' | 'ownCode' | 'library' | 'outcome'

const HEAD = /^([\s|+-]*)Traceback \(most recent call last\):\s*$/
const FRAME = /^[\s|]*File "(.+)", line \d+/
const LIBRARY = /[\\/](?:site|dist)-packages[\\/]|[\\/]lib[\\/]python[\d.]+[\\/]|^<frozen /i
const CHAIN =
  /^[\s|]*(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):/
/** Lines after which a traceback is cut at its beginning. Few are longer, as Python leaves out repeated frames. */
const LONGEST = 400
/** How many characters of a line are examined. A frame is not longer. */
const LOOKED_AT = 1000

/**
 * Returns the role in a traceback of each line from `from` up to but not including `to`, without an entry for lines
 * outside of one. A line that is not loaded ends a traceback.
 */
export function tracebackParts(
  line: (number: number) => string | undefined,
  from: number,
  to: number,
): ReadonlyMap<number, TracebackPart> {
  const parts = new Map<number, TracebackPart>()
  let margin: number | null = null
  let frame: TracebackPart = 'ownCode'
  for (let at = Math.max(0, from - LONGEST); at < to; at += 1) {
    const text = line(at)?.slice(0, LOOKED_AT) ?? ''
    const head = HEAD.exec(text)
    if (head) {
      margin = head[1]?.length ?? 0
      parts.set(at, 'outcome')
      continue
    }
    if (CHAIN.test(text) && joins(parts, at)) {
      parts.set(at - 1, 'ownCode').set(at, 'ownCode')
      continue
    }
    // The empty line between the two tracebacks of a chain.
    if (margin === null && text.trim() === '' && parts.get(at - 1) === 'ownCode' && parts.has(at - 2))
      parts.set(at, 'ownCode')
    if (margin === null) continue
    const file = FRAME.exec(text)?.[1]
    if (file !== undefined) {
      const isLibrary = LIBRARY.test(file)
      parts.set(at, isLibrary ? 'library' : 'own')
      frame = isLibrary ? 'library' : 'ownCode'
    } else if (text.search(/[^\s|]/) > margin) parts.set(at, frame)
    else {
      if (text.trim() !== '') parts.set(at, 'outcome')
      margin = null
    }
  }
  return parts
}

/** True if a traceback ended two lines before, followed by one line outside of it. */
function joins(parts: ReadonlyMap<number, TracebackPart>, at: number): boolean {
  return parts.get(at - 2) === 'outcome' && !parts.has(at - 1)
}

/** Returns the first and the last line of the traceback around a line, or the line itself if it is in none. */
export function tracebackAround(
  line: (number: number) => string | undefined,
  number: number,
): readonly [number, number] {
  const parts = tracebackParts(line, number, number + LONGEST)
  // The line logged just before a traceback belongs to it.
  let at = parts.has(number) || !parts.has(number + 1) ? number : number + 1
  if (!parts.has(at)) return [number, number]
  let last = at
  while (parts.has(at - 1)) at -= 1
  while (parts.has(last + 1)) last += 1
  return [Math.min(at, number), last]
}
