import { type RefObject, useEffect, useState } from 'react'

/** Lets an element fill the window. The page behind it is inert until Escape or a press leaves it. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const shown = element.current
    if (!isFull || !shown) return
    const behind = elementsBeside(shown).filter((each) => !each.inert)
    for (const each of behind) each.inert = true
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false)
    }
    document.addEventListener('keydown', leave)
    return () => {
      for (const each of behind) each.inert = false
      document.removeEventListener('keydown', leave)
    }
  }, [element, isFull])
  return [isFull, setFull] as const
}

/** Returns the console's elements that neither contain the element nor are inside it. Messages stay usable. */
function elementsBeside(element: HTMLElement): HTMLElement[] {
  const beside: HTMLElement[] = []
  const root = document.getElementById('root')
  for (let at: HTMLElement | null = element; at && at !== root; at = at.parentElement)
    for (const sibling of at.parentElement?.children ?? [])
      if (sibling !== at && sibling instanceof HTMLElement && at.parentElement !== document.body)
        beside.push(sibling)
  return beside
}
