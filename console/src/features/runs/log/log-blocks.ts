import { levelOf } from '@podium/contract/rules/log-levels.ts'
import type { LogSource } from './log-source.ts'
import { lastState, redrawnLines, steers } from './redrawn-lines.ts'
import { type Fold, foldOf, type ShownRows, shownRows } from './shown-rows.ts'

/** What the blocks are read from. */
export type LogReader = Pick<LogSource, 'index' | 'bytes'>

/** One block that was read. */
interface Block {
  /** its lines as they were written */
  written: string[]
  /** what is shown of each; undefined for a line that was drawn over */
  lines: (string | undefined)[]
  /** true if one of its lines moves the cursor or erases */
  steers: boolean
}

/** One block's bytes on their way. */
interface Asked {
  request: AbortController
  /** lines written since it was asked for, at their place in the block: the answer does not hold them */
  later: string[]
}

const MOST_BLOCKS = 24
const LONGEST_READ = 4 * 1024 * 1024
const NEWLINE = 10
const NOTHING: Awaited<ReturnType<LogReader['index']>> = { size: 0, lines: 0, every: 1, from: 0, offsets: [] }
const encoder = new TextEncoder()

/**
 * The lines of one log, read in blocks between two marks of the index. Blocks are fetched when asked for, kept
 * while they are in use, and requests for rows that left the view are aborted.
 */
export function createLogBlocks(reader: LogReader, onChange: () => void) {
  const blocks = new Map<number, Block>()
  const waiting = new Map<number, Asked>()
  /** the blocks of the rows in view, which are never dropped */
  let wanted = new Set<number>()
  /** the blocks that could not be read, and why; asked for again at once, they would be asked for without end */
  const unread = new Map<number, Error>()
  /** the lines of each block that was read that say ERROR; they stay when their block is dropped */
  const errors = new Map<number, number[]>()
  /** the blocks with lines that were drawn over; they stay when their block is dropped */
  const folds = new Map<number, Fold>()
  let shown: ShownRows | null = null
  const closing = new AbortController()
  let index = NOTHING
  let failure: Error | null = null
  /** whether the log's last byte ends a line; null until it is known */
  let wholeTail: boolean | null = null
  let refreshing: Promise<void> | null = null
  let again = false

  function changed(): void {
    shown = null
    onChange()
  }

  /** Reads what there is now. Asked again while it reads, it reads once more: an older answer never comes last. */
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
      // The last known block may have grown, so it is read again from its own mark.
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

  /** Of a log that its run emptied nothing is true any more: it is read once more, from its beginning. */
  function forgetAll(): void {
    for (const { request } of waiting.values()) request.abort()
    for (const known of [blocks, waiting, errors, folds]) known.clear()
    index = NOTHING
    again = true
  }

  /** Takes new text that begins at byte `offset`; what does not fit on the known end is read from the server. */
  function append(offset: number, text: string): void {
    // The server answers again, so blocks that could not be read are worth another try.
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

  /** Puts a fresh line where its block is kept or awaited; elsewhere it is read when it comes into view. */
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

  /** Draws a block anew that has grown, where what was written may have drawn over its lines. */
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

  /** Reads the blocks of these rows (in order, from 0) and those beside them, and no others any more. */
  function want(rows: readonly number[]): void {
    wanted = new Set(rows.map((row) => locate(row).block))
    const inView = [...wanted]
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
    const asked: Asked = { request: new AbortController(), later: [] }
    waiting.set(number, asked)
    const end = index.offsets[number + 1] ?? index.size
    const until = Math.min(end, begin + LONGEST_READ)
    try {
      const signal = AbortSignal.any([asked.request.signal, closing.signal])
      const bytes = await reader.bytes(begin, until, signal)
      if (waiting.get(number) !== asked) return
      const lines = writtenLines(bytes)
      // Its end was not read: half a line must not pass for a line, unless there is nothing else to show.
      if (until < end && lines.length > 1) lines.pop()
      // A gap before lines that were written since is shown as empty lines.
      keep(
        number,
        Array.from(Object.assign(lines, asked.later), (line) => line ?? ''),
      )
      if (end === index.size && begin + bytes.length === end) wholeTail = bytes.at(-1) === NEWLINE
    } catch (error) {
      // An aborted read is no failure; told as a change, it would have the same rows asked for again.
      if (waiting.get(number) !== asked || closing.signal.aborted) return
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
      if (blocks.size > MOST_BLOCKS && old !== number && !wanted.has(old)) blocks.delete(old)
  }

  /** Where a line is: its block, the block's first line and its bytes. */
  function locate(number: number) {
    const block = Math.floor(number / index.every)
    const [from = index.size, to = index.size] = index.offsets.slice(block, block + 2)
    return { block, first: block * index.every, from, to }
  }

  /** The line's text; undefined while it is on its way, beyond what is read of a block, and where it was drawn over. */
  function line(number: number): string | undefined {
    const { block, first } = locate(number)
    const known = blocks.get(block)
    if (!known) return undefined
    // Moved to the end: the block that was used longest ago is dropped first.
    blocks.delete(block)
    blocks.set(block, known)
    return known.lines[number - first]
  }

  /** Every line of a short log; undefined where it is of several blocks or not read whole. */
  function whole(): readonly string[] | undefined {
    const lines = blocks.get(0)?.lines
    const isWhole = index.offsets.length === 1 && lines?.length === index.lines
    return isWhole ? lines.filter((line) => line !== undefined) : undefined
  }

  /** The rows in which the lines are shown: each row that was drawn several times is one. */
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
    /** the lines that are errors, of those read so far */
    errors: () => [...errors.values()].flat(),
    every: () => index.every,
    size: () => index.size,
    lines: () => index.lines,
    /** whether it is known what there is */
    isRead: () => index !== NOTHING,
    failure: () => failure ?? [...unread.values()][0] ?? null,
    close: () => closing.abort(),
  }
}

export type LogBlocks = ReturnType<typeof createLogBlocks>

/** The lines that these bytes hold, each in its last state. */
export function linesOf(bytes: Uint8Array): string[] {
  return writtenLines(bytes).map(lastState)
}

/** The lines that these bytes hold, as they were written. */
export function writtenLines(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
