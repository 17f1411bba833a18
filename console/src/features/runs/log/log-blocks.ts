/** What the viewer reads from: the index and byte ranges of one log. */
export interface LogReader {
  /** where every n-th line begins, from line `from` (a multiple of n) on */
  index(from: number, signal: AbortSignal): Promise<LogIndexPart>
  /** the bytes from `from` up to but not including `to` */
  bytes(from: number, to: number, signal: AbortSignal): Promise<Uint8Array>
}

export interface LogIndexPart {
  size: number
  lines: number
  every: number
  from: number
  offsets: number[]
}

const KEPT_BLOCKS = 24
const LONGEST_READ = 4 * 1024 * 1024
const NEWLINE = 10
const encoder = new TextEncoder()

/**
 * The lines of one log, read in blocks between two marks of the index. Blocks are fetched when asked for, kept
 * while they are in use, and requests for rows nobody looks at any more are aborted.
 */
export function createLogBlocks(reader: LogReader, changed: () => void) {
  const blocks = new Map<number, string[]>()
  const waiting = new Map<number, AbortController>()
  const closing = new AbortController()
  let index: LogIndexPart = { size: 0, lines: 0, every: 1, from: 0, offsets: [] }
  let failure: Error | null = null
  /** whether the log's last byte ends a line; null while nobody knows */
  let wholeTail: boolean | null = null
  let refreshing: Promise<void> | null = null
  let again = false

  /** Reads what there is now. Asked again meanwhile, it reads once more, so that no older answer comes last. */
  function refresh(): Promise<void> {
    if (refreshing) {
      again = true
      return refreshing
    }
    refreshing = readUntilFresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function readUntilFresh(): Promise<void> {
    do {
      again = false
      await readOn()
    } while (again && failure === null && !closing.signal.aborted)
  }

  async function readOn(): Promise<void> {
    try {
      const known = index.offsets.length
      // The last known block may have grown, so it is read again from its own mark.
      const from = Math.max(0, known - 1) * index.every
      const part = await reader.index(from, closing.signal)
      const kept = part.every === index.every ? index.offsets.slice(0, Math.max(0, known - 1)) : []
      if (part.size !== index.size) {
        forgetLast()
        wholeTail = null
      }
      index = { ...part, from: 0, offsets: [...kept, ...part.offsets] }
      failure = null
    } catch (error) {
      if (!closing.signal.aborted) failure = error as Error
    }
    changed()
  }

  /** Takes new text that begins at byte `offset`; what does not fit on the known end is read from the server. */
  function append(offset: number, text: string): void {
    if (offset !== index.size || (index.size > 0 && wholeTail !== true)) return void refresh()
    const fresh = text.split('\n')
    wholeTail = fresh.at(-1) === ''
    if (wholeTail) fresh.pop()
    const offsets = [...index.offsets]
    let [at, number] = [offset, index.lines]
    for (const each of fresh) {
      if (number % index.every === 0) offsets.push(at)
      const block = blocks.get(Math.floor(number / index.every))
      if (block) block.push(withoutReturn(each))
      else if (number % index.every === 0) keep(number / index.every, [withoutReturn(each)])
      at += encoder.encode(each).length + 1
      number += 1
    }
    index = { ...index, offsets, lines: number, size: wholeTail ? at : at - 1 }
    changed()
  }

  function forgetLast() {
    const last = Math.max(0, index.offsets.length - 1)
    blocks.delete(last)
    waiting.get(last)?.abort()
    waiting.delete(last)
  }

  function want(first: number, last: number): void {
    const [from, to] = [Math.floor(first / index.every), Math.floor(last / index.every)]
    for (const [number, request] of waiting) {
      if (number >= from - 1 && number <= to + 1) continue
      request.abort()
      waiting.delete(number)
    }
    for (let number = from; number <= to; number += 1) void load(number)
    void load(to + 1)
    void load(from - 1)
  }

  async function load(number: number): Promise<void> {
    const begin = index.offsets[number]
    if (begin === undefined || blocks.has(number) || waiting.has(number)) return
    const request = new AbortController()
    waiting.set(number, request)
    const end = index.offsets[number + 1] ?? index.size
    try {
      const bytes = await reader.bytes(
        begin,
        Math.min(end, begin + LONGEST_READ),
        AbortSignal.any([request.signal, closing.signal]),
      )
      if (waiting.get(number) === request) {
        keep(number, linesOf(bytes))
        if (end === index.size && begin + bytes.length === end) wholeTail = bytes.at(-1) === NEWLINE
      }
    } catch (error) {
      if (!request.signal.aborted && !closing.signal.aborted) failure = error as Error
    } finally {
      if (waiting.get(number) === request) waiting.delete(number)
    }
    changed()
  }

  function keep(number: number, lines: string[]) {
    blocks.set(number, lines)
    for (const old of blocks.keys()) if (blocks.size > KEPT_BLOCKS && old !== number) blocks.delete(old)
  }

  /** The line's text; undefined while it is on its way. */
  function line(number: number): string | undefined {
    const block = Math.floor(number / index.every)
    const lines = blocks.get(block)
    if (!lines) return undefined
    // Used last: it stays longest.
    blocks.delete(block)
    blocks.set(block, lines)
    return lines[number - block * index.every] ?? ''
  }

  return {
    refresh,
    append,
    want,
    line,
    size: () => index.size,
    lines: () => index.lines,
    failure: () => failure,
    close: () => closing.abort(),
  }
}

export type LogBlocks = ReturnType<typeof createLogBlocks>

function linesOf(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map(withoutReturn)
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
