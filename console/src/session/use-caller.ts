import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import {
  type AccountRole,
  type Caller,
  disabledReasonFor,
  type Permission,
} from '@podium/contract/rules/permissions.ts'
import { useSessionState } from './use-session.ts'

/** The caller of something in a workspace, or without one. */
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

/** The caller in the current workspace, as the permission table needs it. */
export function useCaller(): Caller | null {
  const { account, workspace, workspaces } = useSessionState()
  if (!account) return null
  const own = workspaces.find(({ id }) => id === workspace?.id)
  return callerIn(account.role, own)
}

/**
 * Returns the caller with respect to an object's maker. Objects hold their maker's name only, so two people with the
 * same name both count as the maker; the server, which knows better, then refuses one.
 */
export function useMaker(): (madeBy: string) => Caller | null {
  const caller = useCaller()
  const { account } = useSessionState()
  return (madeBy) => caller && { ...caller, madeIt: madeBy === account?.userName }
}

/** Returns why the person may not do something in the current workspace; undefined if they may. */
export function useDisabledReason(permission: Permission): string | undefined {
  return disabledReasonFor(permission, useCaller())
}

/** Returns why the person may not do something to an object of that maker; undefined if they may. */
export function useDisabledReasonFor(): (permission: Permission, madeBy: string) => string | undefined {
  const makerOf = useMaker()
  return (permission, madeBy) => disabledReasonFor(permission, makerOf(madeBy))
}
