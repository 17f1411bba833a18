import { limits } from '@podium/contract/rules/rules.ts'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import layout from '../../theme/layout.module.css'
import texts from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './snackbar.module.css'

export interface SnackbarOptions {
  tone?: 'good' | 'bad'
  /** One action, such as Undo. */
  action?: { label: string; onPress: () => void }
}

interface Snackbar {
  /** Shows a sentence for 5 s. */
  showSnackbar: (text: string, options?: SnackbarOptions) => void
}

interface ShownSnackbar extends SnackbarOptions {
  id: number
  text: string
}

interface SnackbarItemProps extends ShownSnackbar {
  onDone: () => void
}

/** Disappears after 5 s, but not while it is hovered or focused. */
function SnackbarItem({ text, tone = 'good', action, onDone }: SnackbarItemProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (isHeld) return
    const leaving = setTimeout(() => leave(), limits.snackbar_ms)
    return () => clearTimeout(leaving)
  }, [isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it
    <div
      className={classNames(texts.small, styles.snackbar, styles[tone])}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon of={tone === 'bad' ? CircleAlert : CircleCheck} />
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress()
            onDone()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" className={styles.action} onClick={onDone}>
        <Icon of={X} size={14} />
      </button>
    </div>
  )
}

const SHOWN_AT_ONCE = 3
let lastId = 0

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownSnackbar[]>([])
  const [snackbar] = useState<Snackbar>(() => ({
    showSnackbar(text, options) {
      lastId += 1
      const item = { ...options, text, id: lastId }
      setShown((earlier) => [...earlier, item].slice(-SHOWN_AT_ONCE))
    },
  }))
  return (
    <SnackbarContext value={snackbar}>
      {children}
      <div role="status" aria-live="polite" className={classNames(layout.stackTight, styles.stack)}>
        {shown.map((item) => (
          <SnackbarItem
            key={item.id}
            {...item}
            onDone={() => setShown((earlier) => earlier.filter(({ id }) => id !== item.id))}
          />
        ))}
      </div>
    </SnackbarContext>
  )
}

const SnackbarContext = createContext<Snackbar | undefined>(undefined)

export function useSnackbar(): Snackbar {
  const snackbar = use(SnackbarContext)
  if (!snackbar) throw new Error('useSnackbar needs a SnackbarProvider around it.')
  return snackbar
}
