import { useCallback, useEffect, useRef } from 'react'
import { isTyping } from '../is-typing.ts'

/** Answers whether the last that the person did was to write into a field, which Enter, a press or a tap ends. */
export function useWrittenLast(): () => boolean {
  const written = useRef(false)
  useEffect(() => {
    const noteKey = ({ key, target }: KeyboardEvent) => {
      written.current = key !== 'Enter' && isTyping(target)
    }
    const notePress = () => {
      written.current = false
    }
    // No listener hears the keys of an input method.
    const noteComposing = () => {
      written.current = true
    }
    document.addEventListener('keydown', noteKey, { capture: true })
    document.addEventListener('pointerdown', notePress, { capture: true })
    document.addEventListener('compositionupdate', noteComposing, { capture: true })
    return () => {
      document.removeEventListener('keydown', noteKey, { capture: true })
      document.removeEventListener('pointerdown', notePress, { capture: true })
      document.removeEventListener('compositionupdate', noteComposing, { capture: true })
    }
  }, [])
  return useCallback(() => written.current, [])
}
