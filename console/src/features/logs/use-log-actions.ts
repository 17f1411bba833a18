import { useEffect, useRef } from 'react'
import { sentenceFor, wasReported } from '../../api/api-error.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import { useSnackbar } from '../../ui/feedback/snackbar.tsx'
import type { LineRange } from './components/line-range.ts'
import { type LogBlocks, writtenLines } from './log-blocks.ts'
import type { LogSource } from './log-source.ts'
import { redrawnLines } from './redrawn-lines.ts'
import type { Log } from './use-log.ts'

/**
 * Runs actions on a log and shows their result or failure, unless the person has left the log by then.
 * @returns a function that takes the action, which returns the sentence to show; its signal aborts on leaving the log
 */
export function useLogAction(source: LogSource) {
  const { showSnackbar } = useSnackbar()
  const leaving = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another log
  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [source])

  return async (act: (signal: AbortSignal) => Promise<string | undefined>): Promise<void> => {
    const { signal } = leaving.current
    try {
      const done = await act(signal)
      if (done && !signal.aborted) showSnackbar(done)
    } catch (error) {
      if (!signal.aborted && !wasReported(error)) showSnackbar(sentenceFor(error), { tone: 'bad' })
    }
  }
}

/** Copies the marked lines, else those in view, and returns a sentence with their number. */
export async function copyLines(
  source: LogSource,
  { blocks, lines }: Log,
  marked: LineRange | null,
  inView: readonly number[],
  signal: AbortSignal,
): Promise<string> {
  const rows = marked ? [...new Set(rowsOf(marked, lines).map(blocks.rows().shownFor))] : inView
  if (rows.length === 0) throw new Error(marked ? NONE_MARKED : NONE_IN_VIEW)
  const text = await readRows(source, blocks, rows, signal)
  signal.throwIfAborted()
  await writeClipboard(text.join('\n'))
  return `Copied ${countOf(text.length, 'line')}.`
}

const NONE_MARKED = 'None of the marked lines is in the log.'
const NONE_IN_VIEW = 'There is no line in view to copy.'

async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Over plain http, browsers have no clipboard.
    throw new Error('The browser refused to copy. Download the log instead.')
  }
}

const MAX_LINES = 20_000
const MAX_BYTES = 8 * 1024 * 1024

/** The error for more lines or bytes than a clipboard should hold. */
function tooMuch(): Error {
  const most = `${countOf(MAX_LINES, 'line')} or ${formatFileSize(MAX_BYTES)}`
  return new Error(`That is too much to copy: at most ${most}. Download the log instead.`)
}

/** Returns the lines (from 0) that a mark covers in a log of `lines` lines. */
function rowsOf([first, last]: LineRange, lines: number): number[] {
  const count = Math.max(0, Math.min(last, lines) - first + 1)
  if (count > MAX_LINES) throw tooMuch()
  return Array.from({ length: count }, (_, at) => first - 1 + at)
}

/** Returns the text of each line; lines that are not loaded are read for this call only. */
async function readRows(
  source: LogSource,
  blocks: LogBlocks,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = rows.map((row) => ({ row, range: blocks.locate(row), text: blocks.line(row) }))
  const missing = new Map(
    found.filter(({ text }) => text === undefined).map(({ range }) => [range.block, range]),
  )
  const ranges = [...missing.values()]
  const loaded = found.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  if (ranges.reduce((sum, { from, to }) => sum + to - from, loaded) > MAX_BYTES) throw tooMuch()
  const readRange = async ({ block, from, to }: ReturnType<LogBlocks['locate']>) =>
    [block, redrawnLines(writtenLines(await source.bytes(from, to, signal)), block === 0).lines] as const
  const read = new Map(await Promise.all(ranges.map(readRange)))
  return found.flatMap(({ row, range, text }) => text ?? read.get(range.block)?.[row - range.first] ?? [])
}
