import { type Caller, type Permission, whyNot } from '@podium/contract/permissions.ts'
import { useSessionState } from './use-session.ts'

/** Who asks, as the permission table sees them in the current workspace. */
export function useCaller(): Caller | null {
  const { account, workspace, workspaces } = useSessionState()
  if (!account) return null
  const own = workspaces.find(({ id }) => id === workspace?.id)
  return { role: account.role, workspaceRole: own?.member ? own.role : null, madeIt: false }
}

/**
 * Why the person may not do it in the current workspace, for a disabled button; undefined when they may.
 * @param madeBy the ID of who made the object, for what its maker may do too
 */
export function useWhyNot(permission: Permission, madeBy?: string): string | undefined {
  const caller = useCaller()
  const { account } = useSessionState()
  return whyNot(permission, caller && { ...caller, madeIt: madeBy !== undefined && madeBy === account?.id })
}
