import { useEffect, useState } from 'react'
import type { LogHit, LogSource } from './log-source.ts'

export interface LogSearch {
  hits: LogHit[]
  more: boolean
  searching: boolean
}

const NOTHING: LogSearch = { hits: [], more: false, searching: false }
const PAUSE_MS = 200

/** The lines that hold a text; the newest question wins, and an answer that comes too late is dropped. */
export function useLogSearch(source: LogSource, text: string): LogSearch {
  const [search, setSearch] = useState(NOTHING)
  useEffect(() => {
    if (text === '') return setSearch(NOTHING)
    const question = new AbortController()
    setSearch((before) => ({ ...before, searching: true }))
    const timer = setTimeout(() => {
      source.search(text, question.signal).then(
        (answer) => setSearch({ ...answer, searching: false }),
        () => {
          if (!question.signal.aborted) setSearch(NOTHING)
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      question.abort()
    }
  }, [source, text])
  return search
}
