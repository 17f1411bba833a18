import { type Permission, whyNot } from '@podium/contract/permissions.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useAccount, useSessionState } from '../../../session/use-session.ts'

/** Why the person may not do it in a workspace that need not be the current one; undefined when they may. */
export function useWhyNotIn(): (permission: Permission, workspace: Membership) => string | undefined {
  const account = useAccount()
  return (permission, { role, member }) =>
    whyNot(permission, { role: account.role, workspaceRole: member ? role : null, madeIt: false })
}

type Membership = Pick<Workspace, 'role' | 'member'>

/** The same for the pages that make and edit workspaces, which ask for a manager of the current one too. */
export function useWhyNotAdminister(permission: 'workspace.create' | 'workspace.edit'): string | undefined {
  const { workspace } = useSessionState()
  const reason = useWhyNot(permission)
  return (
    reason ?? (workspace?.role === 'MANAGER' ? undefined : 'Switch to a workspace that you manage first.')
  )
}
