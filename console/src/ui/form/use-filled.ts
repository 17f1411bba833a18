import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isTyping } from '../is-typing.ts'

/**
 * Takes the values of a form's fields before it is submitted, as some password managers fill them without an event.
 * @param heard the value of a field as the form knows it
 * @returns a function that registers a field's element, like a ref
 */
export function useFilled(
  heard: (name: string) => unknown,
  take: (unheard: Readonly<Record<string, string>>) => void,
) {
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const takeUnheard = useEffectEvent(({ target }: Event) => {
    const sent = [...inputs.current].filter(([, input]) => target instanceof Node && target.contains(input))
    const unheard = sent.filter(([name, { value }]) => value !== String(heard(name) ?? ''))
    if (unheard.length === 0) return
    // The form submits the values of the last render.
    flushSync(() => take(Object.fromEntries(unheard.map(([name, { value }]) => [name, value]))))
  })
  useEffect(() => {
    window.addEventListener('submit', takeUnheard, true)
    return () => window.removeEventListener('submit', takeUnheard, true)
  }, [])
  return (name: string, element: HTMLElement | null) => {
    if (element instanceof HTMLInputElement && isTyping(element)) inputs.current.set(name, element)
    else inputs.current.delete(name)
  }
}
