import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { controlOf, SHORTCUTS, shortcutKey } from '../navigation/shortcuts.ts'
import type { Place } from './places.ts'

/** The first key of a shortcut that leads to a page. */
const GO = 'g'
/** After this pause a second key counts by itself. */
const LATE_MS = 1_500

/** Single-character shortcuts of every page: the main action, the help, and `g` with the letter of a page. */
export function useShortcuts(pages: readonly Place[], openHelp: () => void): void {
  const navigate = useNavigate()
  const begun = useRef<number>(undefined)

  /** In the capture phase, because a list may use the second letter itself. */
  const pressSecond = useEffectEvent((event: KeyboardEvent) => {
    const since = event.timeStamp - (begun.current ?? Number.NEGATIVE_INFINITY)
    begun.current = undefined
    if (since > LATE_MS) return
    const page = pages.find(({ keys }) => keys === `${GO} ${shortcutKey(event)}`)
    if (!page) return
    event.preventDefault()
    event.stopPropagation()
    void navigate(page.to)
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat) return
    const key = shortcutKey(event)
    if (key === GO) begun.current = event.timeStamp
    else if (key === SHORTCUTS.help.keys) openHelp()
    else if (key === SHORTCUTS.main.keys) controlOf('main', document)?.click()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', pressSecond, true)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressSecond, true)
      window.removeEventListener('keydown', press)
    }
  }, [])
}
