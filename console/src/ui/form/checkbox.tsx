import type { ComponentProps, ReactNode } from 'react'
import text from '../../theme/text.module.css'
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
        {help !== undefined && <span className={text.sub}>{help}</span>}
      </span>
    </label>
  )
}

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some of the rows are selected, not all. */
  some?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** The checkbox of a table row or head, whose name is not shown. */
export function SelectBox({ label, checked, some = false, disabled, onChange }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className={styles.box}
    />
  )
}
