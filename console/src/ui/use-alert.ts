import { createContext, type ReactNode, use } from 'react'

export type AlertKind = 'success' | 'error'

export interface Alert {
  kind: AlertKind
  message: string
  detail?: ReactNode
}

/** Shows the message until OK is pressed, or what it tells of is `over`. The same message twice at once is shown once. */
export type ShowAlert = (
  kind: AlertKind,
  message: string,
  detail?: ReactNode,
  over?: AbortSignal,
) => Promise<void>

export const AlertContext = createContext<ShowAlert | undefined>(undefined)

export function useAlert(): ShowAlert {
  const showAlert = use(AlertContext)
  if (!showAlert) throw new Error('useAlert needs an AlertProvider around it.')
  return showAlert
}

export const AlertShownContext = createContext(false)

/** True while an alert is shown, for dialogs that open by themselves and must not cover it. */
export function useAlertShown(): boolean {
  return use(AlertShownContext)
}
