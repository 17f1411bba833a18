import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useFetchWhenIdle } from '../lazy/fetch-part.ts'
import { drawLazily } from '../lazy/lazy.tsx'
import { NativeDialog } from './native-dialog.tsx'
import { type Confirm, ConfirmContext, type ConfirmMode, confirmWords } from './use-confirm.ts'

const loadDialog = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog
const drawDialog = drawLazily(loadDialog)

interface Question {
  mode: ConfirmMode
  detail: ReactNode
  disabledReason: string | undefined
  yes: string | undefined
  prompt: string | undefined
  answer: (agreed: boolean) => void
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  // The last question stays on the screen while it fades.
  const [shown, setShown] = useState<Question>()
  const current = questions[0]
  if (current && current !== shown) setShown(current)
  // No page needs it to be shown, and every form before it can be saved.
  useFetchWhenIdle(loadDialog)

  const confirm: Confirm = useCallback((mode, detail, disabledReason, yes, prompt) => {
    confirmWords(mode)
    return new Promise((answer) => {
      // A question that opens while an Escape is still on its way would take that same key for a no.
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
          {drawDialog(
            {
              open: current !== undefined,
              mode: shown.mode,
              disabledReason: shown.disabledReason,
              yes: shown.yes,
              prompt: shown.prompt,
              children: shown.detail,
              onCancel: () => answer(false),
              onConfirm: () => answer(true),
            },
            () => (
              <NativeDialog
                ask={() => {
                  const agreed = window.confirm(shown.prompt ?? confirmWords(shown.mode).prompt)
                  setShown(undefined)
                  answer(agreed && shown.disabledReason === undefined)
                }}
              />
            ),
          )}
        </Suspense>
      )}
    </ConfirmContext>
  )
}
