import { useCallback, useEffect, useRef } from 'react'
import { isTyping } from '../is-typing.ts'

/** Returns a function that is true if the person's last action was typing in a field (no Enter, press or tap since). */
export function useWrittenLast(): () => boolean {
  const written = useRef(false)
  useEffect(() => {
    const noteKey = ({ key, target }: KeyboardEvent) => {
      written.current = key !== 'Enter' && isTyping(target)
    }
    const notePress = () => {
      written.current = false
    }
    // The console's listeners do not get the keys of an input method.
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
