import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import type { LineRange } from './line-range.ts'
import { type LogBlocks, type LogPlace, type LogReader, linesOf } from './log-blocks.ts'

const MOST_LINES = 20_000
const MOST_BYTES = 8 * 1024 * 1024

/** More than a clipboard should hold; its message is the sentence to show. */
class TooMuch extends Error {
  constructor() {
    const most = `${countOf(MOST_LINES, 'line')} or ${formatFileSize(MOST_BYTES)}`
    super(`That is too much to copy: at most ${most}. Download the log instead.`)
  }
}

/** The rows (from 0) that a mark covers in a log of so many lines. */
export function rowsOf([first, last]: LineRange, lines: number): number[] {
  const count = Math.max(0, Math.min(last, lines) - first + 1)
  if (count > MOST_LINES) throw new TooMuch()
  return Array.from({ length: count }, (_, at) => first - 1 + at)
}

/** The text of each row: of those at hand as it is, of the others read for this once. */
export async function readRows(
  reader: LogReader,
  blocks: LogBlocks,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = rows.map((row) => ({ row, place: blocks.placeOf(row), text: blocks.line(row) }))
  const missing = new Map(
    found.filter(({ text }) => text === undefined).map(({ place }) => [place.block, place]),
  )
  const atHand = found.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  if (atHand + bytesOf([...missing.values()]) > MOST_BYTES) throw new TooMuch()
  const read = await readPlaces(reader, [...missing.values()], signal)
  return found.map(({ row, place, text }) => text ?? read.get(place.block)?.[row - place.first] ?? '')
}

async function readPlaces(reader: LogReader, places: readonly LogPlace[], signal: AbortSignal) {
  const read = places.map(
    async ({ block, from, to }) => [block, linesOf(await reader.bytes(from, to, signal))] as const,
  )
  return new Map(await Promise.all(read))
}

function bytesOf(places: readonly LogPlace[]): number {
  return places.reduce((sum, { from, to }) => sum + to - from, 0)
}
