import { useState } from 'react'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { draftOf, type InstanceDraft } from '../form/instance-draft.ts'

const FORM = 'New Instance'

export type Wizard = ReturnType<typeof useWizard>

/** What was typed, over both steps and over a lost session, and a question before it is left behind. */
export function useWizard() {
  const kept = useKeptValues<InstanceDraft>(FORM)
  const [draft, setDraft] = useState(kept ?? draftOf())
  const [typed, setTyped] = useState(kept !== undefined)
  useKeptForm(FORM, typed ? draft : undefined)
  const leaveFreely = useLeaveGuard(typed, 'What you typed is not saved.')
  return {
    draft,
    change(part: Partial<InstanceDraft>) {
      setTyped(true)
      setDraft((before) => ({ ...before, ...part }))
    },
    leaveFreely,
  }
}
