import { messages, outcomes } from '@podium/contract/rules.ts'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, fieldMessages, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { checkInstanceTypes } from './check-instance-types.ts'
import {
  executionSpecsOf,
  type Messages,
  placeMessages,
  refusedField,
  type WorkspaceValues,
  workspaceProblems,
} from './workspace-form.ts'

interface SaveOptions<Saved> {
  mode: 'create' | 'edit'
  withDashboard: boolean
  /** Shows the messages on their fields; whether there was none. */
  show: (messages: Messages) => boolean
  /** What is asked about, before anything is sent. */
  summary: (values: WorkspaceValues) => ReactNode
  send: (values: WorkspaceValues, place: (error: ApiError) => boolean) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Tells of a refusal in its own way; false leaves it to be told as it came. */
  onRefused?: (error: unknown) => Promise<boolean>
}

/** Fields, instance types one by one, confirmation, call, alert. Does nothing while an earlier save is under way. */
export function useWorkspaceSave<Saved>(options: SaveOptions<Saved>) {
  const { mode, withDashboard, show, summary, send, onSaved, onRefused } = options
  const showAlert = useAlert()
  const confirm = useConfirm()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [offers, setOffers] = useState<Record<string, string>>({})

  async function submit(values: WorkspaceValues, isAgreed: boolean) {
    if (!show(workspaceProblems(values, withDashboard))) return
    const specs = executionSpecsOf(values)
    const checked = await checkInstanceTypes(specs)
    setOffers((before) => ({ ...before, ...checked.offers }))
    if (checked.invalid) return void show({ [checked.invalid]: messages.instance_type })
    if (!isAgreed && !(await confirm(mode, summary(values)))) return
    let placed: Messages | null = null
    try {
      const saved = await send(values, (error) => {
        placed = placeMessages(fieldMessages(error), specs)
        return true
      })
      await showAlert('success', outcomes[mode].done)
      onSaved(saved)
    } catch (error) {
      if (placed) return void show(placed)
      if (!(await onRefused?.(error))) await tell(error)
      if (error instanceof ApiError && error.status === 409) show(refusedField(sentenceFor(error)))
    }
  }

  async function tell(error: unknown) {
    if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
  }

  /** @param isAgreed whether the question was answered before */
  async function save(values: WorkspaceValues, isAgreed = false) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      await submit(values, isAgreed)
    } catch (error) {
      await tell(error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { save, isBusy, offers }
}
