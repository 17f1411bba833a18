import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string> {
  legend: string
  hideLegend?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, hideLegend, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={classNames(styles.legend, hideLegend && styles.hidden)}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={classNames(styles.box, styles.round)}
          />
          <span>
            {option.label}
            {option.help !== undefined && <span className={styles.help}>{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
