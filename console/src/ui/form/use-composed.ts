import { type ChangeEvent, type CompositionEvent, useEffect, useRef, useState } from 'react'

/** Longer than the pause between two keys in fluent typing. */
const REST_MS = 300

/**
 * Reports the text of a search at once, but one that an input method is still composing once typing pauses. Hangul is
 * written by its jamo, and each would start a search.
 */
export function useComposed(onText: (text: string) => void) {
  /** The text during a composition, which a controlled field would otherwise lose. */
  const [composed, setComposed] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(text: string) {
    clearTimeout(timer.current)
    setComposed(undefined)
    onText(text)
  }

  return {
    composed,
    handlers: {
      onChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) return tell(value)
        setComposed(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => latest.current(value), REST_MS)
      },
      onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => tell(currentTarget.value),
    },
  }
}
