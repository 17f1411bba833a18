import { createContext, type ReactNode, use } from 'react'
import type { ConfirmMode } from './confirm-modes.ts'

/**
 * Asks, and resolves to whether the person agreed. `detail` says what goes with it; with a `reason` nobody can agree
 * now, and the button says why. `yes` is the button's word and `prompt` the question where the mode's own would say less
 * than happens.
 */
export type Confirm = (
  mode: ConfirmMode,
  detail?: ReactNode,
  reason?: string,
  yes?: string,
  prompt?: string,
) => Promise<boolean>

export const ConfirmContext = createContext<Confirm | undefined>(undefined)

export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider around it.')
  return confirm
}
