import type { searchLog } from '@podium/contract/calls/run-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceFor, wasReported } from '../../api/api-error.ts'
import type { LogSource, Wanted } from './log-source.ts'

/** The result of a search, as far as it is known. */
export interface LogSearch extends ReplyOf<typeof searchLog> {
  searching: boolean
  /** why the search failed, in a sentence */
  failure: string | null
  /** the size of the log at the last search */
  size: number
}

/** A result with the search that it belongs to. */
interface Answer extends LogSearch {
  question: string
}

const NOTHING: Answer = { hits: [], more: false, searching: false, failure: null, size: 0, question: '' }
const PAUSE_MS = 200
/** The pause before a search is repeated: each time, the server reads the log from its beginning. */
const AGAIN_MS = 1000

/**
 * Searches a log; null searches for nothing. Only the newest search counts: late results of others are dropped. As the
 * log grows, the search is repeated, and the previous result is shown until the new one arrives.
 */
export function useLogSearch(source: LogSource, query: Wanted | null, size: number): LogSearch {
  const [search, setSearch] = useState(NOTHING)
  const question = query === null ? '' : Object.entries(query).join()
  // True from the first render on: a result of another search does not count.
  const isWaiting = question !== search.question
  const ask = useEffectEvent(async (signal: AbortSignal, background: boolean) => {
    if (query === null) return
    const started = { ...NOTHING, size, question }
    try {
      const answer = await source.search(query, signal, background)
      if (!signal.aborted) setSearch({ ...started, ...answer })
    } catch (error) {
      if (signal.aborted) return
      if (background) return setSearch((before) => ({ ...before, size: started.size }))
      setSearch({ ...started, failure: wasReported(error) ? null : sentenceFor(error) })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another log
  useEffect(() => {
    if (question === '') return setSearch(NOTHING)
    return after(PAUSE_MS, (signal) => ask(signal, false))
  }, [source, question])

  // A result that was cut off is not refreshed: the next one would be the same.
  const grew = question !== '' && !isWaiting && !search.more && size !== search.size
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer it waits anew
  useEffect(() => {
    if (grew) return after(AGAIN_MS, (signal) => ask(signal, true))
  }, [source, question, grew, search.size])
  return isWaiting ? { ...NOTHING, searching: question !== '' } : search
}

/** Runs `act` after a pause, and returns a function that cancels both. */
function after(milliseconds: number, act: (signal: AbortSignal) => Promise<void>): () => void {
  const ending = new AbortController()
  const timer = setTimeout(() => void act(ending.signal), milliseconds)
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
