import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { controlOf, SHORTCUTS, shortcutKey } from '../navigation/shortcuts.ts'

/** The element of a row that gets the focus: its first link, else its first button or input. */
const NAMES = ['a', 'button, input']
const { search, next, previous, select, star } = SHORTCUTS
const STEPS: Readonly<Record<string, number>> = {
  [next.keys]: 1,
  ArrowDown: 1,
  [previous.keys]: -1,
  ArrowUp: -1,
}

/**
 * The keys of a list: next and previous row, search, and the actions of a row. Put the ref around the list with its
 * toolbar.
 */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutKey(event)
    if (!list.current || key === undefined) return
    const control = key === search.keys ? controlOf('search', list.current) : controlFor(list.current, key)
    if (!control) return
    event.preventDefault()
    if (key === select.keys || key === star.keys) control.click()
    else control.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return list
}

/** Returns the control that a key presses or focuses. Arrows scroll the page while no row has the focus. */
function controlFor(list: HTMLElement, key: string): HTMLElement | null | undefined {
  const rows = [...list.querySelectorAll('tbody > tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const focused = rows[at]
  if (key === select.keys) return focused?.querySelector<HTMLElement>('td > input[type=checkbox]')
  if (key === star.keys) return focused && controlOf('star', focused)
  const step = STEPS[key]
  if (step === undefined || (at < 0 && key.startsWith('Arrow'))) return null
  const row = at < 0 ? rows[0] : rows[at + step]
  return NAMES.map((name) => row?.querySelector<HTMLElement>(name)).find(Boolean)
}
