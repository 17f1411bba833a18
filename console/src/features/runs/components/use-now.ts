import { useEffect, useState } from 'react'

/** The present moment in milliseconds; while something is under way it moves on every second. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!ticking) return
    setNow(Date.now())
    const ticks = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticks)
  }, [ticking])
  return now
}
