import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Size {
  width: number
  height: number
}

const UNKNOWN: Size = { width: 0, height: 0 }

/**
 * An element's size as it changes; `first` until it is known. It is read after the browser's layout and used in the
 * same frame, because reading it earlier makes the browser lay out twice.
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
