import { type PropsWithChildren, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from '../is-typing.ts'
import { useFetchWhenIdle } from '../lazy/fetch-part.ts'
import { drawLazily } from '../lazy/lazy.tsx'
import { type Alert, AlertContext, AlertShownContext, type ShowAlert } from '../use-alert.ts'
import { NativeDialog } from './native-dialog.tsx'

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

/** Returns a function that is true if the person's last action was typing in a field (no Enter, press or tap since). */
function useWrittenLast(): () => boolean {
  const written = useRef(false)
  useEffect(() => {
    const noteKey = ({ key, target }: KeyboardEvent) => {
      written.current = key !== 'Enter' && isTyping(target)
    }
    const notePress = () => {
      written.current = false
    }
    // The console's listeners do not get the keys of an input method.
    const noteComposing = () => {
      written.current = true
    }
    document.addEventListener('keydown', noteKey, { capture: true })
    document.addEventListener('pointerdown', notePress, { capture: true })
    document.addEventListener('compositionupdate', noteComposing, { capture: true })
    return () => {
      document.removeEventListener('keydown', noteKey, { capture: true })
      document.removeEventListener('pointerdown', notePress, { capture: true })
      document.removeEventListener('compositionupdate', noteComposing, { capture: true })
    }
  }, [])
  return useCallback(() => written.current, [])
}
