import { type PropsWithChildren, Suspense, useCallback, useRef, useState } from 'react'
import { useFetchWhenIdle } from '../lazy/fetch-part.ts'
import { drawLazily } from '../lazy/lazy.tsx'
import { type Alert, AlertContext, AlertShownContext, type ShowAlert } from '../use-alert.ts'
import { NativeDialog } from './native-dialog.tsx'
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
  // The last alert stays mounted while it fades.
  const [shown, setShown] = useState<WaitingAlert>()
  if (current && current !== shown) setShown(current)
  const wasWriting = useWrittenLast()
  // When the server cannot be reached, the dialog that says so cannot be fetched either.
  useFetchWhenIdle(loadDialog)

  const leave = useCallback((alert: WaitingAlert) => {
    alert.close()
    waiting.current = waiting.current.filter((each) => each !== alert)
    setCurrent(waiting.current[0])
  }, [])

  const showAlert: ShowAlert = useCallback(
    (kind, message, detail, over) => {
      if (over?.aborted) return Promise.resolve()
      const same = waiting.current.find((alert) => alert.kind === kind && alert.message === message)
      if (same) return same.seen
      let close = () => {}
      const seen = new Promise<void>((resolve) => {
        close = resolve
      })
      const alert = { kind, message, detail, seen, close }
      waiting.current = [...waiting.current, alert]
      setCurrent(waiting.current[0])
      over?.addEventListener('abort', () => leave(alert), { once: true })
      return seen
    },
    [leave],
  )

  function closeCurrent() {
    if (current) leave(current)
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
