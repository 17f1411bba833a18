import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from '../form/field.module.css'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Its accessible name; what can be searched for goes into the placeholder. */
  label: string
  onChange?: (text: string) => void
}

export function SearchField({ label, onChange, className, ...input }: SearchFieldProps) {
  return (
    <div className={classNames(styles.group, className)}>
      <Icon of={Search} className={styles.leadingIcon} />
      <input
        {...input}
        type="search"
        aria-label={label}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        className={classNames(styles.input, styles.small, styles.leading)}
      />
    </div>
  )
}
