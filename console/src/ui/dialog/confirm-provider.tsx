import { type PropsWithChildren, Suspense, useCallback, useState } from 'react'
import { useFetchWhenIdle } from '../lazy/fetch-part.ts'
import { drawLazily } from '../lazy/lazy.tsx'
import { NativeDialog } from './native-dialog.tsx'
import { type Confirm, ConfirmContext, confirmWords, type Question } from './use-confirm.ts'

const loadDialog = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog
const drawDialog = drawLazily(loadDialog)

interface WaitingQuestion extends Question {
  answer: (agreed: boolean) => void
}

export function ConfirmProvider({ children }: PropsWithChildren) {
  const [questions, setQuestions] = useState<readonly WaitingQuestion[]>([])
  // The last question stays mounted while it fades.
  const [shown, setShown] = useState<WaitingQuestion>()
  const current = questions[0]
  if (current && current !== shown) setShown(current)
  // No page needs it to be shown, and it must be there before a form can be saved.
  useFetchWhenIdle(loadDialog)

  const confirm: Confirm = useCallback((mode, detail, disabledReason, yes, prompt) => {
    confirmWords(mode)
    return new Promise((answer) => {
      // A question that opens during an Escape would take the same key for a no.
      setTimeout(() =>
        setQuestions((waiting) => [...waiting, { mode, detail, disabledReason, yes, prompt, answer }]),
      )
    })
  }, [])

  function answer(agreed: boolean) {
    current?.answer(agreed)
    setQuestions((waiting) => waiting.slice(1))
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {shown && (
        <Suspense>
          {drawDialog({ open: current !== undefined, question: shown, onAnswer: answer }, () => (
            <NativeDialog
              ask={() => {
                const agreed = window.confirm(shown.prompt ?? confirmWords(shown.mode).prompt)
                setShown(undefined)
                answer(agreed && shown.disabledReason === undefined)
              }}
            />
          ))}
        </Suspense>
      )}
    </ConfirmContext>
  )
}
