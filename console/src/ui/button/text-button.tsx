import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../drawing/icon.tsx'
import styles from './button.module.css'

export interface TextButtonProps extends ComponentProps<'button'> {
  icon?: LucideIcon
}

/** An action inside a sentence or a card head, dressed as a link. */
export function TextButton({ icon, children, ...rest }: TextButtonProps) {
  return (
    <button type="button" {...rest} className={styles.text}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </button>
  )
}
