import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { disabledReasonFor, type Permission } from '@podium/contract/rules/permissions.ts'
import { callerIn, useDisabledReason } from '../../../session/use-caller.ts'
import { useAccount, useSessionState } from '../../../session/use-session.ts'

/** Returns why the person may not do something in a workspace other than the current one; undefined if they may. */
export function useDisabledReasonIn() {
  const account = useAccount()
  return (permission: Permission, workspace: Workspace) =>
    disabledReasonFor(permission, callerIn(account.role, workspace))
}

/** The same for the pages that create and edit workspaces, which also require a manager of the current one. */
export function useAdministerDisabledReason(): string | undefined {
  const { workspace } = useSessionState()
  const reason = useDisabledReason('workspace.edit')
  if (reason !== undefined || workspace?.role === 'MANAGER') return reason
  return 'First switch to a workspace that you manage.'
}
