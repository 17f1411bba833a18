import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from './use-session.ts'

/** The values typed in the form when the session was lost, as its first values; else undefined. */
export function useSavedValues<Values>(name: string): Values | undefined {
  const { forms } = useSession()
  // The form with that name wrote it, in this tab.
  const [restored] = useState(() => forms.restored(name) as Values | undefined)
  return restored
}

/** Keeps the values of a form when the session is lost; undefined while nothing is typed. */
export function useSavedForm(name: string, values: unknown): void {
  const { forms } = useSession()
  const read = useEffectEvent(() => values)
  useEffect(() => forms.watch(name, () => read()), [forms, name])
}

/**
 * Offers a form's save again if the session ended during it. It uses the form's own save, so that it ends like any
 * other. `save` asks no question, because it was agreed to before. Without an action nothing is offered.
 */
export function useRepeat(name: string, action: string | undefined, save: () => unknown): void {
  const { forms } = useSession()
  const latest = useRef({ action, save })
  useEffect(() => {
    latest.current = { action, save }
  })
  const isOffered = action !== undefined
  useEffect(() => {
    if (!isOffered) return
    return forms.canRepeat(name, {
      action: () => latest.current.action ?? name,
      save: () => void latest.current.save(),
    })
  }, [forms, name, isOffered])
}
