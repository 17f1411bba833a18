import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import {
  type AccountRole,
  type Caller,
  disabledReasonFor,
  type Permission,
} from '@podium/contract/rules/permissions.ts'
import { useSessionState } from './use-session.ts'

/** Who asks for something in a workspace; without one, in none. */
export function callerIn(
  role: AccountRole,
  own: Pick<OwnWorkspace, 'role' | 'member' | 'members_may_only_look'> | undefined,
): Caller {
  return {
    role,
    workspaceRole: own?.member ? own.role : null,
    membersMayOnlyLook: own?.members_may_only_look ?? false,
    madeIt: false,
  }
}

/** Who asks, as the permission table sees them in the current workspace. */
export function useCaller(): Caller | null {
  const { account, workspace, workspaces } = useSessionState()
  if (!account) return null
  const own = workspaces.find(({ id }) => id === workspace?.id)
  return callerIn(account.role, own)
}

/**
 * Who asks for something with an object that a person made. Objects name their maker as people are called, so two
 * people of one name are both taken for it: the server, which knows better, then refuses one of them.
 */
export function useMaker(): (madeBy: string) => Caller | null {
  const caller = useCaller()
  const { account } = useSessionState()
  return (madeBy) => caller && { ...caller, madeIt: madeBy === account?.userName }
}

/** Why the person may not do it in the current workspace, for a disabled button; undefined when they may. */
export function useDisabledReason(permission: Permission): string | undefined {
  return disabledReasonFor(permission, useCaller())
}

/** Why the person may not do it to an object that was made by that person; undefined when they may. */
export function useDisabledReasonFor(): (permission: Permission, madeBy: string) => string | undefined {
  const makerOf = useMaker()
  return (permission, madeBy) => disabledReasonFor(permission, makerOf(madeBy))
}
