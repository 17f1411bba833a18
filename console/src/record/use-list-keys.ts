import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'

/** What of a row gets the focus: its first link, which Enter opens, else the first that can be pressed. */
const NAMES = ['a', 'button, input']
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const PRESSED: Readonly<Record<string, string>> = {
  x: 'td > input[type=checkbox]',
  s: '[data-row-key=s]',
}

/**
 * The keys of a list: j and k go to the next and the previous row, x selects it, s gives it a star, and / leads to the
 * search. Put the ref around the list with its toolbar.
 */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (!list.current || isTyping(target) || isElsewhere(target)) return
    const wanted = key === '/' ? searchOf(list.current) : controlFor(list.current, key)
    if (!wanted) return
    event.preventDefault()
    if (key in PRESSED) wanted.click()
    else wanted.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return list
}

/** A dialog or a menu has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

function searchOf(list: HTMLElement): HTMLElement | null {
  return list.querySelector<HTMLElement>('input[type=search]')
}

/** What a key presses or goes to. Arrows scroll the page as long as no row has the focus. */
function controlFor(list: HTMLElement, key: string): HTMLElement | null | undefined {
  const rows = [...list.querySelectorAll('tbody > tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const pressed = PRESSED[key]
  if (pressed) return rows[at]?.querySelector<HTMLElement>(pressed)
  const step = STEPS[key]
  if (step === undefined || (at < 0 && key.startsWith('Arrow'))) return null
  const row = at < 0 ? rows[0] : rows[at + step]
  return NAMES.map((name) => row?.querySelector<HTMLElement>(name)).find(Boolean)
}
