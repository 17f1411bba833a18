import { messages, outcomes } from '@podium/contract/rules.ts'
import type { Tier } from '@podium/contract/tiers.ts'
import { createWorkspace } from '@podium/contract/workspaces.ts'
import { useRef, useState } from 'react'
import { fieldMessages, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/use-session.ts'
import { useAlert } from '../../../ui/use-alert.ts'
import { useConfirm } from '../../../ui/use-confirm.ts'
import { checkInstanceTypes } from './check-instance-types.ts'
import {
  type CreateWorkspaceValues,
  createWorkspaceBody,
  createWorkspaceProblems,
  type Messages,
  offeredTiers,
  placeMessages,
} from './create-workspace-form.ts'

interface CreateWorkspaceOptions {
  withDashboard: boolean
  /** Shows the messages on their fields; whether there was none. */
  show: (messages: Messages) => boolean
  onCreated: () => void
}

/** Submit, instance types one by one, confirmation, call, alert, and the new workspace is the current one. */
export function useCreateWorkspace({ withDashboard, show, onCreated }: CreateWorkspaceOptions) {
  const session = useSession()
  const showAlert = useAlert()
  const confirm = useConfirm()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [offers, setOffers] = useState<Partial<Record<Tier, string>>>({})

  async function submit(values: CreateWorkspaceValues) {
    if (!show(createWorkspaceProblems(values, withDashboard))) return
    const body = createWorkspaceBody(values, withDashboard)
    const types = body.execution_specs.map(({ name, instance }) => ({ tier: name, instance }))
    const checked = await checkInstanceTypes(types)
    setOffers(checked.offers)
    if (checked.invalid) return void show({ [checked.invalid]: messages.instance_type })
    if (!(await confirm('create', `Workspace ${body.name}, bucket ${body.s3_bucket_name}`))) return
    let placed: Messages | null = null
    try {
      const made = await call(createWorkspace, {
        body,
        place: (error) => {
          placed = placeMessages(fieldMessages(error), offeredTiers(values))
          return true
        },
      })
      await showAlert('success', outcomes.create.done)
      session.addWorkspace({ ...made, role: 'MANAGER', member: true })
      onCreated()
    } catch (error) {
      if (placed) show(placed)
      else if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
    }
  }

  /** Does nothing while an earlier submit is under way. */
  async function create(values: CreateWorkspaceValues) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      if (!wasSaid(error)) await showAlert('error', sentenceFor(error))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { create, isBusy, offers }
}
