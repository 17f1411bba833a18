import type { ComponentProps, ReactNode } from 'react'
import text from '../../theme/text.module.css'
import styles from './choice.module.css'

export interface ChoiceProps extends ComponentProps<'input'> {
  label: ReactNode
  help?: ReactNode
}

/** A checkbox, radio or switch with a label that presses it too. */
export function Choice({ label, help, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      <span>
        {label}
        {help !== undefined && <span className={text.sub}>{help}</span>}
      </span>
    </label>
  )
}

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" className={styles.box} />
}

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some rows are selected, but not all. */
  some?: boolean
  onChange: (checked: boolean) => void
}

/** The checkbox of a table row or header, with an invisible name. */
export function SelectBox({ label, checked, some = false, onChange }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className={styles.box}
    />
  )
}
