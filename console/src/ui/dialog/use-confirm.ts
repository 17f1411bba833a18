import { createContext, type ReactNode, use } from 'react'

export interface Question {
  mode: ConfirmMode
  /** The details: what else happens, by count and by name. */
  detail?: ReactNode
  /** Why it cannot be confirmed now. */
  disabledReason?: string | undefined
  /** The button's label, if the mode's own would say too little. */
  yes?: string | undefined
  /** The question, if the mode's own would say too little. */
  prompt?: string | undefined
}

/** Asks, and resolves to true if the person agreed. */
export type Confirm = (
  mode: ConfirmMode,
  detail?: ReactNode,
  disabledReason?: string,
  yes?: string,
  prompt?: string,
) => Promise<boolean>

export const ConfirmContext = createContext<Confirm | undefined>(undefined)

export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider around it.')
  return confirm
}

export type ConfirmMode = 'add' | 'create' | 'edit' | 'delete' | 'unlock' | 'return' | 'stop'

interface ConfirmWords {
  prompt: string
  yes: string
  removes?: true
}

const MODES: Record<ConfirmMode, ConfirmWords> = {
  add: { prompt: 'Add the item(s)?', yes: 'Add' },
  create: { prompt: 'Create the item(s)?', yes: 'Create' },
  edit: { prompt: 'Save the changes?', yes: 'Save' },
  delete: { prompt: 'Delete selected item(s)?', yes: 'Delete', removes: true },
  unlock: { prompt: 'Unlock selected item(s)?', yes: 'Unlock' },
  return: { prompt: 'Are you sure you want to return to the previous page?', yes: 'Return' },
  stop: { prompt: 'Stop it?', yes: 'Stop', removes: true },
}

/** Returns the question and button of a mode. @throws for an unknown mode */
export function confirmWords(mode: ConfirmMode): ConfirmWords {
  if (!Object.hasOwn(MODES, mode)) throw new Error(`The confirmation mode '${mode}' is not supported.`)
  return MODES[mode]
}
