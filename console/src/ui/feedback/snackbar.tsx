import { limits } from '@podium/contract/rules.ts'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './snackbar.module.css'

export interface ShownSnackbar {
  id: number
  text: string
  tone: 'good' | 'bad'
  action: SnackbarOptions['action']
}

interface SnackbarItemProps extends ShownSnackbar {
  onDone: (id: number) => void
}

/** Leaves after 5 s, but not while it is hovered or has the focus. */
export function SnackbarItem({ id, text, tone, action, onDone }: SnackbarItemProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  useEffect(() => {
    if (isHeld) return
    const leaving = setTimeout(() => onDone(id), limits.snackbar_ms)
    return () => clearTimeout(leaving)
  }, [isHeld, id, onDone])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it
    <div
      className={classNames(styles.snackbar, tone === 'bad' && styles.bad)}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon of={tone === 'bad' ? CircleAlert : CircleCheck} className={styles.icon} />
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress()
            onDone(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" className={styles.action} onClick={() => onDone(id)}>
        <Icon of={X} size={14} />
      </button>
    </div>
  )
}

const SHOWN_AT_ONCE = 3

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const nextId = useRef(1)
  const [shown, setShown] = useState<readonly ShownSnackbar[]>([])

  const say: Snackbar['say'] = useCallback((text, { tone = 'good', action } = {}) => {
    const id = nextId.current
    nextId.current += 1
    setShown((earlier) => [...earlier, { id, text, tone, action }].slice(-SHOWN_AT_ONCE))
  }, [])
  const take = useCallback((id: number) => {
    setShown((earlier) => earlier.filter((item) => item.id !== id))
  }, [])
  const snackbar = useMemo(() => ({ say }), [say])

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

export interface SnackbarOptions {
  tone?: 'good' | 'bad'
  /** One thing to do about it, such as Undo. */
  action?: { label: string; onPress: () => void }
}

export interface Snackbar {
  /** Shows a sentence for 5 s. */
  say: (text: string, options?: SnackbarOptions) => void
}

export const SnackbarContext = createContext<Snackbar | undefined>(undefined)

export function useSnackbar(): Snackbar {
  const snackbar = use(SnackbarContext)
  if (!snackbar) throw new Error('useSnackbar needs a SnackbarProvider around it.')
  return snackbar
}
