import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Size {
  width: number
  height: number
}

const UNKNOWN: Size = { width: 0, height: 0 }

/**
 * How wide and high an element is, as it changes; `first` before it is known. It is read when the browser has laid the
 * page out, and what depends on it is drawn in the same frame: asking earlier has the page laid out twice.
 */
export function useSize(element: RefObject<HTMLElement | null>, first: Size = UNKNOWN): Size {
  const [size, setSize] = useState(first)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = current
      flushSync(() =>
        setSize((now) => (now.width === width && now.height === height ? now : { width, height })),
      )
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
