import { type PropsWithChildren, Suspense, useCallback, useRef, useState } from 'react'
import { useFetchWhenIdle } from '../lazy/fetch-part.ts'
import { drawLazily } from '../lazy/lazy.tsx'
import { NativeDialog } from './native-dialog.tsx'
import { type Alert, AlertContext, AlertShownContext, type ShowAlert } from './use-alert.ts'
import { useWrittenLast } from './use-written-last.ts'

const loadDialog = async () => (await import('./alert-dialog.tsx')).AlertDialog
const drawDialog = drawLazily(loadDialog)

interface WaitingAlert extends Alert {
  seen: Promise<void>
  close: () => void
}

export function AlertProvider({ children }: PropsWithChildren) {
  const waiting = useRef<readonly WaitingAlert[]>([])
  const [current, setCurrent] = useState<WaitingAlert>()
  // The last alert stays on the screen while it fades.
  const [shown, setShown] = useState<WaitingAlert>()
  if (current && current !== shown) setShown(current)
  const wasWriting = useWrittenLast()
  // When the server cannot be reached, the dialog that tells so cannot be fetched either.
  useFetchWhenIdle(loadDialog)

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
          {drawDialog(
            { open: current !== undefined, alert: shown, onClose: closeCurrent, wasWriting },
            () => (
              <NativeDialog
                ask={() => {
                  window.alert(shown.message)
                  setShown(undefined)
                  closeCurrent()
                }}
              />
            ),
          )}
        </Suspense>
      )}
    </AlertContext>
  )
}
