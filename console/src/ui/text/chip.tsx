import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './chip.module.css'

interface ChipProps {
  /** 'outline' is for traits, such as coupled or draft, and carries no dot. */
  tone: 'good' | 'bad' | 'warn' | 'info' | 'quiet' | 'outline'
  icon?: LucideIcon
  children: ReactNode
}

/** The state of anything but a run: an account, an instance, an edge. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon ? (
        <Icon of={icon} size={12} />
      ) : (
        tone !== 'outline' && <span className={styles.dot} aria-hidden="true" />
      )}
      {children}
    </span>
  )
}
