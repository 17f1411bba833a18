import { type Permission, whyNot } from '@podium/contract/permissions.ts'
import { useCaller } from '../../../session/use-caller.ts'
import { useSessionState } from '../../../session/use-session.ts'

/** Why the person may not do it to an object that names its maker as people are called; undefined when they may. */
export function useWhyNotFor(): (permission: Permission, madeBy: string) => string | undefined {
  const caller = useCaller()
  const { account } = useSessionState()
  return (permission, madeBy) =>
    whyNot(permission, caller && { ...caller, madeIt: madeBy === account?.userName })
}
