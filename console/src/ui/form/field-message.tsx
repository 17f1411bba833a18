import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './field.module.css'

interface FieldMessageProps {
  id?: string
  tone: 'error' | 'good'
  children: ReactNode
}

/** The one message of a field: an icon and words, so that colour never says it alone. */
export function FieldMessage({ id, tone, children }: FieldMessageProps) {
  return (
    <p id={id} className={classNames(styles.message, styles[tone])}>
      <Icon of={tone === 'error' ? CircleAlert : CircleCheck} size={14} className={styles.messageIcon} />
      <span>{children}</span>
    </p>
  )
}
