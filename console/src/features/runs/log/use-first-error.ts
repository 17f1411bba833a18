import { sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import type { LogSource } from './log-source.ts'
import { useLeaving } from './use-leaving.ts'

/** Looks for the first line that says ERROR and shows it, or tells that there is none. */
export function useFirstError(source: LogSource, show: (line: number) => void) {
  const { say } = useSnackbar()
  const leaving = useLeaving(source)

  return async function showFirstError(): Promise<void> {
    const signal = leaving()
    try {
      const { hits } = await source.search('ERROR', signal, false)
      if (signal.aborted) return
      if (hits[0]) show(hits[0].line)
      else say('No line says ERROR.')
    } catch (error) {
      if (!signal.aborted && !wasSaid(error)) say(sentenceFor(error), { tone: 'bad' })
    }
  }
}
