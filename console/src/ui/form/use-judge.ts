import { limits } from '@podium/contract/rules.ts'
import { useEffect, useRef } from 'react'

/** The pointer may be let go where this window does not hear of it; then a key tells. */
const ENDS_OF_PRESS = ['pointerup', 'pointercancel', 'keydown']

/**
 * Judges fields once the keys rest. While a pointer is down it waits: a message would move the button away that is
 * being pressed.
 */
export function useJudge<Field>(
  judge: (fields: readonly Field[]) => void,
): (fields: readonly Field[]) => void {
  const due = useRef(new Set<Field>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  const soon = useRef(() => {})
  soon.current = () => {
    clearTimeout(timer.current)
    if (isPressed.current) return
    timer.current = setTimeout(() => {
      judge([...due.current])
      due.current.clear()
    }, limits.validation_debounce_ms)
  }

  useEffect(() => {
    const turn = (down: boolean) => () => {
      isPressed.current = down
      if (due.current.size > 0) soon.current()
    }
    const [press, release] = [turn(true), turn(false)]
    window.addEventListener('pointerdown', press, true)
    for (const end of ENDS_OF_PRESS) window.addEventListener(end, release, true)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pointerdown', press, true)
      for (const end of ENDS_OF_PRESS) window.removeEventListener(end, release, true)
    }
  }, [])

  return (fields) => {
    for (const field of fields) due.current.add(field)
    soon.current()
  }
}
