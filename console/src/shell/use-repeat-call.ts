import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MadeCall } from '../api/watch.ts'
import { readAgain, useChange } from '../record/use-change.ts'
import { repeatQuestion } from '../session/use-saved-form.ts'
import { useSession } from '../session/use-session.ts'

/** Offers to repeat the call that a lost session refused. It has the same key, so it cannot have an effect twice. */
export function useRepeatCall(): void {
  const { forms } = useSession()
  const queries = useQueryClient()
  const { change } = useChange({
    confirm: ({ route }: MadeCall) => repeatQuestion(wordsOf(route.id)),
    change: ({ again }) => again(),
    failed: 'It was not done.',
    onDone: (_, { route }) => void readAgain(queries, route.touches ?? []),
    tell: () => ({ snackbar: 'Done.' }),
  })
  const repeat = useEffectEvent((call: MadeCall) => void change(call))
  useEffect(() => {
    const call = forms.takeRefused()
    if (call) repeat(call)
  }, [forms])
}

/** 'Stop run' for `stopRun`. */
function wordsOf(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
