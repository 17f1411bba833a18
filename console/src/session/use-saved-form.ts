import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from './use-session.ts'

/** What was typed in the form of that name when the session was lost, for its first values; else undefined. */
export function useSavedValues<Values>(name: string): Values | undefined {
  const { forms } = useSession()
  // The form of that name wrote it, in this tab.
  const [restored] = useState(() => forms.restored(name) as Values | undefined)
  return restored
}

/** Keeps the values of a form over a lost session; undefined as long as nothing is typed. */
export function useSavedForm(name: string, values: unknown): void {
  const { forms } = useSession()
  const read = useEffectEvent(() => values)
  useEffect(() => forms.watch(name, () => read()), [forms, name])
}

/**
 * Offers the save of that form again to a person whose session ended during it: as the form saves, so that it
 * ends as every save of it does. `save` asks nothing, for that was agreed to before. Without an action nothing is offered.
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
