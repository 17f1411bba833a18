import { createContext, use } from 'react'

export interface SnackbarOptions {
  tone?: 'good' | 'bad'
  /** One thing to do about it, such as Undo. */
  action?: { label: string; onPress: () => void }
}

export interface Said {
  id: number
  text: string
  tone: 'good' | 'bad'
  /** Milliseconds since 1970. */
  at: number
}

export interface Snackbar {
  /** Shows a sentence for 5 s and keeps it in the history. */
  say: (text: string, options?: SnackbarOptions) => void
  /** What was said in this tab, newest first, for those who missed it. */
  history: readonly Said[]
}

export const SnackbarContext = createContext<Snackbar | undefined>(undefined)

export function useSnackbar(): Snackbar {
  const snackbar = use(SnackbarContext)
  if (!snackbar) throw new Error('useSnackbar needs a SnackbarProvider around it.')
  return snackbar
}
