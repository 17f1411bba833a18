import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from '../session/use-session.ts'
import { useConfirm } from '../ui/dialog/use-confirm.ts'
import { type Going, guardLeaving } from './may-leave.ts'

/**
 * Asks before typed text is left, except when the session is over, because the text is kept then. Call the returned
 * function to leave without a question.
 * @param loss the loss, as a sentence
 * @param isWithin true if the form is still shown with that search of the same page; by default, with any
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
