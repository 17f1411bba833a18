import { limits } from '@podium/contract/rules.ts'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './snackbar.module.css'
import type { SnackbarOptions } from './use-snackbar.ts'

export interface ShownSnackbar {
  id: number
  text: string
  tone: 'good' | 'bad'
  action: SnackbarOptions['action']
}

interface SnackbarItemProps extends ShownSnackbar {
  onDone: (id: number) => void
}

/** Leaves after 5 s, but not while somebody points at it or stands on it. */
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
