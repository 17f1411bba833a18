import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from '../session/use-session.ts'
import { useConfirm } from '../ui/dialog/use-confirm.ts'
import { type Going, guardLeaving } from './may-leave.ts'

/**
 * Asks before typed text is left behind; not when the session is over, for then it is kept. Call the answer to go
 * without a question.
 * @param loss what would be gone, in a sentence
 * @param isWithin whether the form still stands with that search of its own address; without it, with any
 */
export function useLeaveGuard(
  typed: boolean,
  loss: string,
  isWithin: (search: Record<string, unknown>) => boolean = () => true,
): () => void {
  const confirm = useConfirm()
  const session = useSession()
  const isFree = useRef(false)
  const holds = () => typed && !isFree.current && session.state().account !== null
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && isWithin(next.search)
      if (stays || !holds()) return false
      return !(await confirm('return', loss))
    },
    enableBeforeUnload: holds,
  })
  const ask = useEffectEvent(async ({ effect, yes }: Going) => {
    if (!holds()) return true
    const agreed = await confirm('return', `${effect} ${loss}`, undefined, yes)
    if (agreed) isFree.current = true
    return agreed
  })
  useEffect(() => guardLeaving((going) => ask(going)), [])
  return () => {
    isFree.current = true
  }
}
