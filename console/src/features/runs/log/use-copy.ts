import { sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { countOf } from '../../../format/number.ts'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import type { LineRange } from './line-range.ts'
import type { LogSource } from './log-source.ts'
import { readRows, rowsOf } from './log-text.ts'
import { useLeaving } from './use-leaving.ts'
import type { Log } from './use-log.ts'

/** Copies the marked lines, or else those in view, and says how that went. */
export function useCopy(source: LogSource, log: Log) {
  const { say } = useSnackbar()
  const leaving = useLeaving(source)

  return async function copy(marked: LineRange | null, inView: readonly number[]): Promise<void> {
    const signal = leaving()
    try {
      const rows = marked ? rowsOf(marked, log.lines) : inView
      if (rows.length === 0) return say(marked ? NONE_MARKED : NONE_IN_VIEW, { tone: 'bad' })
      const text = await readRows(source, log.blocks, rows, signal)
      if (signal.aborted) return
      const copied = await writeClipboard(text.join('\n'))
      if (copied) say(`Copied ${countOf(rows.length, 'line')}.`)
      else say('The browser refused to copy. Download the log instead.', { tone: 'bad' })
    } catch (error) {
      if (!signal.aborted && !wasSaid(error)) say(sentenceFor(error), { tone: 'bad' })
    }
  }
}

const NONE_MARKED = 'None of the marked lines is in the log.'
const NONE_IN_VIEW = 'There is no line in view to copy.'

/** Whether the browser let it; over plain http it has no clipboard at all. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
