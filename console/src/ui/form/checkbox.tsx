import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  help?: ReactNode
}

export function Checkbox({ label, help, ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>
        {label}
        {help !== undefined && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  )
}
