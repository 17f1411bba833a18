import { useEffect, useState } from 'react'

interface Heard {
  id: string
  state: string
}

const listeners = new Set<(run: Heard) => void>()

/** Passes on a changed run: called for each event of the page's stream. */
export function tellOfRun(run: Heard): void {
  for (const listener of listeners) listener(run)
}

const NONE: ReadonlySet<string> = new Set()

/** Counts the runs that failed while the tab was in the background; reset when it is visible again. */
export function useMissedFailures(): number {
  const [missed, setMissed] = useState(NONE)
  useEffect(() => {
    const hear = ({ id, state }: Heard) => {
      if (document.hidden && state === 'failed') setMissed((before) => new Set([...before, id]))
    }
    const look = () => {
      if (!document.hidden) setMissed(NONE)
    }
    listeners.add(hear)
    document.addEventListener('visibilitychange', look)
    return () => {
      listeners.delete(hear)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return missed.size
}
