import { useEffect } from 'react'

const LATER_MS = 2000

/** Fetches what everybody will want, once the page is up and nobody waits. What does not come is asked for when used. */
export function useFetchWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetchIt = () => void load().catch(() => {})
    // Not every browser says when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchIt, LATER_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(fetchIt)
    return () => cancelIdleCallback(idle)
  }, [load])
}
