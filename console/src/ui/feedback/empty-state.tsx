import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../drawing/drawing.tsx'
import styles from './empty.module.css'

interface EmptyStateProps {
  title: string
  drawing?: DrawingName
  /** One sentence: what would stand here, or what else is set. */
  children?: ReactNode
  /** One action; a disabled one says why. */
  action?: ReactNode
}

/** Nothing to show: nothing there yet, nothing found, or nothing that may be seen. */
export function EmptyState({ title, drawing = 'seats', children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing of={drawing} />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p className={styles.sentence}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
