import { levelOf } from '@podium/contract/rules/log-levels.ts'
import type { LogSource } from './log-source.ts'
import { lastState, redrawnLines, steers } from './redrawn-lines.ts'
import { type Fold, foldOf, type ShownRows, shownRows } from './shown-rows.ts'

/** The source that the blocks are read from. */
export type LogReader = Pick<LogSource, 'index' | 'bytes'>

interface Block {
  /** the lines as they were written */
  written: string[]
  /** the shown text of each line; undefined for a line that was overwritten */
  lines: (string | undefined)[]
  /** true if one of its lines moves the cursor or erases */
  steers: boolean
}

/** A block whose bytes are being read. */
interface Asked {
  request: AbortController
  /** lines written since the request, at their index in the block: the answer does not have them */
  later: string[]
}

const MAX_BLOCKS = 24
const LONGEST_READ = 4 * 1024 * 1024
const NEWLINE = 10
const NOTHING: Awaited<ReturnType<LogReader['index']>> = { size: 0, lines: 0, every: 1, from: 0, offsets: [] }
const encoder = new TextEncoder()

/**
 * Holds the lines of one log, read in blocks between two offsets of the index. Blocks are read on demand and kept
 * while they are in use; requests for rows that left the view are aborted.
 */
export function createLogBlocks(reader: LogReader, onChange: () => void) {
  const blocks = new Map<number, Block>()
  const waiting = new Map<number, Asked>()
  /** the blocks of the rows in view, which are never dropped */
  let visible = new Set<number>()
  /** the errors of blocks that could not be read; these are not retried at once, which would never end */
  const unread = new Map<number, Error>()
  /** the error lines of each block that was read; kept when the block is dropped */
  const errors = new Map<number, number[]>()
  /** the folds of blocks with overwritten lines; kept when the block is dropped */
  const folds = new Map<number, Fold>()
  let shown: ShownRows | null = null
  const closing = new AbortController()
  let index = NOTHING
  let failure: Error | null = null
  /** true if the log ends with a newline, null until that is known */
  let wholeTail: boolean | null = null
  let refreshing: Promise<void> | null = null
  let again = false

  function changed(): void {
    shown = null
    onChange()
  }

  /** Reads the current index. A call during a read causes another one, so that the result is never outdated. */
  function refresh(): Promise<void> {
    unread.clear()
    again = refreshing !== null
    refreshing ??= readUntilFresh().finally(() => {
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
      // The last known block may have grown, so it is read again from its beginning.
      const from = Math.max(0, known - 1) * index.every
      const part = await reader.index(from, closing.signal)
      if (part.size < index.size) return forgetAll()
      const unchanged = part.every === index.every ? index.offsets.slice(0, Math.max(0, known - 1)) : []
      if (part.size !== index.size) {
        forgetLast()
        wholeTail = null
      }
      index = { ...part, from: 0, offsets: [...unchanged, ...part.offsets] }
      failure = null
    } catch (error) {
      if (!closing.signal.aborted) failure = error as Error
    }
    changed()
  }

  /** Drops everything after the run emptied its log, so that it is read again from the beginning. */
  function forgetAll(): void {
    for (const { request } of waiting.values()) request.abort()
    for (const known of [blocks, waiting, errors, folds]) known.clear()
    index = NOTHING
    again = true
  }

  /** Appends new text that begins at byte `offset`. If that is not the known end, it reads from the server instead. */
  function append(offset: number, text: string): void {
    // The server answers again, so retry the blocks that could not be read.
    unread.clear()
    if (offset !== index.size || (index.size > 0 && wholeTail !== true)) return void refresh()
    const fresh = text.split('\n')
    wholeTail = fresh.at(-1) === ''
    if (wholeTail) fresh.pop()
    const offsets = [...index.offsets]
    let [at, number] = [offset, index.lines]
    for (const each of fresh) {
      if (number % index.every === 0) offsets.push(at)
      put(number, each)
      at += encoder.encode(each).length + 1
      number += 1
    }
    const grown = locate(index.lines).block
    index = { ...index, offsets, lines: number, size: wholeTail ? at : at - 1 }
    for (let block = grown; block < offsets.length; block += 1) redraw(block)
    changed()
  }

  /** Adds a new line to its block if that is loaded or being read. Otherwise it is read when it comes into view. */
  function put(number: number, text: string): void {
    const { block, first } = locate(number)
    const known = blocks.get(block)
    const written = known?.written ?? waiting.get(block)?.later
    const line = lastState(text)
    if (levelOf(line)?.level === 'error') errors.set(block, [...(errors.get(block) ?? []), number])
    if (written) written[number - first] = text
    else if (number === first) keep(block, [text])
    if (!known) return
    known.lines[number - first] = line
    known.steers ||= steers(text)
  }

  /** Renders a grown block again if its new lines may have overwritten earlier ones. */
  function redraw(number: number): void {
    const block = blocks.get(number)
    if (block?.steers) block.lines = linesShown(number, block.written)
  }

  function linesShown(number: number, written: readonly string[]): (string | undefined)[] {
    const redrawn = redrawnLines(written, number === 0)
    const fold = foldOf(redrawn)
    if (fold) folds.set(number, fold)
    else folds.delete(number)
    return redrawn.lines
  }

  function forgetLast() {
    const last = Math.max(0, index.offsets.length - 1)
    blocks.delete(last)
    waiting.get(last)?.request.abort()
    waiting.delete(last)
  }

  /** Reads the blocks of these rows (in order, from 0) and their neighbours, and aborts all other reads. */
  function want(rows: readonly number[]): void {
    visible = new Set(rows.map((row) => locate(row).block))
    const inView = [...visible]
    const near = new Set([...inView, (inView.at(-1) ?? 0) + 1, (inView[0] ?? 0) - 1])
    for (const [block, { request }] of waiting) {
      if (near.has(block)) continue
      request.abort()
      waiting.delete(block)
    }
    for (const block of unread.keys()) if (!near.has(block)) unread.delete(block)
    for (const block of near) void load(block)
  }

  async function load(number: number): Promise<void> {
    const begin = index.offsets[number]
    if (begin === undefined || blocks.has(number) || waiting.has(number) || unread.has(number)) return
    const loading: Asked = { request: new AbortController(), later: [] }
    waiting.set(number, loading)
    const end = index.offsets[number + 1] ?? index.size
    const until = Math.min(end, begin + LONGEST_READ)
    try {
      const signal = AbortSignal.any([loading.request.signal, closing.signal])
      const bytes = await reader.bytes(begin, until, signal)
      if (waiting.get(number) !== loading) return
      const lines = writtenLines(bytes)
      // The block was not read to its end: drop the partial last line, unless it is the only one.
      if (until < end && lines.length > 1) lines.pop()
      // A gap before the lines written meanwhile is shown as empty lines.
      keep(
        number,
        Array.from(Object.assign(lines, loading.later), (line) => line ?? ''),
      )
      if (end === index.size && begin + bytes.length === end) wholeTail = bytes.at(-1) === NEWLINE
    } catch (error) {
      // An aborted read is no failure. Reporting it as a change would request the same rows again.
      if (waiting.get(number) !== loading || closing.signal.aborted) return
      unread.set(number, error as Error)
    }
    waiting.delete(number)
    changed()
  }

  function keep(number: number, written: string[]) {
    const lines = linesShown(number, written)
    blocks.set(number, { written, lines, steers: written.some(steers) })
    const first = number * index.every
    errors.set(
      number,
      lines.flatMap((line = '', row) => (levelOf(line)?.level === 'error' ? [first + row] : [])),
    )
    for (const old of blocks.keys())
      if (blocks.size > MAX_BLOCKS && old !== number && !visible.has(old)) blocks.delete(old)
  }

  /** Returns the block of a line, and the block's first line and byte range. */
  function locate(number: number) {
    const block = Math.floor(number / index.every)
    const [from = index.size, to = index.size] = index.offsets.slice(block, block + 2)
    return { block, first: block * index.every, from, to }
  }

  /** Returns a line's text; undefined while it is not loaded or if it was overwritten. */
  function line(number: number): string | undefined {
    const { block, first } = locate(number)
    const known = blocks.get(block)
    if (!known) return undefined
    // Moves it to the end, because the least recently used block is dropped first.
    blocks.delete(block)
    blocks.set(block, known)
    return known.lines[number - first]
  }

  /** Returns every line of a log of one block; undefined if it has more or is not fully read. */
  function whole(): readonly string[] | undefined {
    const lines = blocks.get(0)?.lines
    const isWhole = index.offsets.length === 1 && lines?.length === index.lines
    return isWhole ? lines.filter((line) => line !== undefined) : undefined
  }

  /** Returns the rows in which the lines are shown; a row that was redrawn several times is one row. */
  function rows(): ShownRows {
    shown ??= shownRows(folds, index.every, index.lines)
    return shown
  }

  return {
    refresh,
    append,
    want,
    line,
    whole,
    rows,
    locate,
    /** the error lines read so far */
    errors: () => [...errors.values()].flat(),
    every: () => index.every,
    size: () => index.size,
    lines: () => index.lines,
    /** true once the index is read */
    isRead: () => index !== NOTHING,
    failure: () => failure ?? [...unread.values()][0] ?? null,
    close: () => closing.abort(),
  }
}

export type LogBlocks = ReturnType<typeof createLogBlocks>

/** Returns the lines in these bytes, each in its last state. */
export function linesOf(bytes: Uint8Array): string[] {
  return writtenLines(bytes).map(lastState)
}

/** Returns the lines in these bytes as they were written. */
export function writtenLines(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
