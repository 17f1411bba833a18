import { useEffect, useRef } from 'react'

/** Uses the browser's own dialogs when those of the console could not be loaded. */
export function NativeDialog({ ask }: { ask: () => void }) {
  const once = useRef(ask)
  useEffect(() => once.current(), [])
  return null
}
