import { type ChangeEvent, type CompositionEvent, useEffect, useRef, useState } from 'react'

/** Longer than the pause between two keys in fluent typing. */
const REST_MS = 300

/**
 * Tells what is written in a search: at once, but a text that an input method still composes once its keys rest. Hangul is
 * written by its jamo, and each of them would be asked for.
 */
export function useComposed(onText: (text: string) => void) {
  /** The text in the field while it is composed: a field that is given its text would otherwise lose it. */
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
