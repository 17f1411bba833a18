import { useEffect, useState } from 'react'

/** Longer than the pause between two keys in fluent typing. */
const TYPING_MS = 300

/** Returns the text once typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
