import type { Readable } from 'node:stream'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import { placeAt, readOn } from '../run-records/read-on.ts'

/** Longer lines are skipped. Parsing one of this length full of figures blocks the event loop for about 30 ms. */
export const LONGEST_LINE = 256 * 1024
const NEWLINE = 10
/** Lines between two turns of other work. A line that cannot be parsed takes ten times as long as one that can. */
const LINES_A_TURN = 500

/** Opens a file of a run from a byte on; throws an error with code 'ENOENT' if it does not exist. */
export type Open = (path: string, from?: number) => Promise<Readable>

/** A file that a run appends lines to. */
export interface GrowingFile {
  /**
   * Passes on every complete line as text without its end; null for one that is too long. With `toItsEnd`, at the
   * end of the run, it also passes on a last line without an end.
   */
  read(toItsEnd: boolean): Promise<void>
}

export interface GrowingFileOptions {
  open: Open
  path: string
  onLine: (line: string | null) => void
  /** the file was replaced: all lines come again */
  onRestart: () => void
  /** bytes of the longest line that is passed on */
  longest?: number
}

/** Continues where the last read ended, in pieces between which other work gets a turn. */
export function createGrowingFile({
  open,
  path,
  onLine,
  onRestart,
  longest = LONGEST_LINE,
}: GrowingFileOptions): GrowingFile {
  let place = placeAt(0)
  let rest: Buffer[] = []
  let restSize = 0
  let isSkipping = false

  async function take(chunk: Buffer): Promise<void> {
    let from = 0
    let lines = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end))
      endLine()
      from = end + 1
      lines += 1
      if (lines % LINES_A_TURN === 0) await ownTurn()
    }
    keep(chunk.subarray(from))
    // Only a copy of the rest is kept, because the slice would keep the stream's larger buffer in memory.
    if (rest.length > 0) rest = [Buffer.concat(rest)]
    await ownTurn()
  }

  function keep(part: Buffer): void {
    if (part.length === 0 || isSkipping) return
    restSize += part.length
    if (restSize > longest) {
      isSkipping = true
      rest = []
    } else rest.push(part)
  }

  function endLine(): void {
    if (isSkipping) onLine(null)
    else if (restSize > 0) onLine(rest.length === 1 ? String(rest[0]) : Buffer.concat(rest).toString())
    rest = []
    restSize = 0
    isSkipping = false
  }

  function restart(): void {
    place = placeAt(0)
    rest = []
    restSize = 0
    isSkipping = false
    onRestart()
  }

  const readOnHere = () => readOn(place, (from) => open(path, from), take)

  return {
    async read(toItsEnd) {
      try {
        if (!(await readOnHere())) {
          restart()
          await readOnHere()
        }
      } catch (error) {
        // Lines that were read from a file that is now gone stay.
        if (!hasCode(error, 'ENOENT')) throw error
      }
      if (toItsEnd && (restSize > 0 || isSkipping)) endLine()
    },
  }
}

/** Reads a small file whole; null if it does not exist, 'too large' if it has more than `most` bytes. */
export async function readSmall(
  open: Open,
  path: string,
  most: number,
): Promise<string | 'too large' | null> {
  try {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of await open(path)) {
      size += (piece as Buffer).length
      if (size > most) return 'too large'
      pieces.push(piece as Buffer)
    }
    return Buffer.concat(pieces).toString()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
