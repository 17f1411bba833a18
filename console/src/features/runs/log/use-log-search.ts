import type { searchLog } from '@podium/contract/calls/run-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceFor, wasTold } from '../../../api/api-error.ts'
import type { LogSource, Wanted } from './log-source.ts'

/** What was found, as far as it is known. */
export interface LogSearch extends ReplyOf<typeof searchLog> {
  searching: boolean
  /** why nothing could be found, in a sentence */
  failure: string | null
  /** how large the log was when it was last asked */
  size: number
}

/** An answer, and the question it belongs to. */
interface Answer extends LogSearch {
  question: string
}

const NOTHING: Answer = { hits: [], more: false, searching: false, failure: null, size: 0, question: '' }
const PAUSE_MS = 200
/** The server reads the log from its beginning for each answer. */
const AGAIN_MS = 1000

/**
 * The lines that are wanted, none for null; the newest question wins, and an answer that comes too late is dropped. As the log
 * grows it is asked again, and what was found stays until the answer.
 */
export function useLogSearch(source: LogSource, wanted: Wanted | null, size: number): LogSearch {
  const [search, setSearch] = useState(NOTHING)
  const question = wanted === null ? '' : Object.entries(wanted).join()
  // From the first moment on: an answer to another question is none.
  const isWaiting = question !== search.question
  const ask = useEffectEvent(async (signal: AbortSignal, background: boolean) => {
    if (wanted === null) return
    const asked = { ...NOTHING, size, question }
    try {
      const answer = await source.search(wanted, signal, background)
      if (!signal.aborted) setSearch({ ...asked, ...answer })
    } catch (error) {
      if (signal.aborted) return
      if (background) return setSearch((before) => ({ ...before, size: asked.size }))
      setSearch({ ...asked, failure: wasTold(error) ? null : sentenceFor(error) })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another log
  useEffect(() => {
    if (question === '') return setSearch(NOTHING)
    return after(PAUSE_MS, (signal) => ask(signal, false))
  }, [source, question])

  // Of an answer that was cut off, the next one would show the same.
  const grew = question !== '' && !isWaiting && !search.more && size !== search.size
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer it waits anew
  useEffect(() => {
    if (grew) return after(AGAIN_MS, (signal) => ask(signal, true))
  }, [source, question, grew, search.size])
  return isWaiting ? { ...NOTHING, searching: question !== '' } : search
}

/** Does it after a pause; what it returns ends both the pause and the action. */
function after(milliseconds: number, act: (signal: AbortSignal) => Promise<void>): () => void {
  const ending = new AbortController()
  const timer = setTimeout(() => void act(ending.signal), milliseconds)
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
