import { useEffect, useRef, useState } from 'react'
import { sentenceFor, wasSaid } from '../../../api/api-error.ts'
import type { LogHit, LogSource } from './log-source.ts'

export interface LogSearch {
  hits: LogHit[]
  more: boolean
  searching: boolean
  /** why nothing could be found, in a sentence */
  failure: string | null
}

/** How large the log was when it was last asked. */
interface Asked extends LogSearch {
  size: number
}

const NOTHING: Asked = { hits: [], more: false, searching: false, failure: null, size: 0 }
const PAUSE_MS = 200
/** The server reads the log from its beginning for each answer. */
const AGAIN_MS = 1000

/**
 * The lines that hold a text; the newest question wins, and an answer that comes too late is dropped. As the log
 * grows it is asked again, and what was found stays until the answer.
 */
export function useLogSearch(source: LogSource, text: string, size: number): LogSearch {
  const [search, setSearch] = useState(NOTHING)
  const newest = useRef(size)
  useEffect(() => {
    newest.current = size
  }, [size])

  useEffect(() => {
    if (text === '') return setSearch(NOTHING)
    setSearch((before) => ({ ...before, searching: true }))
    return later(PAUSE_MS, async (signal) => {
      const asked = { ...NOTHING, size: newest.current }
      try {
        const answer = await source.search(text, signal, false)
        if (!signal.aborted) setSearch({ ...asked, ...answer })
      } catch (error) {
        const failure = wasSaid(error) ? null : sentenceFor(error)
        if (!signal.aborted) setSearch({ ...asked, failure })
      }
    })
  }, [source, text])

  // Of an answer that was cut off, the next one would show the same.
  const grew = text !== '' && !search.searching && !search.more && size !== search.size
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer it waits anew
  useEffect(() => {
    if (!grew) return
    return later(AGAIN_MS, async (signal) => {
      const asked = { ...NOTHING, size: newest.current }
      try {
        const answer = await source.search(text, signal, true)
        if (!signal.aborted) setSearch({ ...asked, ...answer })
      } catch {
        if (!signal.aborted) setSearch((before) => ({ ...before, size: asked.size }))
      }
    })
  }, [source, text, grew, search.size])
  return search
}

/** Does it after a pause; what it gives ends both the pause and the deed. */
function later(milliseconds: number, doIt: (signal: AbortSignal) => Promise<void>): () => void {
  const given = new AbortController()
  const timer = setTimeout(() => void doIt(given.signal), milliseconds)
  return () => {
    clearTimeout(timer)
    given.abort()
  }
}
