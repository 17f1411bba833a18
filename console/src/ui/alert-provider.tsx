import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { AlertContext, type AlertKind, AlertShownContext, type ShowAlert } from './use-alert.ts'

const AlertDialog = lazy(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog }))

interface Alert {
  kind: AlertKind
  message: string
  detail: ReactNode
  seen: Promise<void>
  close: () => void
}

export function AlertProvider({ children }: { children: ReactNode }) {
  const waiting = useRef<readonly Alert[]>([])
  const [current, setCurrent] = useState<Alert>()
  // The last alert stays on the screen while it fades.
  const [shown, setShown] = useState<Alert>()
  if (current && current !== shown) setShown(current)

  const showAlert: ShowAlert = useCallback((kind, message, detail) => {
    const same = waiting.current.find((alert) => alert.kind === kind && alert.message === message)
    if (same) return same.seen
    let close = () => {}
    const seen = new Promise<void>((resolve) => {
      close = resolve
    })
    waiting.current = [...waiting.current, { kind, message, detail, seen, close }]
    setCurrent(waiting.current[0])
    return seen
  }, [])

  function closeCurrent() {
    current?.close()
    waiting.current = waiting.current.slice(1)
    setCurrent(waiting.current[0])
  }

  return (
    <AlertContext value={showAlert}>
      <AlertShownContext value={current !== undefined}>{children}</AlertShownContext>
      {shown && (
        <Suspense>
          <AlertDialog
            open={current !== undefined}
            kind={shown.kind}
            message={shown.message}
            onClose={closeCurrent}
          >
            {shown.detail}
          </AlertDialog>
        </Suspense>
      )}
    </AlertContext>
  )
}
