import { useEffect, useEffectEvent, useState } from 'react'
import { useConfirm } from '../ui/dialog/use-confirm.ts'
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
  const confirm = useConfirm()
  const saveNow = useEffectEvent(() => save())
  const offer = useEffectEvent(async () => {
    if (action === undefined || !forms.takeRefused(name)) return
    const { mode, detail, yes, prompt } = repeatQuestion(action)
    if (await confirm(mode, detail, undefined, yes, prompt)) saveNow()
  })
  const isReady = action !== undefined
  useEffect(() => {
    if (isReady) void offer()
  }, [isReady])
}

/** The question if an action is repeated that a lost session refused: 'Create workspace quality'. */
export function repeatQuestion(action: string) {
  const prompt = 'Your session ended before this was done'
  return { mode: 'edit', detail: `${action}.`, yes: 'Repeat', prompt } as const
}
