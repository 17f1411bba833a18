import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { type ConfirmMode, confirmWords } from './confirm-modes.ts'
import { type Confirm, ConfirmContext } from './use-confirm.ts'

// Loaded at the first question: no page needs it to be shown.
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

interface Question {
  mode: ConfirmMode
  detail: ReactNode
  reason: string | undefined
  answer: (agreed: boolean) => void
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  // The last question stays on the screen while it fades.
  const [shown, setShown] = useState<Question>()
  const current = questions[0]
  if (current && current !== shown) setShown(current)

  const confirm: Confirm = useCallback((mode, detail, reason) => {
    confirmWords(mode)
    return new Promise((answer) => {
      setQuestions((waiting) => [...waiting, { mode, detail, reason, answer }])
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
          <ConfirmDialog
            open={current !== undefined}
            mode={shown.mode}
            reason={shown.reason}
            onCancel={() => answer(false)}
            onConfirm={() => answer(true)}
          >
            {shown.detail}
          </ConfirmDialog>
        </Suspense>
      )}
    </ConfirmContext>
  )
}
