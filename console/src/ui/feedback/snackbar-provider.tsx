import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import styles from './snackbar.module.css'
import { type ShownSnackbar, SnackbarItem } from './snackbar-item.tsx'
import { type Snackbar, SnackbarContext } from './use-snackbar.ts'

const SHOWN_AT_ONCE = 3
const KEPT = 50

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const nextId = useRef(1)
  const [shown, setShown] = useState<readonly ShownSnackbar[]>([])
  const [history, setHistory] = useState<Snackbar['history']>([])

  const say: Snackbar['say'] = useCallback((text, { tone = 'good', action } = {}) => {
    const id = nextId.current
    nextId.current += 1
    setShown((earlier) => [...earlier, { id, text, tone, action }].slice(-SHOWN_AT_ONCE))
    setHistory((earlier) => [{ id, text, tone, at: Date.now() }, ...earlier].slice(0, KEPT))
  }, [])
  const take = useCallback((id: number) => {
    setShown((earlier) => earlier.filter((item) => item.id !== id))
  }, [])
  const snackbar = useMemo(() => ({ say, history }), [say, history])

  return (
    <SnackbarContext value={snackbar}>
      {children}
      <div role="status" aria-live="polite" className={styles.stack}>
        {shown.map((item) => (
          <SnackbarItem key={item.id} {...item} onDone={take} />
        ))}
      </div>
    </SnackbarContext>
  )
}
