import { type RefObject, useLayoutEffect, useState } from 'react'

const UNKNOWN = { width: 0, height: 0 }

/** How wide and high an element is, as it changes; 0 before it is known. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState(UNKNOWN)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
