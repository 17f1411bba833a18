import { useEffect, useRef } from 'react'

/** Leaves a question to the browser's own dialogs: for when those of the console did not come. */
export function NativeDialog({ ask }: { ask: () => void }) {
  const once = useRef(ask)
  useEffect(() => once.current(), [])
  return null
}
