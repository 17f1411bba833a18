import type { ReplyOf } from '@podium/contract/call.ts'
import type { searchLog } from '@podium/contract/run-files.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceFor, wasTold } from '../../../api/api-error.ts'
import type { LogSource } from './log-source.ts'

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
  text: string
}

const NOTHING: Answer = { hits: [], more: false, searching: false, failure: null, size: 0, text: '' }
const PAUSE_MS = 200
/** The server reads the log from its beginning for each answer. */
const AGAIN_MS = 1000

/**
 * The lines that hold a text; the newest question wins, and an answer that comes too late is dropped. As the log
 * grows it is asked again, and what was found stays until the answer.
 */
export function useLogSearch(source: LogSource, text: string, size: number): LogSearch {
  const [search, setSearch] = useState(NOTHING)
  // From the first moment on: an answer to another question is none.
  const isWaiting = text !== search.text
  const ask = useEffectEvent(async (signal: AbortSignal, background: boolean) => {
    const asked = { ...NOTHING, size, text }
    try {
      const answer = await source.search(text, signal, background)
      if (!signal.aborted) setSearch({ ...asked, ...answer })
    } catch (error) {
      if (signal.aborted) return
      if (background) return setSearch((before) => ({ ...before, size: asked.size }))
      setSearch({ ...asked, failure: wasTold(error) ? null : sentenceFor(error) })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another log
  useEffect(() => {
    if (text === '') return setSearch(NOTHING)
    return after(PAUSE_MS, (signal) => ask(signal, false))
  }, [source, text])

  // Of an answer that was cut off, the next one would show the same.
  const grew = text !== '' && !isWaiting && !search.more && size !== search.size
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer it waits anew
  useEffect(() => {
    if (grew) return after(AGAIN_MS, (signal) => ask(signal, true))
  }, [source, text, grew, search.size])
  return isWaiting ? { ...NOTHING, searching: text !== '' } : search
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
