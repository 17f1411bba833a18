import { outcomes } from '@podium/contract/rules.ts'
import { deleteWorkspace } from '@podium/contract/workspaces.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { refreshSession } from '../../../session/start.ts'
import { useSession } from '../../../session/use-session.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'

interface DeleteWorkspaceOptions {
  id: string
  onGone: () => void
  onFailed: () => void
}

/** Deletes a workspace and says how it went. Where it was the current one, the chooser opens afterwards. */
export function useDeleteWorkspace({ id, onGone, onFailed }: DeleteWorkspaceOptions) {
  const session = useSession()
  const queries = useQueryClient()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      await call(deleteWorkspace, { params: { id } })
      onGone()
      void queries.invalidateQueries()
      await showAlert('success', outcomes.delete.done)
      await refreshSession(session)
    } catch (error) {
      onFailed()
      await showFailure(outcomes.delete.failed, error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { remove, isBusy }
}
