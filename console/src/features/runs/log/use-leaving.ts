import { useCallback, useEffect, useRef } from 'react'
import type { LogSource } from './log-source.ts'

/** Gives a signal that is aborted when the log is left: what was begun on it is then of no use. */
export function useLeaving(source: LogSource): () => AbortSignal {
  const leaving = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another log
  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [source])
  return useCallback(() => leaving.current.signal, [])
}
