import { useEffect, useState } from 'react'

interface Heard {
  id: string
  state: string
}

const listeners = new Set<(run: Heard) => void>()

/** Tells of a run that changed: called for each event of the stream that a page keeps open. */
export function tellOfRun(run: Heard): void {
  for (const listener of listeners) listener(run)
}

const NONE: ReadonlySet<string> = new Set()

/** How many runs failed while the tab was behind others; none once it is looked at again. */
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
