import type { Caller } from '@podium/contract/permissions.ts'
import { useCaller } from '../../../session/use-caller.ts'
import { useSessionState } from '../../../session/use-session.ts'

/** Who asks, for objects that name their maker as people are called. */
export function useMaker(): (madeBy: string) => Caller | null {
  const caller = useCaller()
  const { account } = useSessionState()
  return (madeBy) => caller && { ...caller, madeIt: madeBy === account?.userName }
}
