import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Drawing, type DrawingName } from '../drawing/drawing.tsx'
import styles from './empty.module.css'

interface EmptyStateProps {
  title: string
  drawing?: DrawingName
  /** One sentence: what will be listed here, or which filters are set. */
  children?: ReactNode
  /** One action; a disabled one shows its reason. */
  action?: ReactNode
}

/** Shown in place of content: nothing there yet, nothing found, or no permission. */
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

/** Shown for a page past the end of a list: its address is old, or rows were deleted. */
export function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title="There is no such page"
      drawing="search"
      action={<Button onClick={onFirst}>First page</Button>}
    />
  )
}
